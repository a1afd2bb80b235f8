import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { signInFailures } from './schema.ts'

/**
 * Counts one try for each client, in one step, so that simultaneous tries see each other.
 * Begins a new window where the last began before `since`.
 * @returns the number of tries of each client in its window, including this one, in the same order
 */
export async function countTry(
	db: Database,
	clients: readonly [string, ...string[]],
	now: number,
	since: number,
): Promise<number[]> {
	const stale = sql`${signInFailures.windowStartedAt} < ${since}`
	const count = (client: string) =>
		db
			.insert(signInFailures)
			.values({ client, windowStartedAt: now, count: 1 })
			.onConflictDoUpdate({
				target: signInFailures.client,
				set: {
					count: sql`case when ${stale} then 1 else ${signInFailures.count} + 1 end`,
					windowStartedAt: sql`case when ${stale} then ${now} else ${signInFailures.windowStartedAt} end`,
				},
			})
			.returning({ count: signInFailures.count })
	const [first, ...others] = clients
	const [counted, ...more] = await db.batch([count(first), ...others.map(count)])
	await db.delete(signInFailures).where(lt(signInFailures.windowStartedAt, since))
	return [counted, ...more].map((rows) => rows[0]?.count ?? 0)
}

/** The counted tries of a client since `since`. Writes nothing. */
export async function triesOf(db: Database, client: string, since: number): Promise<number> {
	const row = await db
		.select({ count: signInFailures.count })
		.from(signInFailures)
		.where(and(eq(signInFailures.client, client), gte(signInFailures.windowStartedAt, since)))
		.get()
	return row?.count ?? 0
}

/** Uncounts a try whose token was right. */
export async function uncountTry(db: Database, clients: readonly string[]): Promise<void> {
	await db
		.update(signInFailures)
		.set({ count: sql`${signInFailures.count} - 1` })
		.where(and(inArray(signInFailures.client, [...clients]), gt(signInFailures.count, 0)))
}
