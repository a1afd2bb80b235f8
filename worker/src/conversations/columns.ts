/** One description per table: which field is which column, and how it is written. */
import type { SqlValue } from './sql-database.ts'

type Kind = 'plain' | 'json' | 'flag'

export interface Column {
	readonly field: string
	readonly column: string
	readonly kind: Kind
}

const columnName = (field: string): string =>
	field === 'index' ? 'idx' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `json` and `flag` name the fields that are stored as JSON text and as 0/1. */
export function columns(
	fields: readonly string[],
	kinds: { json?: readonly string[]; flag?: readonly string[] } = {},
): readonly Column[] {
	return fields.map((field) => ({
		field,
		column: columnName(field),
		kind: kinds.json?.includes(field) ? 'json' : kinds.flag?.includes(field) ? 'flag' : 'plain',
	}))
}

export function toSql(column: Column, value: unknown): SqlValue {
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

export function fromRow<T>(table: readonly Column[], row: Record<string, unknown>): T {
	const entries = table.map(({ field, column, kind }) => {
		const value = row[column]
		if (kind === 'json') return [field, value === null ? null : JSON.parse(String(value))]
		return [field, kind === 'flag' ? value === 1 : value]
	})
	return Object.fromEntries(entries) as T
}

export const placeholders = (table: readonly Column[]): string => table.map(() => '?').join(', ')
export const names = (table: readonly Column[]): string =>
	table.map((column) => column.column).join(', ')

/** `SET` clause and bindings of a patch. */
export function patchOf(
	table: readonly Column[],
	patch: object,
): { set: string; values: SqlValue[] } {
	const changed = table.filter((column) => column.field in patch)
	return {
		set: changed.map((column) => `${column.column} = ?`).join(', '),
		values: changed.map((column) =>
			toSql(column, (patch as Record<string, unknown>)[column.field]),
		),
	}
}
