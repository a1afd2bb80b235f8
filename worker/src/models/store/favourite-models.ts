/** Models that people have marked. */
import { MAX_FAVOURITES } from '@fairlead/protocol/models/models'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { favouriteModels } from './schema.ts'

/** Their names. */
export async function listFavourites(db: Database, userId: string): Promise<string[]> {
	const rows = await db
		.select({ name: favouriteModels.name })
		.from(favouriteModels)
		.where(eq(favouriteModels.userId, userId))
		.orderBy(asc(favouriteModels.name))
	return rows.map(({ name }) => name)
}

/** False: there are as many as a person can have. */
export async function markModel(db: Database, userId: string, name: string): Promise<boolean> {
	const count = sql`(select count(*) from ${favouriteModels} where user_id = ${userId})`
	await db.run(
		sql`insert into ${favouriteModels} (user_id, name) select ${userId}, ${name}
			where ${count} < ${MAX_FAVOURITES} on conflict do nothing`,
	)
	return (await listFavourites(db, userId)).includes(name)
}

export async function unmarkModel(db: Database, userId: string, name: string): Promise<void> {
	await db
		.delete(favouriteModels)
		.where(and(eq(favouriteModels.userId, userId), eq(favouriteModels.name, name)))
}
