/** The usage of one conversation: its sum, and the model calls of its runs. */
import type { ConversationUsage } from '@fairlead/protocol/models/usage'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { usage } from '../../db/schema.ts'
import { runSums, tokenColumns, usageIn, used } from './usage.ts'

const MAX_RUNS = 100

/** `runId`: only this run is listed. */
export async function conversationUsage(
	db: Database,
	conversationId: string,
	runId?: string,
): Promise<ConversationUsage> {
	const inConversation = eq(usage.conversationId, conversationId)
	const [[total], rows] = await db.batch([
		db.select(runSums).from(usage).where(inConversation),
		db
			.select({
				runId: usage.runId,
				projectId: usage.projectId,
				model: usage.model,
				...tokenColumns,
				costUsd: usage.costUsd,
				finishedAt: usage.createdAt,
				calls: usage.calls,
			})
			.from(usage)
			.where(runId === undefined ? inConversation : and(inConversation, eq(usage.runId, runId)))
			.orderBy(desc(usage.createdAt), sql`rowid desc`)
			.limit(MAX_RUNS + 1),
	])
	if (!total) throw new Error('A sum without groups has one row.')
	return {
		total: used(total),
		runs: rows.slice(0, MAX_RUNS).map((row) => {
			const { runId, projectId, model, costUsd, finishedAt } = row
			const calls = row.calls && [...row.calls]
			return { runId, projectId, model, costUsd, finishedAt, calls, usage: usageIn(row) }
		}),
		more: rows.length > MAX_RUNS,
	}
}
