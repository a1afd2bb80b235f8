import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from './client.ts'
import { sessions, users } from './schema.ts'
import type { User } from './users.ts'

export type SessionRow = typeof sessions.$inferSelect

/** Stores a session and drops those that ended, so that the table does not grow for ever. */
export async function insertSession(db: Database, row: SessionRow): Promise<void> {
	await db.batch([
		db.insert(sessions).values(row),
		db.delete(sessions).where(lte(sessions.expiresAt, row.createdAt)),
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

export async function deleteSession(db: Database, id: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.id, id))
}
