/** Brings the local D1 database up to date. */
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { parse } from 'smol-toml'
import * as z from 'zod'
import { hashOf, unlessDone } from '../builds/stamps.ts'
import { MIGRATIONS_DIR, WRANGLER_CONFIG } from '../paths.ts'

/** The fields of wrangler.toml that say where the database is. */
const Config = z.object({
	d1_databases: z.array(z.object({ binding: z.string(), database_id: z.string() })),
})
/** Wrangler's own record of what it has applied: it and this file may take turns on one database. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
	id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`
/** drizzle-kit writes this line between two statements. */
const BREAKPOINT = '--> statement-breakpoint'

/**
 * Before the first release there were 42 migrations, now there is one, with the name of the first. A database with the
 * last of the 42 has every table of it.
 */
const LAST_BEFORE_RELEASE = '0041_live_arenas.sql'

/** A database as far as migrations need one. */
export type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/**
 * Applies the migrations that the database has not seen, each whole or not at all.
 * @param folder of the `.sql` files, applied in the order of their names
 * @throws naming the migration that failed, or if the database is older than the first of them
 */
export async function applyMigrations(database: Database, folder: string): Promise<void> {
	await database.prepare(APPLIED).run()
	const { results } = await database.prepare('SELECT name FROM d1_migrations').all()
	const applied = new Set(results.map(({ name }) => name))
	const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
	const isOlder = results.some(({ name }) => !files.includes(String(name)))
	if (isOlder && !applied.has(LAST_BEFORE_RELEASE)) {
		throw new Error(
			'The local database was last used by a version older than 2026-11-27, and this version cannot update it. Run the 2026-11-27 version once, or move the state folder away to start over.',
		)
	}
	for (const name of files.filter((file) => !applied.has(file))) {
		const statements = (await readFile(join(folder, name), 'utf8')).split(BREAKPOINT)
		try {
			await database.batch([
				...statements.map((statement) => database.prepare(statement)),
				database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
			])
		} catch (error) {
			throw new Error(
				`The local database could not be migrated. ${name}: ${error instanceof Error ? error.message : error}`,
			)
		}
	}
}

/**
 * Applies the migrations that `persistTo` has not seen, all in one runtime: wrangler starts one for each file, which
 * takes half a minute. A stamp inside `persistTo` remembers the last set, so that nothing starts when there are none.
 * @returns whether it looked
 * @throws with a message for people if a migration fails
 */
export async function migrateLocally(persistTo: string): Promise<boolean> {
	const exists = async (): Promise<boolean> =>
		access(join(persistTo, 'v3', 'd1')).then(
			() => true,
			() => false,
		)
	return unlessDone(
		join(persistTo, 'migrations.stamp'),
		await hashOf(['migrations', 'wrangler.toml']),
		exists,
		async () => {
			const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
			const { d1_databases } = Config.parse(parse(await readFile(WRANGLER_CONFIG, 'utf8')))
			const runtime = new Miniflare(
				convertV4MiniflareOptions({
					modules: true,
					script: 'export default {}',
					d1Databases: Object.fromEntries(
						d1_databases.map(({ binding, database_id }) => [binding, database_id]),
					),
					// The same place as with `wrangler dev --persist-to`.
					resourcePersistencePath: join(persistTo, 'v3'),
					// Otherwise the runtime asks workers.cloudflare.com where it is.
					cf: false,
				}),
			)
			try {
				await applyMigrations(await runtime.getD1Database('DB'), MIGRATIONS_DIR)
			} finally {
				await runtime.dispose()
			}
		},
	)
}
