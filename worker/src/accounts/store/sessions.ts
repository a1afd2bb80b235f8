import { and, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Allowance } from '../../access/actor.ts'
import type { Database } from '../../db/client.ts'
import { openConnections } from '../../db/schema.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'
import { sessions, users } from './schema.ts'
import type { User } from './users.ts'

export type SessionRow = typeof sessions.$inferSelect

/** Far more browsers than a person uses in ninety days. */
const MAX_LISTED = 200

const hasEnded = (now: number) => lte(sessions.expiresAt, now)

/** Stores a session and drops those that ended, so that the table does not grow forever. */
export async function insertSession(db: Database, row: SessionRow): Promise<void> {
	await db.batch([
		db.insert(sessions).values(row),
		db
			.delete(openConnections)
			.where(
				and(
					eq(openConnections.actorKind, 'session'),
					inArray(
						openConnections.actorId,
						db.select({ id: sessions.id }).from(sessions).where(hasEnded(row.createdAt)),
					),
				),
			),
		db.delete(sessions).where(hasEnded(row.createdAt)),
	])
}

/** The session with this token hash, unless it ended or its account is being deleted, with its user. */
export async function findSession(
	db: Database,
	tokenHash: string,
	now: number,
): Promise<{ session: SessionRow; user: User; allowance: Allowance | null } | undefined> {
	const row = await db
		.select({ session: sessions, user: users, allowance: allowances })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.leftJoin(allowances, eq(allowances.subject, users.id))
		.where(
			and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.deletedAt)),
		)
		.get()
	return row
}

/** The sessions of this user that have not ended, newest first. */
export async function listSessions(
	db: Database,
	userId: string,
	now: number,
): Promise<Pick<SessionRow, 'id' | 'createdAt' | 'expiresAt' | 'client'>[]> {
	return db
		.select({
			id: sessions.id,
			createdAt: sessions.createdAt,
			expiresAt: sessions.expiresAt,
			client: sessions.client,
		})
		.from(sessions)
		.where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
		.orderBy(desc(sessions.createdAt), desc(sessions.id))
		.limit(MAX_LISTED)
}

export async function sessionsOfUser(db: Database, userId: string): Promise<string[]> {
	const rows = await db
		.select({ id: sessions.id })
		.from(sessions)
		.where(eq(sessions.userId, userId))
	return rows.map(({ id }) => id)
}

/** A statement for a batch. */
export const deleteSessions = (db: Database, ids: readonly string[]) =>
	db.delete(sessions).where(inArray(sessions.id, [...ids]))

/** When the session was begun by signing in; 0 if it has ended. */
export async function sessionBegan(db: Database, id: string): Promise<number> {
	const row = await db
		.select({ createdAt: sessions.createdAt })
		.from(sessions)
		.where(eq(sessions.id, id))
		.get()
	return row?.createdAt ?? 0
}
