/** The columns of D1 that hold encrypted secrets, read in pages to encrypt them anew. */
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

export interface SealedColumn {
	readonly table: string
	readonly column: string
	/** SQL of what the secret is bound to. */
	readonly boundTo: string
}

export interface SealedCell {
	readonly rowid: number
	readonly boundTo: string
	readonly sealed: string
}

/** Those that do not begin with `current`, after a row, in their order. */
export async function sealedBefore(
	db: Database,
	{ table, column, boundTo }: SealedColumn,
	current: string,
	after: number,
	limit: number,
): Promise<SealedCell[]> {
	const cell = sql.identifier(column)
	return db.all<SealedCell>(sql`
		select rowid, ${sql.raw(boundTo)} as boundTo, ${cell} as sealed from ${sql.identifier(table)}
		where rowid > ${after} and ${cell} is not null and substr(${cell}, 1, 7) <> 'sha256:'
			and substr(${cell}, 1, ${current.length}) <> ${current}
		order by rowid limit ${limit}`)
}

/** Does nothing if the secret was replaced meanwhile. */
export async function replaceSealed(
	db: Database,
	{ table, column }: SealedColumn,
	{ rowid, sealed }: SealedCell,
	anew: string,
): Promise<void> {
	const cell = sql.identifier(column)
	await db.run(sql`update ${sql.identifier(table)} set ${cell} = ${anew}
		where rowid = ${rowid} and ${cell} = ${sealed}`)
}
