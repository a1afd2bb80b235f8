/** The tables inside a ProjectRoom object. `docs/storage-schema.md` explains each. */
import type { Migrations } from '../platform/migrate.ts'

export const ROOM_TABLES: Migrations = [
	[
		// Rooms from before versions were kept have these already.
		// Without rowid: the key is the table, so that an insert writes one row and no index.
		`CREATE TABLE IF NOT EXISTS pending_call (
			call_id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, editor_key TEXT NOT NULL,
			runs_on TEXT NOT NULL, replay TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL,
			deadline_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
			outcome TEXT, attempts INTEGER NOT NULL DEFAULT 0, retry_at INTEGER
		) WITHOUT ROWID`,
		`CREATE TABLE IF NOT EXISTS seat (
			editor_key TEXT PRIMARY KEY, body TEXT NOT NULL, phase_told_at INTEGER NOT NULL
		) WITHOUT ROWID`,
		'CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
		'CREATE TABLE IF NOT EXISTS seat_tools (editor_key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID',
		'CREATE TABLE IF NOT EXISTS relay_secret (relay_id TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID',
	],
	[
		// A call's owner need not be a conversation.
		'ALTER TABLE pending_call RENAME COLUMN conversation_id TO owner_id',
		"ALTER TABLE pending_call ADD COLUMN owner_kind TEXT NOT NULL DEFAULT 'conversation'",
	],
	[
		`CREATE TABLE desk_call (
			id TEXT PRIMARY KEY, relay_id TEXT NOT NULL, conversation_id TEXT NOT NULL, author TEXT NOT NULL,
			answer TEXT, asked_at INTEGER NOT NULL, due_at INTEGER NOT NULL
		) WITHOUT ROWID`,
	],
	[
		// Its client no longer waits, and its conversation could not be told yet.
		'ALTER TABLE desk_call ADD COLUMN withdrawing INTEGER NOT NULL DEFAULT 0',
	],
	[
		`CREATE TABLE editor_lease (
			editor_key TEXT PRIMARY KEY, holder TEXT NOT NULL, free_at INTEGER NOT NULL
		) WITHOUT ROWID`,
	],
]
