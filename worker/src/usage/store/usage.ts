/** The usage of runs: a row for each, and sums by project and person. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { UsageSummary } from '@fairlead/protocol/models/usage'
import {
	and,
	desc,
	eq,
	exists,
	inArray,
	or,
	type SQL,
	type SQLWrapper,
	sql,
	sum,
} from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { dollarsSpent } from '../../access/dollar-budgets.ts'
import { periodsOf } from '../../access/plans.ts'
import { personNow } from '../../accounts/store/merged-trials.ts'
import type { Database } from '../../db/client.ts'
import { members, usage, usageTotals } from '../../db/schema.ts'
import { forgetRunning } from './dollar-budgets.ts'
import { quotaUse } from './fair-use-schema.ts'

/** The number of runs listed one by one. */
const MAX_RECENT = 50

export const tokenColumns = {
	inputTokens: usage.inputTokens,
	outputTokens: usage.outputTokens,
	cacheReadTokens: usage.cacheReadTokens,
	cacheWriteTokens: usage.cacheWriteTokens,
	reasoningTokens: usage.reasoningTokens,
	estimatedTokens: usage.estimatedTokens,
}

/** Sums of {@link tokenColumns}, for {@link usageIn}. */
export const tokenSums = {
	inputTokens: total(usage.inputTokens),
	outputTokens: total(usage.outputTokens),
	cacheReadTokens: total(usage.cacheReadTokens),
	cacheWriteTokens: total(usage.cacheWriteTokens),
	reasoningTokens: total(usage.reasoningTokens),
	estimatedTokens: total(usage.estimatedTokens),
}

function total(column: Parameters<typeof sum>[0]) {
	return sum(column).mapWith(Number)
}

/** A row's tokens; a sum over no rows is null. */
export function usageIn(row: Readonly<Record<keyof typeof tokenColumns, number | null>>): Usage {
	const { reasoningTokens, estimatedTokens } = row
	return {
		inputTokens: row.inputTokens ?? 0,
		outputTokens: row.outputTokens ?? 0,
		cacheReadTokens: row.cacheReadTokens ?? 0,
		cacheWriteTokens: row.cacheWriteTokens ?? 0,
		...(reasoningTokens ? { reasoningTokens } : {}),
		...(estimatedTokens ? { estimatedTokens } : {}),
	}
}

/** Sums of runs, for {@link used}. */
export const runSums = {
	runs: sql<number>`count(*)`,
	unpricedRuns: sql<number>`coalesce(sum(${usage.costUsd} is null), 0)`,
	costUsd: sql<number>`total(${usage.costUsd})`,
	...tokenSums,
}
type Sums = Record<'runs' | 'unpricedRuns' | 'costUsd', number> & Parameters<typeof usageIn>[0]

export const used = ({ runs, unpricedRuns, costUsd, ...tokens }: Sums) => ({
	runs,
	unpricedRuns,
	costUsd,
	usage: usageIn(tokens),
})

const plus = (name: string): SQL => sql.raw(`${name} + excluded.${name}`)
/** Adds a row of totals to the one that is there. */
const ADDED = {
	runs: plus('runs'),
	pricedRuns: plus('priced_runs'),
	costUsd: plus('cost_usd'),
	inputTokens: plus('input_tokens'),
	outputTokens: plus('output_tokens'),
	cacheReadTokens: plus('cache_read_tokens'),
	cacheWriteTokens: plus('cache_write_tokens'),
	reasoningTokens: plus('reasoning_tokens'),
	estimatedTokens: plus('estimated_tokens'),
	lastUsedAt: sql`max(last_used_at, excluded.last_used_at)`,
}
const ONE_TOTAL = [usageTotals.projectId, usageTotals.userId]

/** The statements that record a run's usage, in one batch; a second time they do nothing. */
export function recordUsage(db: DrizzleD1Database, row: typeof usage.$inferInsert) {
	const priced = row.costUsd === null || row.costUsd === undefined ? 0 : 1
	const userId = personNow(row.userId)
	const added = sql`SELECT ${row.projectId}, ${userId}, 1, ${priced}, ${row.costUsd ?? 0}, ${row.inputTokens},
		${row.outputTokens}, ${row.cacheReadTokens}, ${row.cacheWriteTokens}, ${row.reasoningTokens ?? 0},
		${row.estimatedTokens ?? 0}, ${row.createdAt}
		WHERE NOT EXISTS (SELECT 1 FROM ${usage} WHERE ${usage.runId} = ${row.runId})`
	return [
		// Before the row itself, which says that it was counted.
		db.insert(usageTotals).select(added).onConflictDoUpdate({ target: ONE_TOTAL, set: ADDED }),
		// Only counters that a limit has begun.
		db
			.update(quotaUse)
			.set({ tokens: sql`${quotaUse.tokens} + ${row.inputTokens + row.outputTokens}` })
			.where(
				and(
					or(eq(quotaUse.subject, row.projectId), eq(quotaUse.subject, userId)),
					inArray(quotaUse.period, [...periodsOf(row.createdAt)]),
					sql`not exists (select 1 from ${usage} as known where known.run_id = ${row.runId})`,
				),
			),
		db
			.insert(usage)
			.values({ ...row, ...dollarsOf(row), userId })
			.onConflictDoNothing(),
		forgetRunning(db, row),
	] as const
}

/** Dollars of a run that budgets count. Of one that does not know its calls, the sum. */
function dollarsOf({ calls, costUsd }: Pick<typeof usage.$inferInsert, 'calls' | 'costUsd'>) {
	const { usd, unpricedCalls } = dollarsSpent(calls ?? [{ costUsd: costUsd ?? null }])
	return { pricedUsd: usd, unpricedCalls }
}

/** Makes a person's totals another's. `projects`: in these alone. */
export function moveTotals(db: Database, from: string, to: string, projects?: SQLWrapper) {
	const theirs = and(
		eq(usageTotals.userId, from),
		projects ? inArray(usageTotals.projectId, projects) : undefined,
	)
	return [
		db
			.insert(usageTotals)
			.select(sql`SELECT project_id, ${to}, runs, priced_runs, cost_usd, input_tokens, output_tokens,
				cache_read_tokens, cache_write_tokens, reasoning_tokens, estimated_tokens, last_used_at
				FROM ${usageTotals} WHERE ${theirs}`)
			.onConflictDoUpdate({ target: ONE_TOTAL, set: ADDED }),
		db.delete(usageTotals).where(theirs),
	] as const
}

/**
 * The usage of a user's projects: everybody's where they are an owner, else their own. The rows it reads do not grow
 * with their history.
 */
export async function summarizeUsage(db: Database, userId: string): Promise<UsageSummary> {
	const mine = exists(
		db
			.select({ one: sql`1` })
			.from(members)
			.where(
				and(
					eq(members.projectId, usageTotals.projectId),
					eq(members.userId, userId),
					or(eq(members.role, 'owner'), eq(usageTotals.userId, userId)),
				),
			),
	)
	const ofMember = inArray(
		usageTotals.projectId,
		db.select({ id: members.projectId }).from(members).where(eq(members.userId, userId)),
	)
	/** The newest runs are among the newest of these. */
	const newest = db
		.select({ projectId: usageTotals.projectId, userId: usageTotals.userId })
		.from(usageTotals)
		.where(and(ofMember, mine))
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
				reasoningTokens: total(usageTotals.reasoningTokens),
				estimatedTokens: total(usageTotals.estimatedTokens),
			})
			.from(usageTotals)
			.where(and(ofMember, mine)),
		db
			.select({
				runId: usage.runId,
				projectId: usage.projectId,
				model: usage.model,
				...tokenColumns,
				costUsd: usage.costUsd,
				finishedAt: usage.createdAt,
			})
			.from(newest)
			.innerJoin(
				usage,
				sql`${usage.projectId} = ${newest.projectId} AND ${usage.userId} = ${newest.userId} AND ${usage.createdAt} >= (
					SELECT min(at) FROM (SELECT created_at AS at FROM usage AS own
					WHERE own.project_id = ${newest.projectId} AND own.user_id = ${newest.userId}
					ORDER BY created_at DESC LIMIT ${sql.raw(String(MAX_RECENT))}))`,
			)
			.orderBy(desc(usage.createdAt), desc(usage.runId))
			.limit(MAX_RECENT),
	])
	const row = totals[0]
	return {
		// A group without rows has sums that are null.
		totals: usageIn(row ?? NO_SUMS),
		runs: row?.runs ?? 0,
		costUsd: row?.costUsd ?? 0,
		unpricedRuns: (row?.runs ?? 0) - (row?.priced ?? 0),
		recent: recent.map((run) => {
			const { runId, projectId, model, costUsd, finishedAt } = run
			return { runId, projectId, model, usage: usageIn(run), costUsd, finishedAt }
		}),
	}
}

const NO_SUMS = {
	inputTokens: null,
	outputTokens: null,
	cacheReadTokens: null,
	cacheWriteTokens: null,
	reasoningTokens: null,
	estimatedTokens: null,
}
