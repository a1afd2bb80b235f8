/** People's own facts about models, in place of the listed ones. */

import { endpointNameOf, isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import { MAX_OWN_FACTS, type OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { Author } from '@fairlead/protocol/people/author'
import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { payerHere } from '../../db/payer.ts'
import { members } from '../../db/schema.ts'
import { modelEndpoints, modelFacts, modelKeys } from './schema.ts'

export type ModelFactsRow = typeof modelFacts.$inferSelect

export const listModelFacts = (db: Database, userId: string): Promise<ModelFactsRow[]> =>
	db.select().from(modelFacts).where(eq(modelFacts.userId, userId)).orderBy(asc(modelFacts.name))

/** Replaces those of the same model. False: there are as many as a person can have. */
export async function putModelFacts(
	db: Database,
	{ userId, name, own, changedAt }: ModelFactsRow,
): Promise<boolean> {
	const others = sql`(select count(*) from ${modelFacts} where user_id = ${userId} and name <> ${name})`
	const stored = await db.all(
		sql`insert into ${modelFacts} (user_id, name, own, changed_at)
			select ${userId}, ${name}, ${JSON.stringify(own)}, ${changedAt} where ${others} < ${MAX_OWN_FACTS}
			on conflict (user_id, name) do update set own = excluded.own, changed_at = excluded.changed_at
			returning name`,
	)
	return stored.length > 0
}

/** False if there were none. */
export async function deleteModelFacts(
	db: Database,
	userId: string,
	name: string,
): Promise<boolean> {
	const gone = await db
		.delete(modelFacts)
		.where(and(eq(modelFacts.userId, userId), eq(modelFacts.name, name)))
		.returning({ name: modelFacts.name })
	return gone.length > 0
}

/**
 * The own facts of the payer of this author's runs about these models, by their names: only where a key or a model
 * server of theirs pays for `provider`.
 */
export async function payersModelFacts(
	db: Database,
	projectId: string,
	author: Author,
	provider: string,
	names: readonly string[],
): Promise<Readonly<Record<string, OwnFacts>>> {
	const pays = payerHere(modelFacts.userId, projectId, author)
	const one = { one: sql`1` }
	const byThem = isEndpoint(provider)
		? db
				.select(one)
				.from(modelEndpoints)
				.where(
					and(
						eq(modelEndpoints.userId, modelFacts.userId),
						eq(modelEndpoints.name, endpointNameOf(provider)),
					),
				)
		: db
				.select(one)
				.from(modelKeys)
				.where(
					and(eq(modelKeys.userId, modelFacts.userId), eq(modelKeys.provider, sql`${provider}`)),
				)
	const rows = await db
		.select({ name: modelFacts.name, own: modelFacts.own })
		.from(modelFacts)
		.innerJoin(users, pays.user)
		.innerJoin(members, pays.member)
		.where(and(pays.now, inArray(modelFacts.name, [...names]), exists(byThem)))
	return Object.fromEntries(rows.map(({ name, own }) => [name, own]))
}
