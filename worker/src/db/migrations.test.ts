import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

const FOLDER = `${import.meta.dirname}/../../../migrations`
const AUTHORS = '0007_authors.sql'

const files = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.sql'))
	.sort()

function apply(db: DatabaseSync, names: readonly string[]): void {
	for (const name of names) db.exec(readFileSync(`${FOLDER}/${name}`, 'utf8'))
}

test('runs, messages and usage from before authors were stored belong to their person', () => {
	const db = new DatabaseSync(':memory:')
	apply(db, files.slice(0, files.indexOf(AUTHORS)))
	db.exec(`
		INSERT INTO users VALUES ('usr_1', 'Ada', 'owner', 1);
		INSERT INTO projects (id, name, created_at, updated_at) VALUES ('prj_1', 'P', 1, 1);
		INSERT INTO conversations (id, project_id, title, title_source, mode, created_at, updated_at)
			VALUES ('cnv_1', 'prj_1', 'T', 'user', 'auto', 1, 1);
		INSERT INTO runs (id, conversation_id, user_id, state, model, steps, started_at)
			VALUES ('run_1', 'cnv_1', 'usr_1', 'completed', 'demo/demo', 1, 1);
		INSERT INTO messages (id, conversation_id, role, text, run_id, created_at, ui) VALUES
			('m1', 'cnv_1', 'user', 'hello', 'run_1', 1, '{"id":"m1","metadata":{"createdAt":1}}'),
			('m2', 'cnv_1', 'assistant', 'hi', 'run_1', 2, '{"id":"m2","metadata":{}}');
		INSERT INTO usage (run_id, project_id, user_id, model, input_tokens, output_tokens, cache_read_tokens,
			cache_write_tokens, created_at) VALUES ('run_1', 'prj_1', 'usr_1', 'demo/demo', 1, 1, 0, 0, 1);
	`)
	apply(db, files.slice(files.indexOf(AUTHORS)))
	const ada = { kind: 'session', id: 'usr_1', name: 'Ada' }
	const author = 'author_kind as kind, author_id as id, author_name as name'
	expect(db.prepare(`SELECT ${author} FROM runs`).all()).toEqual([ada])
	const rows = db.prepare(`SELECT ${author}, ui FROM messages ORDER BY created_at`).all()
	const messages = rows.map((row) => ({ ...row }))
	expect(messages.map(({ kind, id, name }) => ({ kind, id, name }))).toEqual([
		ada,
		{ kind: null, id: null, name: null },
	])
	expect(JSON.parse(String(messages[0]?.['ui'])).metadata).toEqual({
		createdAt: 1,
		by: { ...ada, userId: 'usr_1' },
	})
	expect(JSON.parse(String(messages[1]?.['ui'])).metadata).toEqual({})
	expect(db.prepare('SELECT author_id AS id FROM usage').all()).toEqual([{ id: 'usr_1' }])
})
