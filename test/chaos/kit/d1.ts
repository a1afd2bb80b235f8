/** D1 on `node:sqlite`, with the product's own migrations: may fail before or after it has written. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations')
const SQL = readdirSync(MIGRATIONS)
	.filter((name) => name.endsWith('.sql'))
	.sort()
	.map((name) =>
		readFileSync(join(MIGRATIONS, name), 'utf8').replaceAll('--> statement-breakpoint', ''),
	)
	.join('\n')

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
		return this.#d1.execute(() => {
			const statement = this.#d1.database.prepare(this.query)
			statement.setReturnArrays(true)
			return statement.all(...(this.values as never[]))
		})
	}

	async all(): Promise<unknown> {
		const results = await this.#d1.execute(() =>
			this.#d1.database.prepare(this.query).all(...(this.values as never[])),
		)
		return { success: true, results, meta: {} }
	}

	run(): Promise<unknown> {
		return this.all()
	}
}

export class FakeD1 {
	readonly database = new DatabaseSync(':memory:')
	/** When it first had a permission, by its id. Milliseconds since the start. */
	readonly grantKnownAt = new Map<string, number>()
	readonly #scheduler: Scheduler
	readonly #faults: Faults

	constructor(scheduler: Scheduler, faults: Faults) {
		this.#scheduler = scheduler
		this.#faults = faults
		this.database.exec(SQL)
		this.database.exec('PRAGMA foreign_keys = OFF')
	}

	prepare(query: string): Statement {
		return new Statement(this, query)
	}

	batch(statements: readonly Statement[]): Promise<unknown[]> {
		return this.execute(() => {
			this.database.exec('BEGIN')
			try {
				const results = statements.map(({ query, values }) =>
					this.database.prepare(query).all(...(values as never[])),
				)
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
		return this.database.prepare(query).all()
	}
}
