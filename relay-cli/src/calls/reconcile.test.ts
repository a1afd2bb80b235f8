import type { JournalEntry } from '@fairlead/protocol/wire/calls'
import { describe, expect, it } from 'vitest'
import { reconcile } from './reconcile.ts'

const HASH = 'a'.repeat(64)
const OUTCOME = { status: 'ok', result: 1 } as const
const entry = (state: 'received' | 'started' | 'done', argsHash = HASH): JournalEntry =>
	state === 'done'
		? { callId: 'c.1', argsHash, state, outcome: OUTCOME }
		: { callId: 'c.1', argsHash, state }

describe('a call after the editor reconnected', () => {
	it.each<[string, 'safe' | 'once', string | null, JournalEntry | undefined, string]>([
		['done in the editor', 'once', 'same', entry('done'), 'settle'],
		['done in the editor before the relay was restarted', 'once', null, entry('done'), 'settle'],
		['begun', 'once', 'same', entry('started'), 'await'],
		['begun, a read', 'safe', 'same', entry('started'), 'await'],
		['begun in a process that is no more', 'once', 'other', entry('started'), 'unknown'],
		['a read begun in a process that is no more', 'safe', 'other', entry('started'), 'send'],
		['received but not begun', 'once', 'same', entry('received'), 'send'],
		['never sent', 'once', null, undefined, 'send'],
		['lost on the way to the same process', 'once', 'same', undefined, 'send'],
		['sent to a process that is no more', 'once', 'other', undefined, 'unknown'],
		['a read sent to a process that is no more', 'safe', 'other', undefined, 'send'],
		['known with other arguments', 'once', 'same', entry('done', 'b'.repeat(64)), 'conflict'],
	])('(%s; %s, sent to %s)', (_what, replay, sessionId, known, kind) => {
		expect(reconcile({ argsHash: HASH, replay, sessionId }, 'same', known).kind).toBe(kind)
	})
})
