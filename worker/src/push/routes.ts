/** The session's own browser, notified while no page of it is open. */
import { PushState, PutPush, WaitingAgents } from '@fairlead/protocol/people/push'
import { knownOrigin } from '../accounts/sign-in/configured-methods.ts'
import { HttpProblem } from '../http/problem.ts'
import { json, noContent, type Route, route } from '../http/route.ts'
import { ruleOf } from '../platform/addresses.ts'
import { checkReachable } from '../platform/reachable.ts'
import { callWithRetry } from '../ports/retry.ts'
import { publicPushKey } from './push-key.ts'
import {
	deletePushSubscription,
	findPushSubscription,
	putPushSubscription,
	waitingAgentsOf,
} from './store.ts'

const ACCESS = {
	by: ['session'],
	on: 'account',
	needs: 'push.manage',
	origin: 'own-to-change',
} as const

export const pushRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/push',
		operationId: 'getPush',
		summary:
			'Get the key to subscribe with, and whether this browser is notified while no page is open',
		access: ACCESS,
		answers: [{ status: 200, schema: PushState, description: 'The state of this session.' }],
		async handle({ env, db, granted, now }) {
			const publicKey = await publicPushKey(env, db, now)
			const subscription = await findPushSubscription(db, granted.actor.id)
			const { endpoint = null, agents = false } = subscription ?? {}
			return json({ publicKey, endpoint, agents })
		},
	}),
	route({
		method: 'put',
		path: '/api/push',
		operationId: 'putPush',
		summary: 'Notify this browser, while no page is open, of what needs you',
		access: ACCESS,
		body: PutPush,
		answers: [
			{ status: 204, description: 'Until the session ends, or another session has this browser.' },
		],
		async handle({ c, env, db, granted, now, body: { endpoint, agents } }) {
			const origin = knownOrigin(env, c.req.raw)
			const checked = await checkReachable(endpoint, ruleOf(env, origin))
			if (!checked.ok) {
				throw new HttpProblem('invalid_request', 'This push service cannot be used.', {
					detail: checked.reason,
				})
			}
			await putPushSubscription(db, {
				sessionId: granted.actor.id,
				endpoint: checked.url.href,
				origin,
				createdAt: now,
				agents: agents ?? false,
			})
			return noContent()
		},
	}),
	route({
		method: 'delete',
		path: '/api/push',
		operationId: 'deletePush',
		summary: 'Notify this browser only while a page is open',
		access: ACCESS,
		answers: [{ status: 204, description: 'Also if it was not.' }],
		async handle({ db, granted }) {
			await deletePushSubscription(db, granted.actor.id)
			return noContent()
		},
	}),
	route({
		method: 'get',
		path: '/api/push/agents',
		operationId: 'getPushAgents',
		summary: 'List the projects in which a coding agent began to wait for you in the last minutes',
		access: ACCESS,
		answers: [
			{
				status: 200,
				schema: WaitingAgents,
				description: 'The newest first. Empty for a browser that is not notified of agents.',
			},
		],
		async handle({ env, db, granted }) {
			const { id, userId } = granted.actor
			const subscription = await findPushSubscription(db, id)
			if (!subscription?.agents) return json({ projects: [] })
			const waits = await callWithRetry(() => env.USER_FEED.getByName(userId).agentsWaiting())
			return json({ projects: await waitingAgentsOf(db, userId, waits) })
		},
	}),
]
