/** A model call that is made for a run after it has ended: it joins the usage that D1 has of the run. */
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { periodsOf } from '../../access/plans.ts'
import { usage, usageTotals } from '../../db/schema.ts'
import { quotaUse } from './fair-use-schema.ts'

/** False until the end of the run is written. */
export async function hasUsage(db: DrizzleD1Database, runId: string): Promise<boolean> {
	const row = await db
		.select({ runId: usage.runId })
		.from(usage)
		.where(eq(usage.runId, runId))
		.get()
	return row !== undefined
}

/**
 * The statements that add a call to a run's usage and to the sums, in one batch. A second time, or with another call of
 * the same purpose (for sub-agents: the same call of the same sub-agent), they do nothing.
 */
export function addCall(db: DrizzleD1Database, runId: string, call: ModelCall) {
	const { purpose, costUsd, at, agent = null } = call
	const { reasoningTokens = 0, estimatedTokens = 0, ...billed } = call.usage
	/** True in SQL while the run lacks the call. */
	const lacksIt = sql`usage.run_id = ${runId} AND usage.calls IS NOT NULL AND NOT EXISTS (
		SELECT 1 FROM json_each(usage.calls) WHERE json_extract(value, '$.purpose') = ${purpose}
			AND json_extract(value, '$.agent') IS ${agent})`
	const plus = (column: string, tokens: number): SQL => sql`${sql.raw(column)} + ${tokens}`
	/** The sum of both costs, in SQL; null if one of them is null. */
	const costs = sql`(usage.cost_usd + ${costUsd})`
	return [
		// The sums come before the row itself, which says that it was counted. A run with an unknown cost is not priced.
		db
			.update(usageTotals)
			.set({
				inputTokens: plus('usage_totals.input_tokens', billed.inputTokens),
				outputTokens: plus('usage_totals.output_tokens', billed.outputTokens),
				cacheReadTokens: plus('usage_totals.cache_read_tokens', billed.cacheReadTokens),
				cacheWriteTokens: plus('usage_totals.cache_write_tokens', billed.cacheWriteTokens),
				reasoningTokens: plus('usage_totals.reasoning_tokens', reasoningTokens),
				estimatedTokens: plus('usage_totals.estimated_tokens', estimatedTokens),
				costUsd: sql`usage_totals.cost_usd + coalesce(${costs}, 0) - coalesce(usage.cost_usd, 0)`,
				pricedRuns: sql`usage_totals.priced_runs + (${costs} IS NOT NULL) - (usage.cost_usd IS NOT NULL)`,
			})
			.from(usage)
			.where(
				sql`usage_totals.project_id = usage.project_id AND usage_totals.user_id = usage.user_id AND ${lacksIt}`,
			),
		db
			.update(quotaUse)
			.set({ tokens: plus('quota_use.tokens', billed.inputTokens + billed.outputTokens) })
			.from(usage)
			.where(
				and(
					sql`quota_use.subject IN (usage.project_id, usage.user_id)`,
					inArray(quotaUse.period, [...periodsOf(at)]),
					lacksIt,
				),
			),
		db
			.update(usage)
			.set({
				inputTokens: plus('input_tokens', billed.inputTokens),
				outputTokens: plus('output_tokens', billed.outputTokens),
				cacheReadTokens: plus('cache_read_tokens', billed.cacheReadTokens),
				cacheWriteTokens: plus('cache_write_tokens', billed.cacheWriteTokens),
				reasoningTokens: sql`nullif(coalesce(reasoning_tokens, 0) + ${reasoningTokens}, 0)`,
				estimatedTokens: sql`nullif(coalesce(estimated_tokens, 0) + ${estimatedTokens}, 0)`,
				costUsd: costs,
				pricedUsd: sql`priced_usd + ${costUsd ?? 0}`,
				unpricedCalls: sql`unpriced_calls + ${costUsd === null ? 1 : 0}`,
				calls: sql`json_insert(calls, '$[#]', json(${JSON.stringify(call)}))`,
			})
			.where(lacksIt),
	] as const
}
