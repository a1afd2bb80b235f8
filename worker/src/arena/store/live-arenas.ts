/** People's players in arenas of other servers. One of each person. */
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { liveArenas } from './schema.ts'

export type LiveArenaRow = typeof liveArenas.$inferSelect

export const findLiveArena = (db: Database, userId: string): Promise<LiveArenaRow | undefined> =>
	db.select().from(liveArenas).where(eq(liveArenas.userId, userId)).get()

/** Replaces the one before it. */
export async function putLiveArena(db: Database, row: LiveArenaRow): Promise<void> {
	const { userId: _, ...set } = row
	await db.insert(liveArenas).values(row).onConflictDoUpdate({ target: liveArenas.userId, set })
}

/** Keeps another form of the same key; does nothing if the person has replaced it meanwhile. */
export async function resealLiveArena(
	db: Database,
	{ userId, sealed: before }: LiveArenaRow,
	sealed: string,
): Promise<void> {
	await db
		.update(liveArenas)
		.set({ sealed })
		.where(and(eq(liveArenas.userId, userId), eq(liveArenas.sealed, before)))
}

/** False if there was none. */
export async function deleteLiveArena(db: Database, userId: string): Promise<boolean> {
	const gone = await db
		.delete(liveArenas)
		.where(eq(liveArenas.userId, userId))
		.returning({ userId: liveArenas.userId })
	return gone.length > 0
}
