import { count, eq, inArray, sum } from 'drizzle-orm'
import type { Database } from './client.ts'
import { members, usage } from './schema.ts'

export interface UsageTotals {
	readonly totals: {
		inputTokens: number
		outputTokens: number
		cacheReadTokens: number
		cacheWriteTokens: number
	}
	readonly runs: number
}

/** Everything the projects of this user have used. */
export async function totalUsage(db: Database, userId: string): Promise<UsageTotals> {
	const mine = db.select({ id: members.projectId }).from(members).where(eq(members.userId, userId))
	const row = await db
		.select({
			runs: count(),
			inputTokens: sum(usage.inputTokens).mapWith(Number),
			outputTokens: sum(usage.outputTokens).mapWith(Number),
			cacheReadTokens: sum(usage.cacheReadTokens).mapWith(Number),
			cacheWriteTokens: sum(usage.cacheWriteTokens).mapWith(Number),
		})
		.from(usage)
		.where(inArray(usage.projectId, mine))
		.get()
	return {
		// `sum` over no rows is null.
		totals: {
			inputTokens: row?.inputTokens ?? 0,
			outputTokens: row?.outputTokens ?? 0,
			cacheReadTokens: row?.cacheReadTokens ?? 0,
			cacheWriteTokens: row?.cacheWriteTokens ?? 0,
		},
		runs: row?.runs ?? 0,
	}
}
