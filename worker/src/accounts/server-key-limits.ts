/** What a person may spend on the installation's own model keys. */
import type { Author } from '@fairlead/protocol/author'
import type { LimitName, Quota } from '@fairlead/protocol/quotas'
import type { NoticePart } from '@fairlead/protocol/stream-parts'
import { limitAdvice, limitReached, limitUsed } from '../access/limit-words.ts'
import {
	defaultPlan,
	endOf,
	type Limits,
	limitsOf,
	planOfPerson,
	SERVER_KEY_LIMITS,
	serverKeyPeriod,
} from '../access/plans.ts'
import type { Database } from '../db/client.ts'
import { addServerKeyUse, payerOfServerKey, readServerKeyUse } from '../db/server-key-use.ts'
import type { Env } from '../env.ts'

/** From this share on, each run begins with a warning. */
const WARN_SHARE = 0.8

/** What one request has cost. `usd` null: the price is not known. */
export interface Spent {
	readonly tokens: number
	readonly usd: number | null
}

export type ServerKeyAccess =
	| {
			readonly used: false
			/** Null: no limit is near. */
			readonly warning: NoticePart | null
			/** Counts a request; null: nothing limits this person. */
			readonly charge: ((spent: Spent) => Promise<void>) | null
	  }
	| { readonly used: true; readonly notice: NoticePart }

const UNLIMITED: ServerKeyAccess = { used: false, warning: null, charge: null }

/** Every limit on the installation's keys, with what is used of it. */
export async function serverKeyQuotas(
	db: Database,
	userId: string,
	limits: Limits,
	now: number,
): Promise<Quota[]> {
	const names = SERVER_KEY_LIMITS.filter((name) => limits[name] !== undefined)
	if (names.length === 0) return []
	const use = await readServerKeyUse(db, userId)
	return names.map((limit) => {
		const { period, what } = serverKeyPeriod(limit, now)
		const used = use.find((one) => one.period === period)?.[what] ?? 0
		return { limit, used, max: limits[limit] ?? 0, resetsAt: endOf(period) }
	})
}

/** Asked before each request with the installation's key. */
export async function serverKeyAccess(
	env: Pick<Env, 'PLAN'>,
	db: Database,
	author: Author,
	now: number,
): Promise<ServerKeyAccess> {
	const payer = await payerOfServerKey(db, author)
	if (!payer) return UNLIMITED
	const { userId, standing, allowance } = payer
	const plan = planOfPerson(standing, allowance, defaultPlan(env.PLAN))
	const quotas = await serverKeyQuotas(db, userId, limitsOf('person', plan, allowance), now)
	if (quotas.length === 0) return UNLIMITED
	const byReset = quotas.toSorted((a, b) => (b.resetsAt ?? 0) - (a.resetsAt ?? 0))
	const reached = byReset.find(({ used, max }) => (used ?? 0) >= max)
	if (reached) return { used: true, notice: usedUp(reached) }
	const near = byReset.find(({ used, max }) => (used ?? 0) >= max * WARN_SHARE)
	return {
		used: false,
		warning: near ? nearlyUsed(near) : null,
		charge: ({ tokens, usd }) => {
			const periods = new Set(SERVER_KEY_LIMITS.map((name) => serverKeyPeriod(name, now).period))
			return addServerKeyUse(db, userId, [...periods], { tokens, usd: usd ?? 0 }, now)
		},
	}
}

const OWN_KEY =
	'With a key of your own, under Models and keys in your settings, this limit does not apply.'

const usedUp = (quota: Quota & { limit: LimitName }): NoticePart => ({
	...{ level: 'error', code: 'server_key_used_up' },
	text: limitReached({ of: 'person', ...quota }),
	hint: `${OWN_KEY} ${limitAdvice(quota)}`,
})

const nearlyUsed = (quota: Quota): NoticePart => ({
	...{ level: 'warning', code: 'server_key_nearly_used' },
	text: limitUsed(quota),
	hint: `When it is used up, runs stop before their next step. ${OWN_KEY}`,
})
