/** The limits of sub-agents: together never more than is left to their run. */
import type { Budget } from '@fairlead/protocol/conversations/runs'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../policy/budget.ts'
import { shareFor } from './share.ts'

const run = (budget: object, inputTokens = 0, costUsd: number | null = 0) => ({
	budget,
	costUsd,
	usage: { ...NO_USAGE, inputTokens },
})

test('a sub-agent has at most the steps that it was given, and a third of what is left', () => {
	const share = shareFor(
		run({ steps: 40, tokens: 400_000, costUsd: 4 }, 100_000, 1),
		{ steps: 10, promised: [] },
		20,
	)
	expect(share).toEqual({ steps: 10, tokens: 100_000, costUsd: 1 })
	expect(shareFor(run({}), { steps: 1, promised: [] }, 5)?.steps).toBe(5)
})

test('sub-agents, as many as may be under way, cannot use more than the rest together', () => {
	const begun = run({ steps: 30, tokens: 900_000, costUsd: 9 })
	const promised: Budget[] = []
	for (let count = 0; count < 3; count++) {
		const share = shareFor(begun, { steps: 3, promised }, 20)
		if (share) promised.push(share)
	}
	const sum = (of: 'steps' | 'tokens' | 'costUsd') =>
		promised.reduce((all, share) => all + (share[of] ?? 0), 0)
	expect(promised).toHaveLength(3)
	expect(sum('steps')).toBe(27)
	expect(sum('tokens')).toBe(900_000)
	expect(sum('costUsd')).toBeCloseTo(9)
	expect(shareFor(begun, { steps: 3, promised }, 20)).toBeNull()
})

test.each([
	['steps', { steps: 10 }, 10],
	['tokens', { tokens: 25_000 }, 0],
	['dollars', { costUsd: 2 }, 0],
])('a run without %s left has no sub-agent', (_, budget, steps) => {
	expect(shareFor(run(budget, 1_000, 2), { steps, promised: [] }, 5)).toBeNull()
})
