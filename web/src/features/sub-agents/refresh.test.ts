import { RunState } from '@fairlead/protocol/conversations/runs'
import { expect, test } from 'vitest'
import { refreshOf } from './refresh.ts'

test('a sub-agent is looked at only while it works: one that waits for the editor may sleep', () => {
	const polled = RunState.options.filter((state) => refreshOf(state) !== false)
	expect(polled).toEqual(['queued', 'running', 'waiting_retry'])
	expect(refreshOf(undefined)).not.toBe(false)
})
