/** The ports of a pusher in a Durable Object: D1, the clock, and push services. */

import { send } from '../automations/outgoing/send.ts'
import { needsYou } from '../conversations/record/needs-you.ts'
import { type Database, database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { ruleOf } from '../platform/addresses.ts'
import type { Answer } from '../platform/http-delivery.ts'
import { type AgentWait, newsOf } from './agent-waits.ts'
import { findOpenPushKey } from './push-key.ts'
import { PUSH_KINDS, type PushKind } from './push-kinds.ts'
import { pushRequest } from './push-request.ts'
import type { PusherPorts, Subscription } from './pusher.ts'
import { deletePushSubscription, pushSubscriptionsOf, waitingAgentsOf } from './store.ts'

const clock = (): number => Date.now()
const warn = (event: string, error: unknown): void =>
	console.warn(JSON.stringify({ level: 'warn', event, error: String(error) }))

/** @param waits of coding agents, for a push of that kind */
export function pusherPorts(env: Env, kind: PushKind, waits: readonly AgentWait[]): PusherPorts {
	const db = database(env.DB)
	return {
		clock,
		random: () => Math.random(),
		giveUpMs: PUSH_KINDS[kind].giveUpMs,
		subscriptions: (userId) => pushSubscriptionsOf(db, userId, kind, clock()),
		waits: async (userId) =>
			kind === 'needs-you'
				? (await needsYou(db, userId)).conversations.length > 0
				: (await waitingAgentsOf(db, userId, newsOf(waits, clock()))).length > 0,
		send: (subscription) => sent(env, db, subscription, kind),
		forget: ({ sessionId, endpoint }) => deletePushSubscription(db, sessionId, endpoint),
		warn,
	}
}

async function sent(
	env: Env,
	db: Database,
	subscription: Subscription,
	kind: PushKind,
): Promise<Answer> {
	try {
		const key = await findOpenPushKey(env, db)
		// The subscriptions went with the key before it.
		if (key === undefined) return { kind: 'unsendable', error: 'The server has no push key.' }
		const request = await pushRequest(key, subscription, kind, clock())
		return await send(request, ruleOf(env, subscription.origin), { fetch, clock })
	} catch (error) {
		// D1 is down, or SECRETS_KEY is not the one that the key is kept under: neither is the browser's fault.
		warn('push_without_key', error)
		return { kind: 'none', error: 'The push key could not be read.' }
	}
}
