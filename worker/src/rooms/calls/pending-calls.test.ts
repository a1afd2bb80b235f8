import type { Call } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import { migrate } from '../../platform/migrate.ts'
import { ROOM_TABLES } from '../schema.ts'
import { PendingCalls } from './pending-calls.ts'

test('a room from before calls had owners opens, and its waiting calls still reach their conversation', () => {
	const db = nodeDatabase()
	// The table of such a room, which had no version.
	db.all(`create table if not exists pending_call (
		call_id text primary key, conversation_id text not null, editor_key text not null,
		runs_on text not null, replay text not null, body text not null, state text not null,
		deadline_at integer not null, created_at integer not null,
		outcome text, attempts integer not null default 0, retry_at integer
	) without rowid`)
	db.all(`insert into pending_call (call_id, conversation_id, editor_key, runs_on, replay, body,
		state, deadline_at, created_at) values ('c1', 'cnv_1', 'r:e', 'editor', 'once', '{}', 'waiting', 9, 1)`)
	for (const _ of ['once', 'and when it wakes again']) migrate(db, ROOM_TABLES)
	const calls = new PendingCalls(db)
	expect(calls.get('c1')).toEqual({
		callId: 'c1',
		owner: { kind: 'conversation', id: 'cnv_1' },
		editorKey: 'r:e',
		runsOn: 'editor',
		replay: 'once',
		state: 'waiting',
		deadlineAt: 9,
		attempts: 0,
		retryAt: null,
	})
})

test('a call whose arguments are nested more deeply than SQLite reads keeps its hash', () => {
	const db = nodeDatabase()
	migrate(db, ROOM_TABLES)
	const calls = new PendingCalls(db)
	const params = JSON.parse(`${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`)
	const owner = { kind: 'conversation', id: 'cnv_1' } as const
	const call = { callId: 'c1', owner, editorKey: 'r:e', runsOn: 'editor', replay: 'once' } as const
	calls.insert({ ...call, state: 'sent', deadlineAt: 9, createdAt: 1 }, {
		callId: 'c1',
		argsHash: 'hash',
		params,
	} as unknown as Call)
	expect(calls.argsHash('c1')).toBe('hash')
	expect(calls.argsHash('unknown')).toBeNull()
})
