/** Brings the tables inside an object up to date, when it wakes: objects of any age open. */
import type { SqlDatabase } from './sql-database.ts'

/** A change gets a new entry at the end; an entry never changes. */
export type Migrations = readonly (readonly string[])[]

/**
 * Idempotent; call it before anything else.
 * @param upTo tests: an older state
 * @param atOnce what all migrations leave in an empty database, in far fewer steps
 */
export function migrate(
	db: SqlDatabase,
	migrations: Migrations,
	upTo = migrations.length,
	atOnce: readonly string[] | null = null,
): void {
	db.all('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')
	const rows = db.all<{ version: number }>('SELECT version FROM schema_version')
	const version = rows[0]?.version ?? 0
	if (version >= upTo) return
	db.transaction(() => {
		const steps = migrations.slice(version, upTo).flat()
		for (const statement of version === 0 && atOnce ? atOnce : steps) db.all(statement)
		db.all('DELETE FROM schema_version')
		db.all('INSERT INTO schema_version (version) VALUES (?)', upTo)
	})
}
