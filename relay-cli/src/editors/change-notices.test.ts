import type { ChangeScope } from '@fairlead/protocol/editors/editors'
import { expect, test } from 'vitest'
import { ChangeNotices } from './change-notices.ts'

function notices() {
	const told: (readonly ChangeScope[])[] = []
	const timers: (() => void)[] = []
	const clock = {
		after: (_ms: number, fire: () => void) => {
			timers.push(fire)
			return () => undefined
		},
	}
	const feed = new ChangeNotices(clock, 250, (scopes) => told.push(scopes))
	return { feed, told, passTime: () => timers.shift()?.(), waits: () => timers.length }
}

test('the first change is told at once, those within the interval together after it', () => {
	const { feed, told, passTime, waits } = notices()
	feed.add(['hierarchy'])
	expect(told).toEqual([['hierarchy']])
	feed.add(['hierarchy'])
	feed.add(['scene', 'hierarchy'])
	expect(told).toHaveLength(1)
	passTime()
	expect(told.slice(1)).toEqual([['hierarchy', 'scene']])
	passTime()
	expect(waits(), 'no timer runs for an editor in which nothing happens').toBe(0)
	feed.add(['play'])
	expect(told.at(-1)).toEqual(['play'])
})
