/** Answers for limits that are reached: which one, how much is used, when it resets, what to do. */
import type { LimitName } from '@fairlead/protocol/quotas'
import { limitAdvice, limitReached } from '../access/limit-words.ts'
import type { Reached } from '../accounts/quotas.ts'
import { HttpProblem } from './problem.ts'

/** As many as there may be at once are there. */
export const heldBy = (of: Reached['of'], limit: LimitName, max: number): Reached => ({
	...{ of, limit, max },
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
		headers: { 'retry-after': String(Math.max(1, Math.ceil((resetsAt - now) / 1_000))) },
	})
}
