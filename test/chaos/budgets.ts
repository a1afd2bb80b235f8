/** A run ends exactly at its limit, a continued run completes the rest, and what a run used is the sum of its calls. */
import { DEFAULT_BUDGET, type Usage } from '@fairlead/protocol/conversations/runs'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { STEP_COST_USD, STEP_TOKENS } from './kit/plans.ts'
import { type Line, linesOf, type StoredUi } from './transcript.ts'
import type { World } from './world.ts'

export function budgets(world: World, answers: readonly StoredUi[]): string[] {
	return world.user.seen.flatMap(({ messageId, turn }) => {
		const answer = answers.find(({ id }) => id === messageId)
		const budget = world.script.turns[turn]?.budget
		if (!answer || !budget) return []
		const lines = linesOf(answer)
		const steps = lines.filter(({ kind }) => kind === 'step').length
		const {
			runId,
			usage,
			costUsd = 0,
		} = (answer.metadata ?? {}) as {
			runId?: string
			usage?: Usage
			costUsd?: number
		}
		// A title is made after the run, and never where it could reach a limit.
		const last = callsOf(world, runId)
			.filter(({ purpose }) => purpose !== 'title')
			.slice(-1)
		const tokens = usage ? tokensOf(usage) : 0
		const notice = lines.find(isLimit)
		const limits = [
			{ code: 'step_limit', used: steps, last: 1, limit: budget.steps ?? DEFAULT_BUDGET.steps },
			{
				code: 'token_limit',
				used: tokens,
				last: last.reduce((sum, call) => sum + tokensOf(call.usage), 0) || STEP_TOKENS,
				limit: budget.tokens ?? DEFAULT_BUDGET.tokens,
			},
			{
				code: 'cost_limit',
				used: costUsd,
				last: last.reduce((sum, call) => sum + (call.costUsd ?? 0), 0) || STEP_COST_USD,
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

/**
 * The lines of an answer; without its last step if a try of it reached the limit before it was finished: the run that
 * continues makes that step again.
 */
export function linesToContinue(world: World, answer: StoredUi): readonly Line[] {
	const lines = linesOf(answer)
	const calls = callsOf(world, answer.metadata?.['runId']).filter(
		({ purpose }) => purpose === 'answer',
	)
	const limited = lines.some(isLimit) && calls.at(-1)?.outcome === 'failed'
	return limited
		? lines.slice(
				0,
				lines.findLastIndex(({ kind }) => kind === 'step'),
			)
		: lines
}

/** Limits of a run: the next one continues where it ended. */
export const isLimit = (line: Line): boolean =>
	line.kind === 'notice' && line.text.endsWith('_limit')

/** Every run that ended is the sum of its calls. */
export function sums(world: World): string[] {
	return world.d1.rows('SELECT * FROM usage').flatMap((row) => {
		const calls = callsOf(world, String(row['run_id']))
		// A conversation that was restored no longer knows them.
		if (row['calls'] === null) return []
		const sum = (of: keyof Usage) => calls.reduce((all, { usage }) => all + (usage[of] ?? 0), 0)
		const wrong = [
			['inputTokens', row['input_tokens']] as const,
			['outputTokens', row['output_tokens']] as const,
			['estimatedTokens', row['estimated_tokens'] ?? 0] as const,
		].filter(([of, stored]) => sum(of) !== stored)
		return wrong.map(([of]) => `Usage of ${row['run_id']}: ${of} is not the sum of its calls`)
	})
}

function callsOf(world: World, runId: unknown): readonly ModelCall[] {
	const row = world.d1
		.rows('SELECT run_id, calls FROM usage')
		.find((one) => one['run_id'] === runId)
	return row?.['calls'] ? (JSON.parse(String(row['calls'])) as ModelCall[]) : []
}

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens
