/** How the database carries a statement out, for tests that no statement scans a whole table. */
import type { Database } from '../../src/db/client.ts'
import { sqliteD1 } from './sqlite-d1.ts'

/** Whether a step of SQLite's plan scans a table: not a subquery's result, nor looks into a full-text index ("M"). */
export const isWalk = (step: string, tables: ReadonlySet<string>): boolean =>
	!/ VIRTUAL TABLE INDEX \d+:=?M/.test(step) && tables.has(/^SCAN (\w+)/.exec(step)?.[1] ?? '')

/** The tables of a database: see {@link namesOf}. */
export const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
export const namesOf = (rows: readonly unknown[]): ReadonlySet<string> =>
	new Set(rows.map((row) => String((row as { name: unknown }).name)))

/** D1 over SQLite that notes how each statement is carried out. */
export function planned(): { db: Database; walks: () => string[]; steps: readonly string[] } {
	const noted = new Set<string>()
	const steps: string[] = []
	const { db, sqlite } = sqliteD1((query, values) => {
		for (const { detail } of sqlite
			.prepare(`EXPLAIN QUERY PLAN ${query}`)
			.all(...(values as never[]))) {
			steps.push(String(detail))
			if (isWalk(String(detail), tables)) noted.add(`${detail}: ${query}`)
		}
	})
	sqlite.exec('PRAGMA foreign_keys = OFF')
	const tables = namesOf(sqlite.prepare(TABLES).all())
	return { db, walks: () => [...noted], steps }
}
