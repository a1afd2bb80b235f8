import type { CallOutcome, JournalEntry } from '@fairlead/protocol/wire/calls'
import { describe, expect, test } from 'vitest'
import type { PendingState } from './pending-calls.ts'
import { reconcile } from './reconcile.ts'

const outcome: CallOutcome = { status: 'ok', result: 1 }
const argsHash = '0'.repeat(64)

const entryOf = (state: JournalEntry['state'] | 'absent'): JournalEntry[] => {
	if (state === 'absent') return []
	if (state === 'done') return [{ callId: 'c', argsHash, state, outcome }]
	return [{ callId: 'c', argsHash, state }]
}

describe('a call the room waits for, against the journal of a relay that came back', () => {
	const table: [PendingState, JournalEntry['state'] | 'absent', string][] = [
		['waiting', 'absent', 'resend'],
		['waiting', 'received', 'await'],
		['waiting', 'done', 'settle ok'],
		['sent', 'absent', 'resend'],
		['sent', 'received', 'await'],
		['sent', 'started', 'await'],
		['sent', 'done', 'settle ok'],
		['cancelling', 'absent', 'settle error'],
		['cancelling', 'received', 'cancel'],
		['cancelling', 'started', 'cancel'],
		['cancelling', 'done', 'settle ok'],
		['settling', 'absent', 'nothing'],
		['settling', 'done', 'nothing'],
	]
	test.each(table)('%s here, %s there: %s', (state, journal, then) => {
		const { steps, forget } = reconcile([{ callId: 'c', state }], entryOf(journal))
		const step = steps[0]
		const told = step?.do === 'settle' ? `settle ${step.outcome.status}` : (step?.do ?? 'nothing')
		expect(told).toBe(then)
		// The hello never drops a call that has an owner waiting.
		expect(forget).toEqual([])
	})
})

test('an entry without a waiting call is forgotten, whatever its state', () => {
	for (const state of ['received', 'started', 'done'] as const) {
		expect(reconcile([], entryOf(state))).toEqual({ steps: [], forget: ['c'] })
	}
})
