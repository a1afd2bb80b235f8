/** Model servers of people's own. */

import type { KeyProvider } from '@fairlead/protocol/models/keys'
import type { EndpointProvider } from '@fairlead/protocol/models/model-endpoints'
import type { Author } from '@fairlead/protocol/people/author'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { payerHere } from '../../db/payer.ts'
import { members } from '../../db/schema.ts'
import { modelEndpoints } from './schema.ts'

export type ModelEndpointRow = typeof modelEndpoints.$inferSelect
type Key = Pick<ModelEndpointRow, 'userId' | 'name'>

const named = ({ userId, name }: Key): SQL | undefined =>
	and(eq(modelEndpoints.userId, userId), eq(modelEndpoints.name, name))

export async function listModelEndpoints(
	db: Database,
	userId: string,
): Promise<ModelEndpointRow[]> {
	return db
		.select()
		.from(modelEndpoints)
		.where(eq(modelEndpoints.userId, userId))
		.orderBy(asc(modelEndpoints.name))
}

export const findModelEndpoint = (db: Database, key: Key): Promise<ModelEndpointRow | undefined> =>
	db.select().from(modelEndpoints).where(named(key)).get()

/** Replaces the one of the same name. */
export async function putModelEndpoint(db: Database, row: ModelEndpointRow): Promise<void> {
	const { userId: _, name: __, ...set } = row
	await db
		.insert(modelEndpoints)
		.values(row)
		.onConflictDoUpdate({ target: [modelEndpoints.userId, modelEndpoints.name], set })
}

/** Changes nothing if the endpoint was replaced meanwhile. */
export async function updateModelEndpoint(
	db: Database,
	row: ModelEndpointRow,
	change: Partial<Pick<ModelEndpointRow, 'models' | 'readAt' | 'sealed'>>,
): Promise<void> {
	await db
		.update(modelEndpoints)
		.set(change)
		.where(
			and(
				named(row),
				eq(modelEndpoints.url, row.url),
				row.sealed === null ? isNull(modelEndpoints.sealed) : eq(modelEndpoints.sealed, row.sealed),
			),
		)
}

/** False if there was none. */
export async function deleteModelEndpoint(db: Database, key: Key): Promise<boolean> {
	const gone = await db
		.delete(modelEndpoints)
		.where(named(key))
		.returning({ name: modelEndpoints.name })
	return gone.length > 0
}

/** The endpoint that the payer of this author's runs has under the name. */
export async function payersEndpoint(
	db: Database,
	projectId: string,
	author: Author,
	name: string,
): Promise<ModelEndpointRow | undefined> {
	const pays = payerHere(modelEndpoints.userId, projectId, author)
	const found = await db
		.select({ row: modelEndpoints })
		.from(modelEndpoints)
		.innerJoin(users, pays.user)
		.innerJoin(members, pays.member)
		.where(and(pays.now, eq(modelEndpoints.name, name)))
		.get()
	return found?.row
}

/** All of them, as the providers of their models' names: a part of a query. */
export function payersEndpoints(db: Database, projectId: string, author: Author) {
	const pays = payerHere(modelEndpoints.userId, projectId, author)
	return db
		.select({ provider: sql<KeyProvider | EndpointProvider>`'@' || ${modelEndpoints.name}` })
		.from(modelEndpoints)
		.innerJoin(users, pays.user)
		.innerJoin(members, pays.member)
		.where(pays.now)
}
