/** The tables inside a Conversation object. `docs/storage-schema.md` explains each. */
import type { Migrations } from '../../platform/migrate.ts'

/** An `Author` in SQL: the one person there was before authors were stored. */
const owner = (userId: string): string =>
	`json_object('kind', 'session', 'id', ${userId}, 'userId', ${userId}, 'name', 'Owner')`

/** A `RunSource` in SQL: until it was stored, a client's calls had the name of a model. */
const source = (model: string, settings: string): string =>
	`json(CASE ${model} WHEN 'mcp/calls' THEN '{"kind":"client"}' ELSE json_object('kind', 'model', 'model', ${model},
		'settings', json(coalesce(${settings}, '{}'))) END)`

export const CONVERSATION_TABLES: Migrations = [
	[
		// `seq` orders; `id` is looked up once per posted message and page.
		`CREATE TABLE message (
			seq INTEGER PRIMARY KEY,
			id TEXT NOT NULL UNIQUE,
			role TEXT NOT NULL,
			ui TEXT NOT NULL,
			model TEXT NOT NULL,
			run_id TEXT NOT NULL,
			created_at INTEGER NOT NULL
		)`,
		`CREATE TABLE run (
			seq INTEGER PRIMARY KEY,
			id TEXT NOT NULL,
			idem_key TEXT NOT NULL UNIQUE,
			user_id TEXT NOT NULL,
			message_id TEXT NOT NULL,
			state TEXT NOT NULL,
			model TEXT NOT NULL,
			mode TEXT NOT NULL,
			editor_key TEXT,
			cancel_requested INTEGER NOT NULL,
			next_at INTEGER,
			error_code TEXT,
			usage TEXT NOT NULL,
			started_at INTEGER NOT NULL,
			finished_at INTEGER
		)`,
		`CREATE TABLE step (
			run_id TEXT NOT NULL,
			seq INTEGER NOT NULL,
			kind TEXT NOT NULL,
			state TEXT NOT NULL,
			attempt INTEGER NOT NULL,
			epoch INTEGER NOT NULL,
			result TEXT,
			started_at INTEGER NOT NULL,
			finished_at INTEGER,
			PRIMARY KEY (run_id, seq)
		) WITHOUT ROWID`,
		`CREATE TABLE tool_call (
			call_id TEXT PRIMARY KEY,
			run_id TEXT NOT NULL,
			step_seq INTEGER NOT NULL,
			idx INTEGER NOT NULL,
			tool_call_id TEXT NOT NULL,
			name TEXT NOT NULL,
			params TEXT NOT NULL,
			args_hash TEXT NOT NULL,
			risk TEXT NOT NULL,
			replay TEXT NOT NULL,
			runs_on TEXT NOT NULL,
			timeout_ms INTEGER NOT NULL,
			state TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			attempts INTEGER NOT NULL,
			next_at INTEGER,
			waiting TEXT,
			editor_key TEXT,
			editor_name TEXT,
			epoch INTEGER NOT NULL,
			outcome TEXT
		) WITHOUT ROWID`,
		`CREATE TABLE chunk_block (
			run_id TEXT NOT NULL,
			block INTEGER NOT NULL,
			epoch INTEGER NOT NULL,
			seq_from INTEGER NOT NULL,
			seq_to INTEGER NOT NULL,
			body TEXT NOT NULL,
			PRIMARY KEY (run_id, block)
		) WITHOUT ROWID`,
		`CREATE TABLE outbox (
			id INTEGER PRIMARY KEY,
			payload TEXT NOT NULL,
			attempts INTEGER NOT NULL,
			next_at INTEGER NOT NULL,
			last_error TEXT
		)`,
		`CREATE TABLE blob (
			id TEXT PRIMARY KEY,
			media_type TEXT NOT NULL,
			bytes BLOB NOT NULL
		) WITHOUT ROWID`,
		`CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
	],
	[
		`CREATE TABLE inbox (
			seq INTEGER PRIMARY KEY,
			id TEXT NOT NULL UNIQUE,
			steer TEXT NOT NULL,
			ui TEXT NOT NULL,
			model TEXT NOT NULL,
			options TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			run_id TEXT,
			step_seq INTEGER
		)`,
		// Ids of messages that entered a run (its id) or were withdrawn (null): never taken again.
		`CREATE TABLE known_message (id TEXT PRIMARY KEY, run_id TEXT) WITHOUT ROWID`,
		// The cost is null for a model without a known price.
		'ALTER TABLE run ADD COLUMN cost_usd REAL',
		`ALTER TABLE run ADD COLUMN budget TEXT NOT NULL DEFAULT '{}'`,
		`ALTER TABLE run ADD COLUMN decisions TEXT NOT NULL DEFAULT '{}'`,
	],
	[
		`CREATE TABLE run_changes (run_id TEXT PRIMARY KEY, steps TEXT NOT NULL) WITHOUT ROWID`,
		`CREATE TABLE revert (
			seq INTEGER PRIMARY KEY,
			id TEXT NOT NULL UNIQUE,
			message_id TEXT NOT NULL,
			request_id TEXT NOT NULL UNIQUE,
			running INTEGER NOT NULL,
			body TEXT NOT NULL,
			note TEXT,
			note_after INTEGER
		)`,
		'CREATE INDEX revert_by_message ON revert (message_id)',
	],
	[
		// An id is never used again: an instance that was replaced may still delete the item it sent.
		`CREATE TABLE outbox_2 (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			payload TEXT NOT NULL,
			attempts INTEGER NOT NULL,
			next_at INTEGER NOT NULL,
			last_error TEXT,
			late INTEGER NOT NULL DEFAULT 0
		)`,
		`INSERT INTO outbox_2 (id, payload, attempts, next_at, last_error)
			SELECT id, payload, attempts, next_at, last_error FROM outbox`,
		'DROP TABLE outbox',
		'ALTER TABLE outbox_2 RENAME TO outbox',
		'CREATE INDEX run_by_id ON run (id)',
	],
	[
		// The authors. Until now only the owner of the installation could cause anything.
		"ALTER TABLE run ADD COLUMN author TEXT NOT NULL DEFAULT '{}'",
		'ALTER TABLE run ADD COLUMN stopped_by TEXT',
		`UPDATE run SET author = ${owner('user_id')}`,
		'ALTER TABLE run DROP COLUMN user_id',
		`UPDATE message SET ui = json_set(ui, '$.metadata.by', json((
				SELECT author FROM run WHERE run.id = message.run_id
			))) WHERE role = 'user' AND run_id IN (SELECT id FROM run)`,
		`UPDATE inbox SET options = json_set(options, '$.author', json(${owner("json_extract(options, '$.userId')")}))`,
		`UPDATE revert SET body = json_set(body, '$.by', json(${owner("json_extract(body, '$.userId')")}))`,
		`UPDATE outbox SET payload = json_set(payload, '$.run.author', json(${owner("json_extract(payload, '$.run.userId')")}))
			WHERE json_extract(payload, '$.run.userId') IS NOT NULL`,
	],
	[
		'ALTER TABLE known_message ADD COLUMN withdrawn_by TEXT',
		// Notices added to an answer after its end; the message itself is never rewritten.
		`CREATE TABLE late_notice (
			message_id TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (message_id, id)
		) WITHOUT ROWID`,
	],
	[
		// The order in which pictures came, and their sizes: of too many the oldest go. Rows of pictures are never walked.
		`CREATE TABLE blob_age (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, size INTEGER NOT NULL)`,
		'INSERT INTO blob_age (id, size) SELECT id, length(bytes) FROM blob',
		`INSERT INTO setting (key, value) SELECT 'blob_bytes', coalesce(sum(size), 0) FROM blob_age`,
	],
	[
		`CREATE TABLE summary (
			seq INTEGER PRIMARY KEY,
			run_id TEXT NOT NULL,
			until TEXT NOT NULL,
			text TEXT NOT NULL,
			edited TEXT,
			edited_by TEXT,
			edited_at INTEGER,
			replaced_tokens INTEGER NOT NULL,
			created_at INTEGER NOT NULL,
			shown INTEGER NOT NULL
		)`,
	],
	['ALTER TABLE step ADD COLUMN told TEXT'],
	[
		`CREATE TABLE model_call (
			seq INTEGER PRIMARY KEY,
			run_id TEXT NOT NULL,
			purpose TEXT NOT NULL,
			outcome TEXT NOT NULL,
			model TEXT NOT NULL,
			usage TEXT NOT NULL,
			cost_usd REAL,
			paid_by TEXT,
			at INTEGER NOT NULL
		)`,
		// A run that is active has used something, which is one call from here on.
		`INSERT INTO model_call (run_id, purpose, outcome, model, usage, cost_usd, at)
			SELECT id, 'answer', 'finished', model, usage, cost_usd, started_at FROM run WHERE finished_at IS NULL`,
	],
	["ALTER TABLE run ADD COLUMN folder_kind TEXT NOT NULL DEFAULT 'unity'"],
	[
		`CREATE TABLE sub_agent (
			call_id TEXT PRIMARY KEY,
			run_id TEXT NOT NULL,
			tool_call_id TEXT NOT NULL,
			step_seq INTEGER NOT NULL,
			start TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			ended_at INTEGER,
			changes TEXT NOT NULL
		) WITHOUT ROWID`,
		'CREATE INDEX sub_agent_by_run ON sub_agent (run_id)',
		'CREATE INDEX sub_agent_by_tool_call ON sub_agent (tool_call_id)',
		'ALTER TABLE model_call ADD COLUMN agent TEXT',
	],
	["ALTER TABLE run ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'"],
	['ALTER TABLE sub_agent ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0'],
	['ALTER TABLE run RENAME COLUMN folder_kind TO project_kind'],
	[
		"ALTER TABLE run ADD COLUMN source TEXT NOT NULL DEFAULT '{}'",
		`UPDATE run SET source = ${source('model', 'settings')}`,
		'ALTER TABLE run DROP COLUMN model',
		'ALTER TABLE run DROP COLUMN settings',
		`UPDATE inbox SET options = json_remove(json_set(options, '$.source',
			${source("json_extract(options, '$.model')", "json_extract(options, '$.settings')")}), '$.model', '$.settings')`,
		`UPDATE outbox SET payload = json_remove(json_set(payload, '$.run.source',
			${source("json_extract(payload, '$.run.model')", "json_extract(payload, '$.run.settings')")}), '$.run.model', '$.run.settings')
			WHERE json_extract(payload, '$.run.model') IS NOT NULL`,
	],
]
