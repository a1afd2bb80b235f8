/** Finds the account of a person who began as a trial: runs that continue during the sign-in still name the trial. */
import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { mergedTrials } from './schema.ts'

/** Longer than any run lasts. */
const KEPT_MS = 90 * 86_400_000

/** Statements for the batch that moves the trial's work. */
export const mergeStatements = (db: Database, trialId: string, userId: string, now: number) =>
	[
		db.delete(mergedTrials).where(lt(mergedTrials.mergedAt, now - KEPT_MS)),
		db.insert(mergedTrials).values({ trialId, userId, mergedAt: now }).onConflictDoNothing(),
	] as const

/** In SQL: the account's id if this is a trial that was merged, else the same id. */
export const personNow = (userId: string): SQL<string> =>
	sql`coalesce((select merged.user_id from ${mergedTrials} as merged where merged.trial_id = ${userId}), ${userId})`

export async function findPerson(db: Database, userId: string): Promise<string> {
	const row = await db
		.select({ userId: mergedTrials.userId })
		.from(mergedTrials)
		.where(eq(mergedTrials.trialId, userId))
		.get()
	return row?.userId ?? userId
}
