/** People's keys at model providers and search services, and those that pay for a run. */

import { KeyProvider } from '@fairlead/protocol/models/keys'
import type { EndpointProvider } from '@fairlead/protocol/models/model-endpoints'
import { SearchService } from '@fairlead/protocol/models/search-keys'
import type { Author } from '@fairlead/protocol/people/author'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { payerHere } from '../../db/payer.ts'
import { members } from '../../db/schema.ts'
import { payersEndpoints } from './endpoints.ts'
import { modelKeys } from './schema.ts'

/** Services for which a person can have a key. */
export type KeyHolder = KeyProvider | SearchService
export type KeyRow = typeof modelKeys.$inferSelect
export type KeyRowOf<H extends KeyHolder> = KeyRow & { readonly provider: H }
export type ModelKeyRow = KeyRowOf<KeyProvider>
export type SearchKeyRow = KeyRowOf<SearchService>

const ofModels = inArray(modelKeys.provider, KeyProvider.options)
const ofSearch = inArray(modelKeys.provider, SearchService.options)

/** Those of the payer's keys that count now. */
const keysFor = (db: Database, projectId: string, author: Author, which: SQL) => {
	const pays = payerHere(modelKeys.userId, projectId, author)
	return db
		.select({ row: modelKeys })
		.from(modelKeys)
		.innerJoin(users, pays.user)
		.innerJoin(members, pays.member)
		.where(and(pays.now, which))
}

export async function payersKey(
	db: Database,
	projectId: string,
	author: Author,
	provider: KeyProvider,
): Promise<KeyRow | undefined> {
	return (await keysFor(db, projectId, author, eq(modelKeys.provider, provider)).get())?.row
}

/** The key that pays for searches: the one stored last of several. */
export async function payersSearchKey(
	db: Database,
	projectId: string,
	author: Author,
): Promise<SearchKeyRow | undefined> {
	const newest = await keysFor(db, projectId, author, ofSearch)
		.orderBy(desc(modelKeys.addedAt), asc(modelKeys.provider))
		.limit(1)
		.get()
	return newest?.row as SearchKeyRow | undefined
}

/** The providers that the payer of this author's runs has a key for, and the endpoints of theirs. */
export async function payersProviders(
	db: Database,
	projectId: string,
	author: Author,
): Promise<Set<KeyProvider | EndpointProvider>> {
	const pays = payerHere(modelKeys.userId, projectId, author)
	const ofKeys = db
		.select({ provider: sql<KeyProvider | EndpointProvider>`${modelKeys.provider}` })
		.from(modelKeys)
		.innerJoin(users, pays.user)
		.innerJoin(members, pays.member)
		.where(and(pays.now, ofModels))
	const rows = await unionAll(ofKeys, payersEndpoints(db, projectId, author))
	return new Set(rows.map(({ provider }) => provider))
}

export const listModelKeys = async (db: Database, userId: string): Promise<ModelKeyRow[]> =>
	(await db
		.select()
		.from(modelKeys)
		.where(and(eq(modelKeys.userId, userId), ofModels))
		.orderBy(asc(modelKeys.provider))) as ModelKeyRow[]

/** The key that runs search with is first. */
export const listSearchKeys = async (db: Database, userId: string): Promise<SearchKeyRow[]> =>
	(await db
		.select()
		.from(modelKeys)
		.where(and(eq(modelKeys.userId, userId), ofSearch))
		.orderBy(desc(modelKeys.addedAt), asc(modelKeys.provider))) as SearchKeyRow[]

/** Replaces the person's earlier key. */
export async function putModelKey(db: Database, row: KeyRow): Promise<void> {
	const { sealed, lastFour, addedAt } = row
	await db
		.insert(modelKeys)
		.values(row)
		.onConflictDoUpdate({
			target: [modelKeys.userId, modelKeys.provider],
			set: { sealed, lastFour, addedAt },
		})
}

/** Keeps another form of the same key; does nothing if the person has replaced it meanwhile. */
export async function resealModelKey(db: Database, row: KeyRow, sealed: string): Promise<void> {
	await db
		.update(modelKeys)
		.set({ sealed })
		.where(
			and(
				eq(modelKeys.userId, row.userId),
				eq(modelKeys.provider, row.provider),
				eq(modelKeys.sealed, row.sealed),
			),
		)
}

/** False if there was no key. */
export async function deleteModelKey(
	db: Database,
	userId: string,
	provider: KeyHolder,
): Promise<boolean> {
	const gone = await db
		.delete(modelKeys)
		.where(and(eq(modelKeys.userId, userId), eq(modelKeys.provider, provider)))
		.returning({ provider: modelKeys.provider })
	return gone.length > 0
}
