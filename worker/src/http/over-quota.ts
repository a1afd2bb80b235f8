/** Answers for limits that are reached: which one, how much is used, when it resets, what to do. */
import type { LimitName } from '@fairlead/protocol/quotas'
import { limitReached } from '../access/limit-words.ts'
import type { Reached } from '../accounts/quotas.ts'
import { HttpProblem } from './problem.ts'

/** The way to make room. */
const REMEDY: Readonly<Partial<Record<LimitName, string>>> = {
	projects: 'Delete a project, or leave it',
	api_tokens: 'Revoke an API token that you no longer use',
	storage_mb: 'Delete conversations',
	viewers: 'Close pages of this project, or try again later',
	relays: 'Revoke a relay token that is no longer used',
}

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
	if (limit === 'runs') {
		return new HttpProblem('quota_full', title, {
			...more,
			detail: 'Sign in to go on. Everything you have made here stays.',
		})
	}
	if (resetsAt === null) {
		const remedy = REMEDY[limit] ?? 'Use less'
		return new HttpProblem('quota_full', title, {
			...more,
			detail: `${remedy}, or ask whoever runs this server for more.`,
		})
	}
	const at = new Date(resetsAt).toISOString().replace('T', ' ').slice(0, 16)
	return new HttpProblem('quota_used_up', title, {
		...more,
		detail: `It resets on ${at} UTC. Ask whoever runs this server for more.`,
		headers: { 'retry-after': String(Math.max(1, Math.ceil((resetsAt - now) / 1_000))) },
	})
}
