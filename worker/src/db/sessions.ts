import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from './client.ts'
import { openPlaces, sessions, users } from './schema.ts'
import type { User } from './users.ts'

export type SessionRow = typeof sessions.$inferSelect

const hasEnded = (now: number) => lte(sessions.expiresAt, now)

/** Stores a session and drops those that ended, so that the table does not grow for ever. */
export async function insertSession(db: Database, row: SessionRow): Promise<void> {
	await db.batch([
		db.insert(sessions).values(row),
		db
			.delete(openPlaces)
			.where(
				and(
					eq(openPlaces.actorKind, 'session'),
					inArray(
						openPlaces.actorId,
						db.select({ id: sessions.id }).from(sessions).where(hasEnded(row.createdAt)),
					),
				),
			),
		db.delete(sessions).where(hasEnded(row.createdAt)),
	])
}

/** The session with this token hash, unless it ended, with its user. */
export async function findSession(
	db: Database,
	tokenHash: string,
	now: number,
): Promise<{ session: SessionRow; user: User } | undefined> {
	const row = await db
		.select({ session: sessions, user: users })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
		.get()
	return row
}

export async function sessionsOfUser(db: Database, userId: string): Promise<string[]> {
	const rows = await db
		.select({ id: sessions.id })
		.from(sessions)
		.where(eq(sessions.userId, userId))
	return rows.map(({ id }) => id)
}

/** For a batch. */
export const deleteSessions = (db: Database, ids: readonly string[]) =>
	db.delete(sessions).where(inArray(sessions.id, [...ids]))
