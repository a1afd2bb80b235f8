/** D1 over `node:sqlite` with the product's migrations, for tests outside workerd. */
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Database, database } from '../../src/db/client.ts'

const FOLDER = `${import.meta.dirname}/../../../migrations`

/** @param before called with each statement that is about to run */
export function sqliteD1(
	before: (query: string, values: readonly unknown[]) => void = () => undefined,
): { db: Database; sqlite: DatabaseSync } {
	const sqlite = new DatabaseSync(':memory:')
	for (const name of readdirSync(FOLDER).sort()) {
		if (name.endsWith('.sql')) sqlite.exec(readFileSync(`${FOLDER}/${name}`, 'utf8'))
	}
	/** To prepare one costs more than to run it. */
	const prepared = new Map<string, StatementSync>()
	const prepare = (query: string): StatementSync => {
		const known = prepared.get(query)
		if (known) return known
		const made = sqlite.prepare(query)
		prepared.set(query, made)
		return made
	}
	const statement = (query: string, values: readonly unknown[]) => {
		const rows = (asArrays: boolean): unknown[] => {
			before(query, values)
			const ready = prepare(query)
			ready.setReturnArrays(asArrays)
			return ready.all(...(values as never[]))
		}
		const all = async () => ({ success: true, results: rows(false), meta: {} })
		return {
			bind: (...bound: unknown[]) => statement(query, bound),
			raw: async () => rows(true),
			all,
			run: all,
		}
	}
	const d1 = {
		prepare: (query: string) => statement(query, []),
		batch: (statements: { all(): Promise<unknown> }[]) =>
			Promise.all(statements.map((one) => one.all())),
	}
	return { db: database(d1 as never), sqlite }
}
