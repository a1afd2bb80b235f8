import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { signInFailures } from './schema.ts'

/** Failures of a client within the window that began at or after `since`. */
export async function countFailures(db: Database, client: string, since: number): Promise<number> {
	const row = await db.select().from(signInFailures).where(eq(signInFailures.client, client)).get()
	return row && row.windowStartedAt >= since ? row.count : 0
}

/** Counts one failure; opens a new window where the last began before `since`. */
export async function addFailure(
	db: Database,
	client: string,
	now: number,
	since: number,
): Promise<void> {
	const stale = sql`${signInFailures.windowStartedAt} < ${since}`
	await db.batch([
		db
			.insert(signInFailures)
			.values({ client, windowStartedAt: now, count: 1 })
			.onConflictDoUpdate({
				target: signInFailures.client,
				set: {
					count: sql`case when ${stale} then 1 else ${signInFailures.count} + 1 end`,
					windowStartedAt: sql`case when ${stale} then ${now} else ${signInFailures.windowStartedAt} end`,
				},
			}),
		db.delete(signInFailures).where(lt(signInFailures.windowStartedAt, since)),
	])
}
