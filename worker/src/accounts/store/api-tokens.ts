import type { ApiToken } from '@fairlead/protocol/people/api-tokens'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Allowance } from '../../access/actor.ts'
import type { Database } from '../../db/client.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'
import { apiTokens, users } from './schema.ts'
import type { User } from './users.ts'

export type ApiTokenRow = typeof apiTokens.$inferSelect

const shown = {
	id: apiTokens.id,
	label: apiTokens.label,
	scopes: apiTokens.scopes,
	createdAt: apiTokens.createdAt,
	expiresAt: apiTokens.expiresAt,
	lastUsedAt: apiTokens.lastUsedAt,
}

/** Newest first; expired ones stay listed until they are revoked, so that a person sees why a script stopped. */
export async function listApiTokens(db: Database, userId: string): Promise<ApiToken[]> {
	return db
		.select(shown)
		.from(apiTokens)
		.where(eq(apiTokens.userId, userId))
		.orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
}

/** False if the person already has the most tokens allowed, also when several are made at once. */
export async function insertApiToken(
	db: Database,
	row: ApiTokenRow,
	max: number,
): Promise<boolean> {
	const { id, userId, label, tokenHash, scopes, createdAt, expiresAt, lastUsedAt } = row
	const made = await db
		.insert(apiTokens)
		.select(
			sql`select ${id}, ${userId}, ${label}, ${tokenHash}, ${JSON.stringify(scopes)}, ${createdAt}, ${expiresAt}, ${lastUsedAt}
				where (select count(*) from ${apiTokens} where user_id = ${userId}) < ${max}`,
		)
		.returning({ id: apiTokens.id })
	return made.length > 0
}

const inForce = (now: number) => or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now))

/** The token with this hash, unless it has expired or its person's account is being deleted, with its person. */
export async function findApiToken(
	db: Database,
	tokenHash: string,
	now: number,
): Promise<{ token: ApiTokenRow; user: User; allowance: Allowance | null } | undefined> {
	return db
		.select({ token: apiTokens, user: users, allowance: allowances })
		.from(apiTokens)
		.innerJoin(users, eq(users.id, apiTokens.userId))
		.leftJoin(allowances, eq(allowances.subject, users.id))
		.where(and(eq(apiTokens.tokenHash, tokenHash), inForce(now), isNull(users.deletedAt)))
		.get()
}

/** Returns undefined if it was revoked, or has expired. */
export const scopesOfToken = async (
	db: Database,
	id: string,
	now: number,
): Promise<readonly string[] | undefined> =>
	(
		await db
			.select({ scopes: apiTokens.scopes })
			.from(apiTokens)
			.where(and(eq(apiTokens.id, id), inForce(now)))
			.get()
	)?.scopes

export async function touchApiToken(db: Database, id: string, now: number): Promise<void> {
	await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, id))
}

/** A statement for a batch. Returns the row if this person had such a token. */
export const deleteApiToken = (db: Database, userId: string, id: string) =>
	db
		.delete(apiTokens)
		.where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
		.returning({ id: apiTokens.id })
