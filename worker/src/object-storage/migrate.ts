/** Brings the tables inside an object up to date, when it wakes: objects of any age open. */
import type { SqlDatabase } from './sql-database.ts'

/** A change gets a new entry at the end; an entry never changes. */
export type Migrations = readonly (readonly string[])[]

/** Idempotent; call it before anything else. Tests: `upTo` an older state. */
export function migrate(db: SqlDatabase, migrations: Migrations, upTo = migrations.length): void {
	db.all('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')
	const rows = db.all<{ version: number }>('SELECT version FROM schema_version')
	const version = rows[0]?.version ?? 0
	if (version >= upTo) return
	db.transaction(() => {
		for (const statements of migrations.slice(version, upTo)) {
			for (const statement of statements) db.all(statement)
		}
		db.all('DELETE FROM schema_version')
		db.all('INSERT INTO schema_version (version) VALUES (?)', upTo)
	})
}
