/** A reached limit in words. Pure. */
import type { LimitName, Quota } from '@fairlead/protocol/people/quotas'
import type { LimitOf, SERVER_KEY_LIMITS } from './plans.ts'

type ServerKeyLimit = (typeof SERVER_KEY_LIMITS)[number]

const WORDS: Readonly<Record<Exclude<LimitName, ServerKeyLimit>, string>> = {
	runs_per_day: 'runs for today',
	runs_per_month: 'runs for this month',
	runs: 'runs',
	model_tokens_per_month: 'model tokens for this month',
	projects: 'projects',
	api_tokens: 'API tokens',
	storage_mb: 'MB of storage',
	viewers: 'viewers at the same time',
	relays: 'relay tokens',
}

/** With its number. */
function words(limit: LimitName, max: number): string {
	const amount = max.toLocaleString('en')
	switch (limit) {
		case 'server_key_usd_per_day':
			return `of today’s $${amount} on the server’s model keys`
		case 'server_key_usd_per_month':
			return `of this month’s $${amount} on the server’s model keys`
		case 'server_key_tokens_per_day':
			return `of today’s ${amount} tokens on the server’s model keys`
		case 'server_key_tokens_per_month':
			return `of this month’s ${amount} tokens on the server’s model keys`
		default:
			return `${amount} ${WORDS[limit]}`
	}
}

export function limitReached({
	of,
	limit,
	max,
}: {
	readonly of: LimitOf
	readonly limit: LimitName
	readonly max: number
}): string {
	if (limit === 'runs') return 'The trial is used up.'
	const whose = of === 'person' ? 'You have' : 'This project has'
	return `${whose} used all ${words(limit, max)}.`
}

/** A limit that is nearly reached. */
export function limitUsed({
	limit,
	used,
	max,
}: Pick<Quota, 'used' | 'max'> & { readonly limit: ServerKeyLimit }): string {
	const share = max === 0 ? 100 : Math.floor((100 * (used ?? 0)) / max)
	return `You have used ${share}% ${words(limit, max)}.`
}

/** The way to make room. */
const REMEDY: Readonly<Partial<Record<LimitName, string>>> = {
	projects: 'Delete a project, or leave it',
	api_tokens: 'Revoke an API token that you no longer use',
	storage_mb: 'Delete conversations',
	viewers: 'Close pages of this project, or try again later',
	relays: 'Revoke a relay token that is no longer used',
}

/** The next thing to do, and when the limit resets. */
export function limitAdvice({ limit, resetsAt }: Pick<Quota, 'limit' | 'resetsAt'>): string {
	if (limit === 'runs') return 'Sign in to continue. Everything you have made here stays.'
	if (resetsAt === null) {
		return `${REMEDY[limit] ?? 'Use less'}, or ask the operator of this server for more.`
	}
	const at = new Date(resetsAt).toISOString().replace('T', ' ').slice(0, 16)
	return `It resets on ${at} UTC. Ask the operator of this server for more.`
}
