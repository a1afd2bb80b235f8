/** Limits of a person's spending on the installation's own model keys. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { type Author, payerReads } from '@fairlead/protocol/people/author'
import type { Quota } from '@fairlead/protocol/people/quotas'
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
import type { Env } from '../env.ts'
import { addServerKeyUse, payerOfServerKey, readServerKeyUse } from './store/server-key-use.ts'

/** The share of a limit from which on each run begins with a warning. */
const WARN_SHARE = 0.8

/** The cost of one request. `usd` null: the price is not known. */
export interface Spent {
	readonly tokens: number
	readonly usd: number | null
}

export type ServerKeyAccess =
	| {
			readonly used: false
			/** The warning; null if no limit is near. */
			readonly warning: NoticePart | null
			/** Counts a request; null: nothing limits this person. */
			readonly charge: ((spent: Spent) => Promise<void>) | null
	  }
	| { readonly used: true; readonly notice: NoticePart }

const UNLIMITED: ServerKeyAccess = { used: false, warning: null, charge: null }

type ServerKeyQuota = Quota & { readonly limit: (typeof SERVER_KEY_LIMITS)[number] }

/** Every limit on the installation's keys, with what is used of it. */
export async function serverKeyQuotas(
	db: Database,
	userId: string,
	limits: Limits,
	now: number,
): Promise<ServerKeyQuota[]> {
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
	model: { readonly name: string; readonly hasPrice: boolean },
	now: number,
): Promise<ServerKeyAccess> {
	const payer = await payerOfServerKey(db, author)
	if (!payer) {
		const refusal = withoutPayer(author.kind)
		return refusal ? { used: true, notice: refusal } : UNLIMITED
	}
	const { userId, standing, allowance } = payer
	const plan = planOfPerson(standing, allowance, defaultPlan(env.PLAN))
	const quotas = await serverKeyQuotas(db, userId, limitsOf('person', plan, allowance), now)
	if (quotas.length === 0) return UNLIMITED
	const own = payerReads(author)
	const inDollars = quotas.some(({ limit }) => serverKeyPeriod(limit, now).what === 'usd')
	if (inDollars && !model.hasPrice) return { used: true, notice: withoutPrice(model.name, own) }
	const byReset = quotas.toSorted((a, b) => (b.resetsAt ?? 0) - (a.resetsAt ?? 0))
	const reached = byReset.find(({ used, max }) => (used ?? 0) >= max)
	if (reached) return { used: true, notice: usedUp(reached, own) }
	const near = byReset.find(({ used, max }) => (used ?? 0) >= max * WARN_SHARE)
	return {
		used: false,
		warning: near ? nearlyUsed(near, own) : null,
		charge: ({ tokens, usd }) => {
			const periods = new Set(SERVER_KEY_LIMITS.map((name) => serverKeyPeriod(name, now).period))
			return addServerKeyUse(db, userId, [...periods], { tokens, usd: usd ?? 0 }, now)
		},
	}
}

const OWN_KEY =
	'With a key of your own, under Models and keys in your settings, this limit does not apply.'
const PAYERS_KEY =
	'With a key of their own, this limit does not apply to the person who pays for this run.'

/** `own`: the payer reads it. Other people do not learn the amounts. */
const usedUp = (quota: ServerKeyQuota, own: boolean): NoticePart => ({
	level: 'error',
	code: 'server_key_used_up',
	...(own
		? {
				text: limitReached({ of: 'person', ...quota }),
				hint: `${OWN_KEY} ${limitAdvice(quota)}`,
			}
		: {
				text: 'The limit on the server’s model keys that applies to this run is reached.',
				hint: `${PAYERS_KEY} ${limitAdvice(quota)}`,
			}),
})

const nearlyUsed = (quota: ServerKeyQuota, own: boolean): NoticePart => ({
	level: 'warning',
	code: 'server_key_nearly_used',
	text: own
		? limitUsed(quota)
		: 'The limit on the server’s model keys that applies to this run is nearly reached.',
	hint: `When it is used up, runs stop before their next step. ${own ? OWN_KEY : PAYERS_KEY}`,
})

/** The notice that a limit in dollars cannot count a model without a price. */
const withoutPrice = (model: string, own: boolean): NoticePart => ({
	level: 'error',
	code: 'server_key_no_price',
	text: `The price of the model "${model}" is not known, so the server’s keys, which have a limit in dollars, cannot pay for it.`,
	hint: own
		? 'Add a key of your own in your settings, under Models and keys, or choose another model.'
		: 'The person who pays for this run can add a key of their own, or choose another model.',
})

/** Returns null if no person is behind this author. */
function withoutPayer(kind: Author['kind']): NoticePart | null {
	const notice = (text: string, hint: string): NoticePart => ({
		level: 'error',
		code: 'no_payer',
		text,
		hint,
	})
	switch (kind) {
		case 'webhook':
		case 'schedule':
			return notice(
				'Nobody pays for this run: the person who made the automation may no longer manage automations here.',
				'A member who may manage automations can create it again, and then pays for its runs.',
			)
		case 'share':
			return notice(
				'Nobody pays for this run: the person who made the link no longer has an account here.',
				'Ask a member of the project for a new link.',
			)
		case 'session':
		case 'token':
		case 'mcp':
			return notice(
				'Nobody pays for this run: the account that began it no longer exists.',
				'Sign in, then send the message again.',
			)
		case 'relay':
		case 'system':
		case 'operator':
			return null
		default:
			return kind satisfies never
	}
}
