/** A reached limit in words. Pure. */
import type { LimitName } from '@fairlead/protocol/quotas'
import type { LimitOf } from './plans.ts'

const WORDS: Readonly<Record<LimitName, string>> = {
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
	return `${whose} used all ${max.toLocaleString('en')} ${WORDS[limit]}.`
}
