/** MCP clients that people connected by OAuth: their registrations, codes and tokens. */
import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Allowance } from '../../access/actor.ts'
import { users } from '../../accounts/store/schema.ts'
import type { User } from '../../accounts/store/users.ts'
import type { Database } from '../../db/client.ts'
import { projects } from '../../db/schema.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'
import { mcpClients, mcpCodes, mcpConnections } from './schema.ts'

export type ClientRow = typeof mcpClients.$inferSelect
export type CodeRow = typeof mcpCodes.$inferSelect
export type ConnectionRow = typeof mcpConnections.$inferSelect

// Registered clients

/** Registrations that are deleted by the next one. Times in Unix ms. */
export interface Stale {
	/** The time before which registrations that nobody has used since were made. */
	readonly neverUsedBefore: number
	/** How many unused registrations stay: the newest. */
	readonly maxNeverUsed: number
	/** The time of the last use before which registrations go, if nothing is connected with them. */
	readonly usedBefore: number
}

export async function insertClient(
	db: Database,
	row: ClientRow,
	{ neverUsedBefore, maxNeverUsed, usedBefore }: Stale,
): Promise<void> {
	await db.batch([
		db.delete(mcpClients).where(
			sql`used_at is null and (created_at < ${neverUsedBefore} or id in (
					select id from ${mcpClients} where used_at is null
					order by created_at desc limit -1 offset ${maxNeverUsed - 1}))
				or used_at < ${usedBefore} and id not in (select client_id from ${mcpConnections})`,
		),
		db.insert(mcpClients).values(row),
	])
}

export const findClient = (db: Database, id: string): Promise<ClientRow | undefined> =>
	db.select().from(mcpClients).where(eq(mcpClients.id, id)).get()

// Codes

export async function insertCode(db: Database, row: CodeRow, now: number): Promise<void> {
	await db.batch([
		db.delete(mcpCodes).where(lt(mcpCodes.expiresAt, now)),
		db.insert(mcpCodes).values(row),
		db.update(mcpClients).set({ usedAt: now }).where(eq(mcpClients.id, row.clientId)),
	])
}

/** The code, also if it was used; not if it has expired. */
export const findCode = (
	db: Database,
	codeHash: string,
	now: number,
): Promise<CodeRow | undefined> =>
	db
		.select()
		.from(mcpCodes)
		.where(and(eq(mcpCodes.codeHash, codeHash), gt(mcpCodes.expiresAt, now)))
		.get()

/** Uses a code, once: of two that try at the same moment, one makes a connection. */
export async function redeemCode(
	db: Database,
	codeHash: string,
	row: ConnectionRow,
): Promise<boolean> {
	const { id, userId, projectId, clientId, clientName, scopes } = row
	const [used] = await db.batch([
		db
			.update(mcpCodes)
			.set({ connectionId: id })
			.where(and(eq(mcpCodes.codeHash, codeHash), isNull(mcpCodes.connectionId)))
			.returning({ id: mcpCodes.connectionId }),
		db.insert(mcpConnections).select(
			sql`select ${id}, ${userId}, ${projectId}, ${clientId}, ${clientName}, ${JSON.stringify(scopes)},
				${row.accessHash}, ${row.accessExpiresAt}, ${row.refreshHash}, null, null, ${row.familyHash},
				${row.createdAt}, ${row.expiresAt}, null
				from ${mcpCodes} where code_hash = ${codeHash} and connection_id = ${id}`,
		),
		db.delete(mcpConnections).where(lt(mcpConnections.expiresAt, row.createdAt)),
	])
	return used.length > 0
}

// Connections

/** The connection with its person, unless the token has expired or the account is being deleted. */
export async function findByAccessToken(
	db: Database,
	accessHash: string,
	now: number,
): Promise<{ connection: ConnectionRow; user: User; allowance: Allowance | null } | undefined> {
	return db
		.select({ connection: mcpConnections, user: users, allowance: allowances })
		.from(mcpConnections)
		.innerJoin(users, eq(users.id, mcpConnections.userId))
		.leftJoin(allowances, eq(allowances.subject, users.id))
		.where(
			and(
				eq(mcpConnections.accessHash, accessHash),
				gt(mcpConnections.accessExpiresAt, now),
				isNull(users.deletedAt),
			),
		)
		.get()
}

/** Returns undefined if it was disconnected, or unused for long. An expired access token does not matter: a refresh may follow. */
export const scopesOfConnection = async (
	db: Database,
	id: string,
	now: number,
): Promise<readonly string[] | undefined> =>
	(
		await db
			.select({ scopes: mcpConnections.scopes })
			.from(mcpConnections)
			.where(and(eq(mcpConnections.id, id), gt(mcpConnections.expiresAt, now)))
			.get()
	)?.scopes

export async function touchConnection(db: Database, id: string, now: number): Promise<void> {
	await db.update(mcpConnections).set({ lastUsedAt: now }).where(eq(mcpConnections.id, id))
}

export interface NewTokens {
	readonly accessHash: string
	readonly accessExpiresAt: number
	readonly refreshHash: string
	readonly familyHash: string
	readonly expiresAt: number
}

/** Replaces the tokens, once for each refresh token. */
export async function rotateTokens(
	db: Database,
	refreshHash: string,
	clientId: string,
	tokens: NewTokens,
	now: number,
): Promise<ConnectionRow | undefined> {
	return db
		.update(mcpConnections)
		.set({ ...tokens, usedRefreshHash: refreshHash, usedAt: now })
		.where(
			and(
				eq(mcpConnections.refreshHash, refreshHash),
				eq(mcpConnections.clientId, clientId),
				gt(mcpConnections.expiresAt, now),
			),
		)
		.returning()
		.get()
}

/** Same as {@link rotateTokens}, for a token first used after `usedSince`: the answer to that use was lost. */
export async function rotateAgain(
	db: Database,
	usedRefreshHash: string,
	clientId: string,
	tokens: NewTokens,
	usedSince: number,
): Promise<ConnectionRow | undefined> {
	return db
		.update(mcpConnections)
		.set(tokens)
		.where(
			and(
				eq(mcpConnections.usedRefreshHash, usedRefreshHash),
				eq(mcpConnections.clientId, clientId),
				gt(mcpConnections.usedAt, usedSince),
			),
		)
		.returning()
		.get()
}

/** The connection of a refresh token that is not its newest: one that was used, or that a repeat replaced. */
export const findByOlderToken = (
	db: Database,
	familyHash: string,
	refreshHash: string,
): Promise<ConnectionRow | undefined> =>
	db
		.select()
		.from(mcpConnections)
		.where(
			sql`${mcpConnections.id} in (select id from ${mcpConnections} where family_hash = ${familyHash}
				union select id from ${mcpConnections} where used_refresh_hash = ${refreshHash})
				and ${mcpConnections.refreshHash} <> ${refreshHash}`,
		)
		.get()

export const findByAnyToken = (db: Database, hash: string): Promise<ConnectionRow | undefined> =>
	db
		.select()
		.from(mcpConnections)
		.where(
			sql`${mcpConnections.id} in (select id from ${mcpConnections} where access_hash = ${hash}
				union select id from ${mcpConnections} where refresh_hash = ${hash})`,
		)
		.get()

export const listConnections = (db: Database, userId: string) =>
	db
		.select({
			id: mcpConnections.id,
			clientId: mcpConnections.clientId,
			label: mcpConnections.clientName,
			projectId: mcpConnections.projectId,
			projectName: projects.name,
			scopes: mcpConnections.scopes,
			createdAt: mcpConnections.createdAt,
			expiresAt: mcpConnections.expiresAt,
			lastUsedAt: mcpConnections.lastUsedAt,
		})
		.from(mcpConnections)
		.innerJoin(projects, eq(projects.id, mcpConnections.projectId))
		.where(eq(mcpConnections.userId, userId))
		.orderBy(desc(mcpConnections.createdAt), desc(mcpConnections.id))

/**
 * A statement for a batch.
 * @param userId null: any person's, for a code that was used twice or a token that was stolen
 */
export const deleteConnection = (db: Database, id: string, userId: string | null) =>
	db
		.delete(mcpConnections)
		.where(
			and(
				eq(mcpConnections.id, id),
				userId === null ? undefined : eq(mcpConnections.userId, userId),
			),
		)
		.returning({ id: mcpConnections.id })

/** How many connections a person has: they cannot fill the table. */
export async function countConnections(db: Database, userId: string): Promise<number> {
	const [row] = await db
		.select({ n: count() })
		.from(mcpConnections)
		.where(eq(mcpConnections.userId, userId))
	return row?.n ?? 0
}
