/** The part of a SQLite database that the store needs: an object's own, or `node:sqlite` in tests. */
export type SqlValue = string | number | null | Uint8Array | ArrayBuffer

export interface SqlDatabase {
	/** Runs one statement; rows as objects by column name. */
	all<R>(query: string, ...bindings: SqlValue[]): R[]
	/** Runs `body` atomically: an error inside rolls everything back. Not nested. */
	transaction<T>(body: () => T): T
}

/** The part of `DurableObjectStorage` that is used. */
interface ObjectStorage {
	readonly sql: { exec(query: string, ...bindings: SqlValue[]): { toArray(): unknown[] } }
	transactionSync<T>(body: () => T): T
}

export function objectDatabase(storage: ObjectStorage): SqlDatabase {
	return {
		all: <R>(query: string, ...bindings: SqlValue[]) =>
			storage.sql.exec(query, ...bindings).toArray() as R[],
		transaction: (body) => storage.transactionSync(body),
	}
}
