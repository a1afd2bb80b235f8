/** The session's own browser, notified while no page of it is open. */
import { PushState, PutPush } from '@fairlead/protocol/people/push'
import { knownOrigin } from '../accounts/sign-in/configured-methods.ts'
import { HttpProblem } from '../http/problem.ts'
import { json, noContent, type Route, route } from '../http/route.ts'
import { ruleOf } from '../platform/addresses.ts'
import { checkReachable } from '../platform/reachable.ts'
import { publicPushKey } from './push-key.ts'
import { deletePushSubscription, findPushSubscription, putPushSubscription } from './store.ts'

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
			return json({ publicKey, endpoint: subscription?.endpoint ?? null })
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
		async handle({ c, env, db, granted, now, body: { endpoint } }) {
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
]
