/** A run ends exactly at its limit, and a continued run completes the rest. */
import { DEFAULT_BUDGET, type Usage } from '@fairlead/protocol/runs'
import { STEP_COST_USD, STEP_TOKENS } from './kit/plans.ts'
import { linesOf, type StoredUi } from './transcript.ts'
import type { World } from './world.ts'

export function budgets(world: World, answers: readonly StoredUi[]): string[] {
	return world.user.seen.flatMap(({ messageId, turn }) => {
		const answer = answers.find(({ id }) => id === messageId)
		const budget = world.script.turns[turn]?.budget
		if (!answer || !budget) return []
		const lines = linesOf(answer)
		const steps = lines.filter(({ kind }) => kind === 'step').length
		const { usage, costUsd = 0 } = (answer.metadata ?? {}) as {
			usage?: Usage
			costUsd?: number
		}
		const tokens = usage ? usage.inputTokens + usage.outputTokens : 0
		const notice = lines.find((line) => line.kind === 'notice' && line.text.endsWith('_limit'))
		const limits = [
			{ code: 'step_limit', used: steps, last: 1, limit: budget.steps ?? DEFAULT_BUDGET.steps },
			{
				code: 'token_limit',
				used: tokens,
				last: STEP_TOKENS,
				limit: budget.tokens ?? DEFAULT_BUDGET.tokens,
			},
			{
				code: 'cost_limit',
				used: costUsd,
				last: STEP_COST_USD,
				limit: budget.costUsd ?? DEFAULT_BUDGET.costUsd,
			},
		]
		return limits.flatMap(({ code, used, last, limit }) => {
			const found: string[] = []
			const name = `Budget of turn ${turn} (${code}): ${used} of ${limit}`
			// The last model call may begin one short of the limit.
			if (used - last >= limit) found.push(`${name}, and it had gone on`)
			if (notice?.kind === 'notice' && notice.text === code && used < limit)
				found.push(`${name}, and it was stopped`)
			return found
		})
	})
}
