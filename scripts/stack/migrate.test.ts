import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS_DIR } from '../paths.ts'
import { applyMigrations, type Database } from './migrate.ts'

let folder: string
let runtime: Miniflare
let database: Database
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-migrate-'))
	runtime = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script: 'export default {}',
			cf: false,
			d1Databases: { DB: 'test' },
		}),
	)
	database = await runtime.getD1Database('DB')
})
afterEach(async () => {
	await runtime.dispose()
	await rm(folder, { recursive: true })
})

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const applied = async (): Promise<unknown[]> =>
	(await database.prepare('SELECT name FROM d1_migrations ORDER BY id').all()).results.map(
		({ name }) => name,
	)

test('every migration of the product is applied, in order, and none a second time', async () => {
	await applyMigrations(database, MIGRATIONS_DIR)
	const names = await applied()
	expect(names[0]).toBe('0000_init.sql')
	await applyMigrations(database, MIGRATIONS_DIR)
	expect(await applied()).toEqual(names)
})

test('a migration that fails is named and leaves nothing of itself; once it is mended the rest follows', async () => {
	await write('0000_a.sql', 'CREATE TABLE a (x);')
	await write('0001_b.sql', 'CREATE TABLE b (x);\n--> statement-breakpoint\nCREATE TABLE a (x);')
	await expect(applyMigrations(database, folder)).rejects.toThrow(/0001_b\.sql: .*already exists/)
	expect(await applied()).toEqual(['0000_a.sql'])
	await write('0001_b.sql', 'CREATE TABLE b (x);')
	await applyMigrations(database, folder)
	expect(await applied()).toEqual(['0000_a.sql', '0001_b.sql'])
})

/** Applies all files, and records more names in the form that wrangler and this code use. */
const record = async (...names: string[]): Promise<void> => {
	await applyMigrations(database, folder)
	for (const name of names)
		await database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name).run()
}

test('a database of the last version before the release stays as it is, and takes what comes after', async () => {
	await database.prepare('CREATE TABLE people (name)').run()
	await database.prepare("INSERT INTO people VALUES ('Ada')").run()
	await record('0000_init.sql', '0001_grants_and_budgets.sql', '0041_live_arenas.sql')
	await write('0000_init.sql', 'CREATE TABLE people (name);')
	await write('0001_more.sql', 'CREATE TABLE more (x);')
	await applyMigrations(database, folder)
	expect((await database.prepare('SELECT name FROM people').all()).results).toEqual([
		{ name: 'Ada' },
	])
	expect((await applied()).at(-1)).toBe('0001_more.sql')
})

test('a database of an older version is refused with what to do, and nothing is applied', async () => {
	await record('0000_init.sql', '0001_grants_and_budgets.sql')
	await write('0000_init.sql', 'CREATE TABLE people (name);')
	await write('0001_more.sql', 'CREATE TABLE more (x);')
	await expect(applyMigrations(database, folder)).rejects.toThrow('older than 2026-11-27')
	expect(await applied()).toEqual(['0000_init.sql', '0001_grants_and_budgets.sql'])
})
