/** News of an editor's changes to a page that watches it. */
import type { ChangeScope } from '@fairlead/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeFeed } from './change-feed.ts'

let notices: ChangeScope[][]
let feed: ChangeFeed
beforeEach(() => {
	vi.useFakeTimers()
	notices = []
	feed = new ChangeFeed((scopes) => notices.push(scopes))
})
afterEach(() => {
	feed.stop()
	vi.useRealTimers()
})

test('the first change is told at once, those that follow as one', () => {
	feed.add(['hierarchy'])
	vi.advanceTimersByTime(1)
	expect(notices).toEqual([['hierarchy']])
	for (let i = 0; i < 10; i++) feed.add(['hierarchy', 'selection'])
	vi.advanceTimersByTime(1_000)
	expect(notices).toEqual([['hierarchy'], ['hierarchy', 'selection']])
})

test('changes without an end are told four times a second', () => {
	for (let i = 0; i < 1_000; i++) {
		vi.advanceTimersByTime(1)
		feed.add(['hierarchy'])
	}
	expect(notices).toHaveLength(4)
})
