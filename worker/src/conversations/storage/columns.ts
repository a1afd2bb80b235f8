/** One description per table: the column of each field, and how it is written. */
import type { SqlDatabase, SqlValue } from '../../platform/sql-database.ts'

type Kind = 'plain' | 'json' | 'flag'

interface Column {
	readonly field: string
	readonly column: string
	readonly kind: Kind
}

const columnName = (field: string): string =>
	field === 'index' ? 'idx' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function toSql(column: Column, value: unknown): SqlValue {
	switch (column.kind) {
		case 'json':
			return value === null || value === undefined ? null : JSON.stringify(value)
		case 'flag':
			return value ? 1 : 0
		case 'plain':
			return (value ?? null) as SqlValue
		default:
			return column.kind satisfies never
	}
}

type Field<T> = Extract<keyof T, string>

/** Rows of one table as values of `T`. */
export class Table<T extends object> {
	readonly #db: SqlDatabase
	readonly #name: string
	readonly #columns: readonly Column[]
	/** The columns, for a `SELECT` or `INSERT` that is written out. */
	readonly names: string

	/** `json` and `flag` name the fields that are stored as JSON text and as 0/1. */
	constructor(
		db: SqlDatabase,
		name: string,
		fields: readonly Field<T>[],
		kinds: { readonly json?: readonly Field<T>[]; readonly flag?: readonly Field<T>[] } = {},
	) {
		this.#db = db
		this.#name = name
		this.#columns = fields.map((field) => ({
			field,
			column: columnName(field),
			kind: kinds.json?.includes(field) ? 'json' : kinds.flag?.includes(field) ? 'flag' : 'plain',
		}))
		this.names = this.#columns.map(({ column }) => column).join(', ')
	}

	/** `rest`: what follows the table in the `SELECT`. */
	all(rest: string, ...bindings: SqlValue[]): readonly T[] {
		const query = `SELECT ${this.names} FROM ${this.#name} ${rest}`
		return this.#db.all<Record<string, unknown>>(query, ...bindings).map((row) => this.#read(row))
	}

	first(rest: string, ...bindings: SqlValue[]): T | null {
		return this.all(`${rest} LIMIT 1`, ...bindings)[0] ?? null
	}

	insert(row: T): void {
		this.#db.all(
			`INSERT INTO ${this.#name} (${this.names}) VALUES (${this.#columns.map(() => '?').join(', ')})`,
			...this.#columns.map((column) =>
				toSql(column, (row as Record<string, unknown>)[column.field]),
			),
		)
	}

	update(patch: Partial<T>, where: string, ...bindings: SqlValue[]): void {
		const changed = this.#columns.filter(({ field }) => field in patch)
		this.#db.all(
			`UPDATE ${this.#name} SET ${changed.map(({ column }) => `${column} = ?`).join(', ')} WHERE ${where}`,
			...changed.map((column) => toSql(column, (patch as Record<string, unknown>)[column.field])),
			...bindings,
		)
	}

	#read(row: Record<string, unknown>): T {
		const entries = this.#columns.map(({ field, column, kind }) => {
			const value = row[column]
			if (kind === 'json') return [field, value === null ? null : JSON.parse(String(value))]
			return [field, kind === 'flag' ? value === 1 : value]
		})
		return Object.fromEntries(entries) as T
	}
}
