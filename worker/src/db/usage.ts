/** The usage of runs: a row for each, and sums by project. */
import type { UsageSummary } from '@fairlead/protocol/usage'
import { and, desc, eq, inArray, or, type SQL, sql, sum } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { periodsOf } from '../access/plans.ts'
import type { Database } from './client.ts'
import { quotaUse } from './fair-use-schema.ts'
import { personNow } from './merged-trials.ts'
import { members, usage, usageTotals } from './schema.ts'

/** The number of runs listed one by one. */
const MAX_RECENT = 50

const columns = {
	inputTokens: usage.inputTokens,
	outputTokens: usage.outputTokens,
	cacheReadTokens: usage.cacheReadTokens,
	cacheWriteTokens: usage.cacheWriteTokens,
}

const total = (column: Parameters<typeof sum>[0]) => sum(column).mapWith(Number)

/** The statements that record a run's usage, in one batch; a second time they do nothing. */
export function recordUsage(db: DrizzleD1Database, row: typeof usage.$inferInsert) {
	const priced = row.costUsd === null || row.costUsd === undefined ? 0 : 1
	const added = sql`SELECT ${row.projectId}, 1, ${priced}, ${row.costUsd ?? 0}, ${row.inputTokens},
		${row.outputTokens}, ${row.cacheReadTokens}, ${row.cacheWriteTokens}, ${row.createdAt}
		WHERE NOT EXISTS (SELECT 1 FROM ${usage} WHERE ${usage.runId} = ${row.runId})`
	const plus = (name: string): SQL => sql.raw(`${name} + excluded.${name}`)
	return [
		// Before the row itself, which says that it was counted.
		db
			.insert(usageTotals)
			.select(added)
			.onConflictDoUpdate({
				target: usageTotals.projectId,
				set: {
					runs: plus('runs'),
					pricedRuns: plus('priced_runs'),
					costUsd: plus('cost_usd'),
					inputTokens: plus('input_tokens'),
					outputTokens: plus('output_tokens'),
					cacheReadTokens: plus('cache_read_tokens'),
					cacheWriteTokens: plus('cache_write_tokens'),
					lastUsedAt: sql`max(last_used_at, excluded.last_used_at)`,
				},
			}),
		// Only counters that a limit has begun.
		db
			.update(quotaUse)
			.set({ tokens: sql`${quotaUse.tokens} + ${row.inputTokens + row.outputTokens}` })
			.where(
				and(
					or(eq(quotaUse.subject, row.projectId), eq(quotaUse.subject, personNow(row.userId))),
					inArray(quotaUse.period, [...periodsOf(row.createdAt)]),
					sql`not exists (select 1 from ${usage} as known where known.run_id = ${row.runId})`,
				),
			),
		db
			.insert(usage)
			.values({ ...row, userId: personNow(row.userId) })
			.onConflictDoNothing(),
	] as const
}

/** The usage of all projects of this user. The rows it reads do not grow with their history. */
export async function summarizeUsage(db: Database, userId: string): Promise<UsageSummary> {
	const mine = inArray(
		usageTotals.projectId,
		db.select({ id: members.projectId }).from(members).where(eq(members.userId, userId)),
	)
	/** The newest runs are among the newest of these projects. */
	const newest = db
		.select({ projectId: usageTotals.projectId })
		.from(usageTotals)
		.where(mine)
		.orderBy(desc(usageTotals.lastUsedAt))
		.limit(MAX_RECENT)
		.as('newest')
	const [totals, recent] = await db.batch([
		db
			.select({
				runs: total(usageTotals.runs),
				priced: total(usageTotals.pricedRuns),
				costUsd: total(usageTotals.costUsd),
				inputTokens: total(usageTotals.inputTokens),
				outputTokens: total(usageTotals.outputTokens),
				cacheReadTokens: total(usageTotals.cacheReadTokens),
				cacheWriteTokens: total(usageTotals.cacheWriteTokens),
			})
			.from(usageTotals)
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
			.from(newest)
			.innerJoin(
				usage,
				sql`${usage.projectId} = ${newest.projectId} AND ${usage.createdAt} >= (
					SELECT min(at) FROM (SELECT created_at AS at FROM usage AS own WHERE own.project_id = ${newest.projectId}
					ORDER BY created_at DESC LIMIT ${sql.raw(String(MAX_RECENT))}))`,
			)
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
