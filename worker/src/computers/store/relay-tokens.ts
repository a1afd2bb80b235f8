import type { RelayToken } from '@fairlead/protocol/computers/relay-tokens'
import { and, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Allowance } from '../../access/actor.ts'
import { users } from '../../accounts/store/schema.ts'
import type { User } from '../../accounts/store/users.ts'
import type { Database } from '../../db/client.ts'
import { creatorMay } from '../../db/creator-rights.ts'
import { members, relayTokens } from '../../db/schema.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'

export type RelayTokenRow = typeof relayTokens.$inferSelect

const shown = {
	id: relayTokens.id,
	label: relayTokens.label,
	createdAt: relayTokens.createdAt,
	lastUsedAt: relayTokens.lastUsedAt,
}

export async function listRelayTokens(db: Database, projectId: string): Promise<RelayToken[]> {
	return db
		.select(shown)
		.from(relayTokens)
		.where(eq(relayTokens.projectId, projectId))
		.orderBy(desc(relayTokens.createdAt), desc(relayTokens.id))
}

/** False if the project has as many as it may have: also of several at once, no more are made. */
export async function insertRelayToken(
	db: Database,
	{ id, projectId, label, tokenHash, createdAt, lastUsedAt, createdBy }: RelayTokenRow,
	max: number,
): Promise<boolean> {
	const made = await db
		.insert(relayTokens)
		.select(
			sql`select ${id}, ${projectId}, ${label}, ${tokenHash}, ${createdAt}, ${lastUsedAt}, ${createdBy}
				where (select count(*) from ${relayTokens} where project_id = ${projectId}) < ${max}`,
		)
		.returning({ id: relayTokens.id })
	return made.length > 0
}

/** Returns undefined if this project has no such token. */
export async function renameRelayToken(
	db: Database,
	projectId: string,
	tokenId: string,
	label: string,
): Promise<RelayToken | undefined> {
	return db
		.update(relayTokens)
		.set({ label })
		.where(and(eq(relayTokens.id, tokenId), eq(relayTokens.projectId, projectId)))
		.returning(shown)
		.get()
}

/** True if there was such a token in this project. */
export async function deleteRelayToken(
	db: Database,
	projectId: string,
	tokenId: string,
): Promise<boolean> {
	const gone = await db
		.delete(relayTokens)
		.where(and(eq(relayTokens.id, tokenId), eq(relayTokens.projectId, projectId)))
		.returning({ id: relayTokens.id })
	return gone.length > 0
}

/** All of a project. */
export async function deleteRelayTokens(db: Database, projectId: string): Promise<void> {
	await db.delete(relayTokens).where(eq(relayTokens.projectId, projectId))
}

const byWhoMay = creatorMay(
	'relay_tokens.manage',
	sql`${relayTokens.projectId}`,
	sql`${relayTokens.createdBy}`,
)

/** Finds a token whose person may still make one; a token without a known person counts until it is revoked. */
export async function findRelayToken(
	db: Database,
	tokenHash: string,
): Promise<RelayTokenRow | undefined> {
	return db
		.select()
		.from(relayTokens)
		.where(and(eq(relayTokens.tokenHash, tokenHash), or(isNull(relayTokens.createdBy), byWhoMay)))
		.get()
}

/** The project's token whose hash begins so, by the rule of {@link findRelayToken}. */
export async function findRelayTokenByKey(
	db: Database,
	projectId: string,
	key: string,
): Promise<RelayTokenRow | undefined> {
	return db
		.select()
		.from(relayTokens)
		.where(
			and(
				eq(relayTokens.projectId, projectId),
				// A hash is lower-case hex: all that begin so stand between the two.
				gte(relayTokens.tokenHash, key),
				lt(relayTokens.tokenHash, `${key}g`),
				or(isNull(relayTokens.createdBy), byWhoMay),
			),
		)
		.get()
}

/** Whether a relay with this token may still connect. */
export async function relayTokenHolds(db: Database, id: string): Promise<boolean> {
	const found = await db
		.select({ id: relayTokens.id })
		.from(relayTokens)
		.where(and(eq(relayTokens.id, id), or(isNull(relayTokens.createdBy), byWhoMay)))
		.get()
	return found !== undefined
}

/** The tokens of a person's computers: in one project, or in all that the person is a member of. */
export async function relayTokensOf(
	db: Database,
	userId: string,
	projectId?: string,
): Promise<{ readonly id: string; readonly projectId: string }[]> {
	const own = db.select({ id: members.projectId }).from(members).where(eq(members.userId, userId))
	return db
		.select({ id: relayTokens.id, projectId: relayTokens.projectId })
		.from(relayTokens)
		.where(
			and(
				projectId === undefined
					? inArray(relayTokens.projectId, own)
					: eq(relayTokens.projectId, projectId),
				eq(relayTokens.createdBy, userId),
			),
		)
}

/** The person whose computer uses this token; null: none, or not known. */
export async function relayTokenOwner(
	db: Database,
	projectId: string,
	tokenId: string,
): Promise<string | null> {
	const row = await db
		.select({ createdBy: relayTokens.createdBy })
		.from(relayTokens)
		.where(and(eq(relayTokens.id, tokenId), eq(relayTokens.projectId, projectId)))
		.get()
	return row?.createdBy ?? null
}

/** The person whose computer uses this token, unless the account is being deleted. */
export async function relayTokenPerson(
	db: Database,
	projectId: string,
	tokenId: string,
): Promise<{ readonly user: User; readonly allowance: Allowance | null } | undefined> {
	return db
		.select({ user: users, allowance: allowances })
		.from(relayTokens)
		.innerJoin(users, eq(users.id, relayTokens.createdBy))
		.leftJoin(allowances, eq(allowances.subject, users.id))
		.where(
			and(
				eq(relayTokens.id, tokenId),
				eq(relayTokens.projectId, projectId),
				isNull(users.deletedAt),
			),
		)
		.get()
}

export async function touchRelayToken(db: Database, id: string, now: number): Promise<void> {
	await db.update(relayTokens).set({ lastUsedAt: now }).where(eq(relayTokens.id, id))
}
