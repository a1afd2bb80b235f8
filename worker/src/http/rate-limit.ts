/**
 * How often one caller may ask, by the platform's rate limits: they count in memory at each location, so a limit
 * is approximate and costs a request nothing. Without the bindings, this process counts (`local-limits.ts`).
 * Routes that could be used to guess a secret, or that cost money, have exact limits of their own, in D1.
 */
import type { Env } from '../env.ts'
import { localLimits } from './local-limits.ts'
import { HttpProblem } from './problem.ts'
import type { AppContext, Caller } from './route.ts'

/** The period of both limits in wrangler.toml. */
const PERIOD_S = 60

interface Counted {
	readonly limit: RateLimit
	/** The key of the caller; null if they cannot be told from others, and are not counted. */
	readonly key: string | null
}

function counted(env: Env, c: AppContext, caller: Caller | null): Counted {
	const byAddress = {
		limit: env.RATE_OF_ADDRESSES ?? localLimits.addresses,
		key: c.req.header('cf-connecting-ip') ?? null,
	}
	if (caller === null) return byAddress
	const limit = env.RATE_OF_CALLERS ?? localLimits.callers
	switch (caller.kind) {
		case 'nobody':
			return byAddress
		case 'session':
			// All browsers of one person count together.
			return { limit, key: `user:${caller.userId}` }
		case 'token':
		case 'mcp':
		case 'relay':
			return { limit, key: `${caller.kind}:${caller.id}` }
		case 'operator':
			return { limit, key: caller.kind }
		case 'share':
			// A link can have thousands of visitors: each address counts alone.
			return { limit, key: `share:${caller.id}:${byAddress.key ?? ''}` }
		default:
			return caller satisfies never
	}
}

/**
 * Counts a request. `caller` null: it has no valid credential.
 * @throws {HttpProblem} `rate_limited` if this caller asks too often
 */
export const countRequest = (c: AppContext, caller: Caller | null): Promise<void> =>
	count(c.env, counted(c.env, c, caller))

/**
 * Counts a delivery that has proved itself, by its automation: a service sends from a few addresses only, and
 * forged deliveries must not use up the sender's limit.
 * @throws {HttpProblem} `rate_limited`
 */
export const countDelivery = (c: AppContext, automationId: string): Promise<void> =>
	count(c.env, {
		limit: c.env.RATE_OF_CALLERS ?? localLimits.callers,
		key: `hook:${automationId}`,
	})

async function count({ RATE_LIMITS }: Env, { limit, key }: Counted): Promise<void> {
	if (RATE_LIMITS === 'off' || key === null) return
	const { success } = await limit.limit({ key })
	if (success) return
	throw new HttpProblem('rate_limited', 'Too many requests.', {
		detail: 'Wait a minute, then continue more slowly.',
		headers: { 'retry-after': String(PERIOD_S) },
	})
}
