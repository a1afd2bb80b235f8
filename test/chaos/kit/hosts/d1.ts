/** D1 on `node:sqlite`, with the product's own migrations: may fail before or after it has written. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Faults } from '../faults.ts'
import type { Scheduler } from '../scheduler.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'migrations')
const SQL = readdirSync(MIGRATIONS)
	.filter((name) => name.endsWith('.sql'))
	.sort()
	.map((name) =>
		readFileSync(join(MIGRATIONS, name), 'utf8').replaceAll('--> statement-breakpoint', ''),
	)
	.join('\n')
/** The migrated database, made once: the migrations take longer than many a seed's own work. */
let migrated: Uint8Array | null = null

function emptyDatabase(): DatabaseSync {
	const database = new DatabaseSync(':memory:')
	if (migrated === null) {
		database.exec(SQL)
		migrated = database.serialize()
	} else database.deserialize(migrated)
	database.exec('PRAGMA foreign_keys = OFF')
	return database
}

class Statement {
	readonly #d1: FakeD1
	readonly query: string
	readonly values: readonly unknown[]

	constructor(d1: FakeD1, query: string, values: readonly unknown[] = []) {
		this.#d1 = d1
		this.query = query
		this.values = values
	}

	bind(...values: unknown[]): Statement {
		return new Statement(this.#d1, this.query, values)
	}

	/** Rows as arrays. */
	raw(): Promise<unknown[]> {
		return this.#d1.execute(() => this.#d1.query(this.query, this.values, 'arrays'))
	}

	async all(): Promise<unknown> {
		const results = await this.#d1.execute(() => this.#d1.query(this.query, this.values))
		return { success: true, results, meta: {} }
	}

	run(): Promise<unknown> {
		return this.all()
	}
}

export class FakeD1 {
	readonly database = emptyDatabase()
	readonly #statements = {
		objects: new Map<string, StatementSync>(),
		arrays: new Map<string, StatementSync>(),
	}
	/** When it first had a permission, by its id. Milliseconds since the start. */
	readonly grantKnownAt = new Map<string, number>()
	readonly #scheduler: Scheduler
	readonly #faults: Faults

	constructor(scheduler: Scheduler, faults: Faults) {
		this.#scheduler = scheduler
		this.#faults = faults
	}

	/** Runs one statement; rows as objects, or as arrays. */
	query(text: string, values: readonly unknown[], as: 'objects' | 'arrays' = 'objects'): unknown[] {
		const known = this.#statements[as]
		let statement = known.get(text)
		if (!statement) {
			statement = this.database.prepare(text)
			if (as === 'arrays') statement.setReturnArrays(true)
			known.set(text, statement)
		}
		return statement.all(...(values as never[]))
	}

	prepare(query: string): Statement {
		return new Statement(this, query)
	}

	batch(statements: readonly Statement[]): Promise<unknown[]> {
		return this.execute(() => {
			this.database.exec('BEGIN')
			try {
				const results = statements.map(({ query, values }) => this.query(query, values))
				this.database.exec('COMMIT')
				for (const { id } of this.rows('SELECT id FROM grants')) {
					if (!this.grantKnownAt.has(String(id)))
						this.grantKnownAt.set(String(id), this.#scheduler.elapsed)
				}
				return results.map((rows) => ({ success: true, results: rows, meta: {} }))
			} catch (error) {
				this.database.exec('ROLLBACK')
				throw error
			}
		})
	}

	/** Like the network: late, and possibly without an answer. */
	async execute<T>(work: () => T): Promise<T> {
		await this.#scheduler.sleep(this.#faults.random.between(2, 30))
		if (this.#faults.strikes('d1_error')) throw new Error('D1_ERROR: overloaded')
		const result = work()
		await this.#scheduler.sleep(this.#faults.random.between(1, 10))
		if (this.#faults.strikes('d1_reply_lost')) throw new Error('D1_ERROR: network connection lost')
		return result
	}

	rows(query: string): Record<string, unknown>[] {
		return this.query(query, []) as Record<string, unknown>[]
	}
}
