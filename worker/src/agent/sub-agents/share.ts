/** The budget of a sub-agent: never more than is left to the run that starts it. Pure. */
import { type Budget, DEFAULT_BUDGET } from '@fairlead/protocol/conversations/runs'
import { SUB_AGENT } from '@fairlead/protocol/tools'
import { tokensOf } from '../policy/budget.ts'
import type { Run } from '../run/run-state.ts'

/** With fewer tokens, a single request could not be sent. */
const MIN_TOKENS = 10_000

export interface Spent {
	/** Model calls of the run and of its sub-agents that have ended. */
	readonly steps: number
	/** Budgets that sub-agents under way may still use. */
	readonly promised: readonly Budget[]
}

/**
 * The rest of the run's limits, shared by as many sub-agents as may be under way, so that together they cannot exceed
 * it; null if too little is left for one.
 */
export function shareFor(
	run: Pick<Run, 'budget' | 'usage' | 'costUsd'>,
	{ steps, promised }: Spent,
	maxSteps: number,
): Budget | null {
	const places = Math.max(1, SUB_AGENT.atOnce - promised.length)
	const left = (of: keyof Budget, used: number): number =>
		((run.budget[of] ?? DEFAULT_BUDGET[of]) -
			used -
			promised.reduce((sum, budget) => sum + (budget[of] ?? 0), 0)) /
		places
	const share = {
		steps: Math.min(maxSteps, Math.floor(left('steps', steps))),
		tokens: Math.floor(left('tokens', tokensOf(run.usage))),
		costUsd: left('costUsd', run.costUsd ?? 0),
	}
	return share.steps < 1 || share.tokens < MIN_TOKENS || share.costUsd <= 0 ? null : share
}
