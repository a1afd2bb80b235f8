/** A run's usage against its limits. Pure. */
import { DEFAULT_BUDGET, type Usage } from '@fairlead/protocol/conversations/runs'
import type { OwnLimit, Run } from '../run/run-state.ts'

export const NO_USAGE: Usage = {
	inputTokens: 0,
	outputTokens: 0,
	cacheReadTokens: 0,
	cacheWriteTokens: 0,
}

export function addUsage(a: Usage, b: Usage): Usage {
	const known = (of: 'reasoningTokens' | 'estimatedTokens') =>
		a[of] === undefined && b[of] === undefined ? {} : { [of]: (a[of] ?? 0) + (b[of] ?? 0) }
	return {
		inputTokens: a.inputTokens + b.inputTokens,
		outputTokens: a.outputTokens + b.outputTokens,
		cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
		cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
		...known('reasoningTokens'),
		...known('estimatedTokens'),
	}
}

export const tokensOf = (usage: Usage): number =>
	usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens

/** Adds a call's cost; a call without a known price leaves the total without one. */
export const addCost = (a: number | null, b: number | null): number | null =>
	a === null || b === null ? null : a + b

/** The limit that was reached and ends the run; null if there is none. */
export function limitOf(
	run: Pick<Run, 'budget' | 'usage' | 'costUsd'>,
	modelSteps: number,
): OwnLimit | null {
	const { steps, tokens, costUsd } = run.budget
	if (modelSteps >= (steps ?? DEFAULT_BUDGET.steps)) return 'step_limit'
	if (tokensOf(run.usage) >= (tokens ?? DEFAULT_BUDGET.tokens)) return 'token_limit'
	if (run.costUsd !== null && run.costUsd >= (costUsd ?? DEFAULT_BUDGET.costUsd)) {
		return 'cost_limit'
	}
	return null
}
