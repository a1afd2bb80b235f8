/** Budgets in dollars of a run's person and project, as D1 has them. */

import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { Author } from '@fairlead/protocol/people/author'
import {
	type BudgetFigures,
	type BudgetStop,
	budgetStop,
	type DollarsSpent,
} from '../../access/dollar-budgets.ts'
import type { SaidFacts } from '../../agent/model/registry/facts.ts'
import { costAt, factsWith, modelsOf } from '../../agent/model/registry/registry.ts'
import { database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import type { Env } from '../../env.ts'
import type { ConversationIdentity } from '../../ports/conversation.ts'
import { startedBy } from '../../ports/sub-agent-id.ts'
import { budgetsOf, countRun } from '../../usage/store/dollar-budgets.ts'

const ONE_TOKEN: Usage = {
	inputTokens: 1,
	outputTokens: 1,
	cacheReadTokens: 0,
	cacheWriteTokens: 0,
}

/**
 * Reports what an active run has spent, and reads its budgets. A sub-agent is counted separately until its parent run
 * includes it, and shows no warning. Rejects if D1 takes too long.
 */
export function countedBudgets(
	env: Env,
	{ conversationId, projectId }: ConversationIdentity,
	{ id: runId, author }: { readonly id: string; readonly author: Author },
	own: DollarsSpent,
): Promise<BudgetFigures> {
	const starter = startedBy(conversationId)
	// A call is named `<run>.<step>.<index>`.
	const countedBy = starter?.callId.split('.')[0] ?? runId
	const run = { runId, countedBy, projectId, userId: author.userId, own }
	return inTime(countRun(database(env.DB), run, starter === null, Date.now()))
}

/** Whether a budget refuses a new run. Null also if D1 does not answer: the run checks again before its first step, and logs it. */
export async function stopBefore(
	env: Env,
	{ userId }: Author,
	projectId: string,
	model: SaidFacts & { readonly name: string },
): Promise<BudgetStop | null> {
	const { price } = factsWith(modelsOf(env.MODEL_FACTS), model.name, model)
	// A model that costs nothing is not stopped.
	if (costAt(price, ONE_TOKEN) === 0) return null
	const now = Date.now()
	const reading = inTime(budgetsOf(database(env.DB), { projectId, userId }, now))
	const figures = await reading.catch(() => null)
	const known = { name: model.name, hasPrice: price !== null }
	return figures && budgetStop(figures, { model: known, moreUsd: 0, now })
}
