import { expect, test } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import { migrate } from '../../platform/migrate.ts'
import { conversationStore } from '../conversation-store.ts'
import { CONVERSATION_TABLES } from './schema.ts'

/** The schema before authors were stored. */
const WITHOUT_AUTHORS = 4
/** The schema before a run's source was stored. */
const WITHOUT_SOURCES = 15
const OWNER = { kind: 'session', id: 'usr_1', userId: 'usr_1', name: 'Owner' }

test('a new object gets at once what all migrations leave behind', () => {
	const [migrated, made] = [nodeDatabase(), nodeDatabase()]
	migrate(migrated, CONVERSATION_TABLES)
	conversationStore(made)
	const schema = 'SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name'
	expect(made.all(schema)).toEqual(migrated.all(schema))
	for (const { name } of migrated.all<{ name: string }>(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
	)) {
		expect(made.all(`SELECT * FROM ${name}`), name).toEqual(migrated.all(`SELECT * FROM ${name}`))
	}
})

test('rows from before authors were stored belong to the owner', () => {
	const db = nodeDatabase()
	migrate(db, CONVERSATION_TABLES, WITHOUT_AUTHORS)
	db.all(`INSERT INTO run (id, idem_key, user_id, message_id, state, model, mode, cancel_requested, usage,
		started_at) VALUES ('run_1', 'm1', 'usr_1', 'msg_1', 'running', 'demo/demo', 'auto', 0, '{}', 1)`)
	const ui = { id: 'm1', role: 'user', parts: [], metadata: { createdAt: 1 } }
	db.all(
		"INSERT INTO message (id, role, ui, model, run_id, created_at) VALUES ('m1', 'user', ?, '[]', 'run_1', 1)",
		JSON.stringify(ui),
	)
	db.all(
		"INSERT INTO inbox (id, steer, ui, model, options, created_at) VALUES ('m2', 'step', '{}', '{}', ?, 1)",
		JSON.stringify({ userId: 'usr_1', model: 'demo/demo', mode: 'auto', budget: {} }),
	)
	db.all(
		'INSERT INTO outbox (payload, attempts, next_at) VALUES (?, 0, 0)',
		JSON.stringify({ topic: 'run-waits', run: { id: 'run_1', userId: 'usr_1' } }),
	)
	const store = conversationStore(db)
	expect(store.latestRun()).toMatchObject({ author: OWNER, stoppedBy: null, state: 'running' })
	expect(store.newestMessages(1)[0]?.ui.metadata).toEqual({ createdAt: 1, by: OWNER })
	expect(store.inbox()[0]?.options.author).toEqual(OWNER)
	expect(store.firstOutboxItems()[0]?.payload).toMatchObject({ run: { author: OWNER } })
})

test('runs, waiting messages and records from before sources were stored keep their model, or are a client’s', () => {
	const db = nodeDatabase()
	migrate(db, CONVERSATION_TABLES, WITHOUT_SOURCES)
	const runs = [
		['run_1', 'demo/planner', '{}'],
		['run_2', 'openai/gpt-5', '{"effort":"high"}'],
		['run_3', 'mcp/calls', '{}'],
	] as const
	for (const [id, model, settings] of runs) {
		db.all(
			`INSERT INTO run (id, idem_key, author, message_id, state, model, settings, mode, cancel_requested, usage,
				started_at) VALUES (?1, ?1, ?2, ?1, 'running', ?3, ?4, 'auto', 0, '{}', 1)`,
			...[id, JSON.stringify(OWNER), model, settings],
		)
		const old = { author: OWNER, model, settings: JSON.parse(settings), mode: 'auto', budget: {} }
		db.all(
			"INSERT INTO inbox (id, steer, ui, model, options, created_at) VALUES (?, 'step', '{}', '{}', ?, 1)",
			...[id, JSON.stringify(old)],
		)
		const payload = { topic: 'run-started', run: { id, model, settings: JSON.parse(settings) } }
		db.all(
			'INSERT INTO outbox (payload, attempts, next_at) VALUES (?, 0, 0)',
			JSON.stringify(payload),
		)
	}
	db.all(`INSERT INTO outbox (payload, attempts, next_at) VALUES ('{"topic":"granted"}', 0, 0)`)
	const store = conversationStore(db)
	const sources = [
		{ kind: 'model', model: 'demo/planner', settings: {} },
		{ kind: 'model', model: 'openai/gpt-5', settings: { effort: 'high' } },
		{ kind: 'client' },
	]
	expect(runs.map(([id]) => store.run(id)?.source)).toEqual(sources)
	expect(store.inbox().map(({ options }) => options)).toEqual(
		sources.map((source) => ({ author: OWNER, source, mode: 'auto', budget: {} })),
	)
	const payloads = db.all<{ payload: string }>('SELECT payload FROM outbox ORDER BY id')
	expect(payloads.map(({ payload }) => JSON.parse(payload))).toEqual([
		...runs.map(([id], index) => ({ topic: 'run-started', run: { id, source: sources[index] } })),
		{ topic: 'granted' },
	])
})
