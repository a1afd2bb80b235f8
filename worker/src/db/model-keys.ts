/** People's keys at model providers, and whose key pays for a run. */
import type { Author } from '@fairlead/protocol/author'
import type { KeyProvider } from '@fairlead/protocol/keys'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from './account-schema.ts'
import { areSuspended } from './allowances.ts'
import { automations } from './automation-schema.ts'
import type { Database } from './client.ts'
import { makerMay } from './maker.ts'
import { personNow } from './merged-trials.ts'
import { modelKeys } from './model-key-schema.ts'
import { members } from './schema.ts'
import { shares } from './share-schema.ts'

export type ModelKeyRow = typeof modelKeys.$inferSelect

/**
 * In SQL: the person who caused it; of a share link, the one who made it; of an automation too,
 * while that person may manage automations. Null: nobody.
 */
export function payerOf({ kind, id, userId }: Author): SQL {
	if (userId !== null) return personNow(userId)
	switch (kind) {
		case 'webhook':
		case 'schedule':
			return sql`(select automation.created_by from ${automations} as automation where automation.id = ${id}
				and ${makerMay('automations.manage', sql`automation.project_id`, sql`automation.created_by`)})`
		case 'share':
			return sql`(select link.created_by from ${shares} as link where link.id = ${id})`
		case 'session':
		case 'token':
		case 'mcp':
		case 'relay':
		case 'system':
		case 'operator':
			return sql`null`
		default:
			return kind satisfies never
	}
}

/** The payer's keys that count now: a member's who is neither suspended nor deleting the account. */
const keysFor = (db: Database, projectId: string, author: Author, provider?: KeyProvider) =>
	db
		.select({ row: modelKeys })
		.from(modelKeys)
		.innerJoin(users, eq(users.id, modelKeys.userId))
		.innerJoin(members, and(eq(members.userId, modelKeys.userId), eq(members.projectId, projectId)))
		.where(
			and(
				eq(modelKeys.userId, payerOf(author)),
				provider === undefined ? undefined : eq(modelKeys.provider, provider),
				isNull(users.deletedAt),
				sql`not ${areSuspended(sql`${modelKeys.userId}`)}`,
			),
		)

export async function payersKey(
	db: Database,
	projectId: string,
	author: Author,
	provider: KeyProvider,
): Promise<ModelKeyRow | undefined> {
	return (await keysFor(db, projectId, author, provider).get())?.row
}

/** The providers that the payer of this author's runs has a key for. */
export async function payersProviders(
	db: Database,
	projectId: string,
	author: Author,
): Promise<Set<KeyProvider>> {
	return new Set((await keysFor(db, projectId, author)).map(({ row }) => row.provider))
}

export async function listModelKeys(db: Database, userId: string): Promise<ModelKeyRow[]> {
	return db
		.select()
		.from(modelKeys)
		.where(eq(modelKeys.userId, userId))
		.orderBy(asc(modelKeys.provider))
}

/** Replaces the one before it. */
export async function putModelKey(db: Database, row: ModelKeyRow): Promise<void> {
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
export async function resealModelKey(
	db: Database,
	row: ModelKeyRow,
	sealed: string,
): Promise<void> {
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

/** False if there was none. */
export async function deleteModelKey(
	db: Database,
	userId: string,
	provider: KeyProvider,
): Promise<boolean> {
	const gone = await db
		.delete(modelKeys)
		.where(and(eq(modelKeys.userId, userId), eq(modelKeys.provider, provider)))
		.returning({ provider: modelKeys.provider })
	return gone.length > 0
}
