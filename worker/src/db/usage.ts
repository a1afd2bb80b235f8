import type { UsageSummary } from '@fairlead/protocol/http'
import { count, desc, eq, inArray, sum } from 'drizzle-orm'
import type { Database } from './client.ts'
import { members, usage } from './schema.ts'

/** Runs that are listed one by one. */
const MAX_RECENT = 50

const columns = {
	inputTokens: usage.inputTokens,
	outputTokens: usage.outputTokens,
	cacheReadTokens: usage.cacheReadTokens,
	cacheWriteTokens: usage.cacheWriteTokens,
}

/** Everything the projects of this user have used. */
export async function summarizeUsage(db: Database, userId: string): Promise<UsageSummary> {
	const mine = inArray(
		usage.projectId,
		db.select({ id: members.projectId }).from(members).where(eq(members.userId, userId)),
	)
	const [totals, recent] = await db.batch([
		db
			.select({
				runs: count(),
				priced: count(usage.costUsd),
				costUsd: sum(usage.costUsd).mapWith(Number),
				inputTokens: sum(usage.inputTokens).mapWith(Number),
				outputTokens: sum(usage.outputTokens).mapWith(Number),
				cacheReadTokens: sum(usage.cacheReadTokens).mapWith(Number),
				cacheWriteTokens: sum(usage.cacheWriteTokens).mapWith(Number),
			})
			.from(usage)
			.where(mine),
		db
			.select({
				runId: usage.runId,
				projectId: usage.projectId,
				model: usage.model,
				usage: columns,
				costUsd: usage.costUsd,
				finishedAt: usage.createdAt,
			})
			.from(usage)
			.where(mine)
			.orderBy(desc(usage.createdAt), desc(usage.runId))
			.limit(MAX_RECENT),
	])
	const row = totals[0]
	return {
		// `sum` over no rows is null.
		totals: {
			inputTokens: row?.inputTokens ?? 0,
			outputTokens: row?.outputTokens ?? 0,
			cacheReadTokens: row?.cacheReadTokens ?? 0,
			cacheWriteTokens: row?.cacheWriteTokens ?? 0,
		},
		runs: row?.runs ?? 0,
		costUsd: row?.costUsd ?? 0,
		unpricedRuns: (row?.runs ?? 0) - (row?.priced ?? 0),
		recent,
	}
}
