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
	readonly query: string
	readonly values: readonly unknown[]

	constructor(query: string, values: readonly unknown[] = []) {
		this.query = query
		this.values = values
	}

	bind(...values: unknown[]): Statement {
		return new Statement(this.query, values)
	}
}

export class FakeD1 {
	readonly database = new DatabaseSync(':memory:')
	readonly #scheduler: Scheduler
	readonly #faults: Faults

	constructor(scheduler: Scheduler, faults: Faults) {
		this.#scheduler = scheduler
		this.#faults = faults
		this.database.exec(SQL)
		this.database.exec('PRAGMA foreign_keys = OFF')
	}

	prepare(query: string): Statement {
		return new Statement(query)
	}

	async batch(statements: readonly Statement[]): Promise<unknown[]> {
		await this.#scheduler.sleep(this.#faults.random.between(2, 30))
		if (this.#faults.strikes('d1_error')) throw new Error('D1_ERROR: overloaded')
		this.database.exec('BEGIN')
		try {
			for (const { query, values } of statements)
				this.database.prepare(query).run(...(values as never[]))
			this.database.exec('COMMIT')
		} catch (error) {
			this.database.exec('ROLLBACK')
			throw error
		}
		await this.#scheduler.sleep(this.#faults.random.between(1, 10))
		if (this.#faults.strikes('d1_reply_lost')) throw new Error('D1_ERROR: network connection lost')
		return statements.map(() => ({ success: true, results: [], meta: {} }))
	}

	rows(query: string): Record<string, unknown>[] {
		return this.database.prepare(query).all()
	}
}
