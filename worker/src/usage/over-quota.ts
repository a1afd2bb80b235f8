/** Answers for limits that are reached: which one, how much is used, when it resets, what to do. */
import type { LimitName } from '@fairlead/protocol/people/quotas'
import { type BudgetStop, stopAdvice, stopTitle } from '../access/dollar-budgets.ts'
import { limitAdvice, limitReached } from '../access/limit-words.ts'
import { HttpProblem } from '../http/problem.ts'
import type { Reached } from './quotas.ts'

/** The limit on a number of things at once, when all places are taken. */
export const heldBy = (of: Reached['of'], limit: LimitName, max: number): Reached => ({
	of,
	limit,
	max,
	used: max,
	resetsAt: null,
})

export function overQuota({ of, ...quota }: Reached, now: number): HttpProblem {
	const { limit, max, resetsAt } = quota
	const more = { quota: { ...quota, of } }
	const title = limitReached({ of, limit, max })
	const detail = limitAdvice(quota)
	if (limit === 'runs' || resetsAt === null) {
		return new HttpProblem('quota_full', title, { ...more, detail })
	}
	return new HttpProblem('quota_used_up', title, {
		...more,
		detail,
		headers: retryAfter(resetsAt, now),
	})
}

export function overBudget(stop: BudgetStop, now: number): HttpProblem {
	return new HttpProblem(stop.code, stopTitle(stop), {
		detail: stopAdvice(stop),
		...(stop.code === 'budget_exceeded' ? { headers: retryAfter(stop.endsAt, now) } : {}),
	})
}

const retryAfter = (at: number, now: number) => ({
	'retry-after': String(Math.max(1, Math.ceil((at - now) / 1_000))),
})
