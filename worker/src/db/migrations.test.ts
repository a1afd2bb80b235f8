import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

const ROOT = `${import.meta.dirname}/../../..`

const INIT = readFileSync(`${ROOT}/migrations/0000_init.sql`, 'utf8')

test('the search finds what was written before and after a backup as docs/deploy.md describes it', () => {
	const db = new DatabaseSync(':memory:')
	db.exec(INIT)
	const say = (id: string, text: string): void =>
		db.exec(`
			INSERT INTO conversations (id, project_id, title, title_source, mode, created_at, updated_at)
				VALUES ('cnv_${id}', 'prj_1', 'About ${text}', 'user', 'auto', 1, 1);
			INSERT INTO messages (id, conversation_id, role, text, created_at)
				VALUES ('msg_${id}', 'cnv_${id}', 'user', 'The ${text} is red', 1);
		`)
	db.exec(`INSERT INTO projects (id, name, created_at, updated_at) VALUES ('prj_1', 'P', 1, 1)`)
	say('1', 'lantern')
	const guide = readFileSync(`${ROOT}/docs/deploy.md`, 'utf8')
	const [, removal] = /--command "(DROP TRIGGER [^"]+)"/.exec(guide) ?? []
	const [, start] = /sed -n '\/\^([^/]+)\/,\$p'/.exec(guide) ?? []
	db.exec(String(removal))
	const left = `SELECT count(*) AS n FROM sqlite_master WHERE name LIKE 'title_index%' OR name LIKE 'text_index%'`
	expect(db.prepare(left).get()).toEqual({ n: 0 })
	db.exec(INIT.slice(INIT.indexOf(String(start))))
	say('2', 'lantern')
	const found = (index: string): number | bigint | string | null | Uint8Array | undefined =>
		db.prepare(`SELECT count(*) AS n FROM ${index} WHERE ${index} MATCH 'lantern'`).get()?.['n']
	expect([found('title_index'), found('text_index')]).toEqual([2, 2])
})
