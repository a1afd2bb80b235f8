/** The tables inside an Automations object. `docs/storage-schema.md` explains each. */
import type { Migrations } from '../platform/migrate.ts'

/** Stands in the place of an automation's id: all schedules of the project are to be read from D1. */
export const ALL_SCHEDULES = '*'

/** An entry never changes; a change is a new one. */
export const AUTOMATION_TABLES: Migrations = [
	[
		`CREATE TABLE delivery (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			id TEXT NOT NULL UNIQUE,
			automation_id TEXT NOT NULL,
			delivery_id TEXT NOT NULL,
			received_at INTEGER NOT NULL,
			-- JSON of what came; null once it is logged.
			arrival TEXT,
			step TEXT NOT NULL,
			-- Its run has begun, and nobody has told of its end.
			active INTEGER NOT NULL DEFAULT 0,
			conversation_id TEXT,
			run_id TEXT,
			verdict TEXT,
			error TEXT,
			attempts INTEGER NOT NULL DEFAULT 0,
			next_at INTEGER NOT NULL,
			UNIQUE (automation_id, delivery_id)
		)`,
		`CREATE INDEX delivery_open ON delivery (automation_id, seq) WHERE step <> 'logged'`,
		`CREATE INDEX delivery_active ON delivery (automation_id) WHERE active = 1`,
		`CREATE INDEX delivery_conversation ON delivery (conversation_id) WHERE active = 1`,
		`CREATE INDEX delivery_received ON delivery (received_at)`,
		// The automation's deliveries wait for the end of a run, of which the object is told; until then it looks seldom.
		'CREATE TABLE hold (automation_id TEXT PRIMARY KEY, looks INTEGER NOT NULL, until INTEGER NOT NULL)',
	],
	[
		// The delivery waits for an editor until then.
		'ALTER TABLE delivery ADD COLUMN editor_until INTEGER',
		// How many automations in a row led to the event. Kept beyond the log, for what its run causes.
		'ALTER TABLE delivery ADD COLUMN depth INTEGER NOT NULL DEFAULT 0',
		'ALTER TABLE delivery ADD COLUMN by_event INTEGER NOT NULL DEFAULT 0',
		'CREATE INDEX delivery_run ON delivery (run_id) WHERE run_id IS NOT NULL',
		'CREATE INDEX delivery_event ON delivery (automation_id, received_at) WHERE by_event = 1',
		// Sorted by arrival, without payloads: a storm has thousands.
		`CREATE INDEX delivery_waiting ON delivery (seq, automation_id, next_at) WHERE step = 'waiting'`,
		`CREATE INDEX delivery_half_done ON delivery (next_at, seq) WHERE step IN ('beginning', 'decided')`,
		// look_at: when the object compares it with D1, at the latest when it is due.
		`CREATE TABLE schedule (
			automation_id TEXT PRIMARY KEY,
			cron TEXT,
			time_zone TEXT,
			due_at INTEGER,
			look_at INTEGER NOT NULL
		)`,
		'CREATE INDEX schedule_look ON schedule (look_at)',
	],
	// The end of a run is told by its delivery's id: nothing looks runs up by conversation.
	['DROP INDEX delivery_conversation'],
	[
		// The time that the sender signed: a delivery that was held up on its way is older than it seems.
		'ALTER TABLE delivery ADD COLUMN signed_at INTEGER',
		'CREATE INDEX delivery_signed ON delivery (automation_id, signed_at) WHERE signed_at IS NOT NULL',
	],
	// New storage, or storage in the place of lost one: the schedules of the project are in D1.
	[`INSERT INTO schedule (automation_id, look_at) VALUES ('${ALL_SCHEDULES}', 1)`],
]
