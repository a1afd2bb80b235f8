/** The models that providers list, as people have had them read. */

import type { KeyProvider } from '@fairlead/protocol/models/keys'
import type { ListedModel } from '@fairlead/protocol/models/models'
import type { Author } from '@fairlead/protocol/people/author'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { payerOf } from '../../db/payer.ts'
import { listedModels } from './schema.ts'

export type ListedModelsRow = typeof listedModels.$inferSelect

export const listListedModels = (db: Database, userId: string): Promise<ListedModelsRow[]> =>
	db
		.select()
		.from(listedModels)
		.where(eq(listedModels.userId, userId))
		.orderBy(asc(listedModels.provider))

/** How many models each list has, without reading them all. */
export const listReadings = (
	db: Database,
	userId: string,
): Promise<{ provider: KeyProvider; readAt: number; models: number }[]> =>
	db
		.select({
			provider: listedModels.provider,
			readAt: listedModels.readAt,
			models: sql<number>`json_array_length(${listedModels.models})`,
		})
		.from(listedModels)
		.where(eq(listedModels.userId, userId))

/** Replaces the list before. */
export async function putListedModels(db: Database, row: ListedModelsRow): Promise<void> {
	const { models, readAt } = row
	await db
		.insert(listedModels)
		.values(row)
		.onConflictDoUpdate({
			target: [listedModels.userId, listedModels.provider],
			set: { models, readAt },
		})
}

/** The entry of one model in the list of whoever pays for this author's runs. */
export async function payersListedModel(
	db: Database,
	author: Author,
	provider: KeyProvider,
	id: string,
): Promise<ListedModel | undefined> {
	const row = await db
		.select({ entry: sql<string>`entry.value` })
		.from(sql`${listedModels}, json_each(${listedModels.models}) as entry`)
		.where(
			and(
				eq(listedModels.userId, payerOf(author)),
				eq(listedModels.provider, provider),
				sql`entry.value ->> 'id' = ${id}`,
			),
		)
		.get()
	return row && (JSON.parse(row.entry) as ListedModel)
}
