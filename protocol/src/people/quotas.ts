/** Plans and their limits: what a person or a project may use, and has used. Bodies of `/api`. */
import * as z from 'zod/mini'

export const LimitName = z.enum([
	'runs_per_day',
	'runs_per_month',
	/** All runs that a trial has. */
	'runs',
	/** Tokens of models, in and out. */
	'model_tokens_per_month',
	/** The amount that a person may spend on the server's own model keys: US dollars by list prices, and tokens. */
	'server_key_usd_per_day',
	'server_key_usd_per_month',
	'server_key_tokens_per_day',
	'server_key_tokens_per_month',
	'projects',
	'api_tokens',
	/** The size of a project's conversations. */
	'storage_mb',
	/** Viewers at the same moment. */
	'viewers',
	/** Relay tokens: one for each paired computer. */
	'relays',
])
export type LimitName = z.infer<typeof LimitName>

export const PlanName = z.enum(['unlimited', 'free', 'team', 'trial'])
export type PlanName = z.infer<typeof PlanName>

/** One limit, and what is used of it. */
export const Quota = z.object({
	limit: LimitName,
	/** null if the use is not counted, and only the limit holds. */
	used: z.nullable(z.number()),
	max: z.number(),
	/** When it resets, in Unix milliseconds; null: it does not. */
	resetsAt: z.nullable(z.int()),
})
export type Quota = z.infer<typeof Quota>
