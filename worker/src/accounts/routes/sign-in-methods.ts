/** Removing a way to sign in: a linked account of another service, or the mail address. Passkeys have their own file. */
import { RemoveIdentity } from '@fairlead/protocol/people/account'
import { OAuthProvider } from '@fairlead/protocol/people/sign-in'
import type { Database } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { noContent, type Route, route } from '../../http/route.ts'
import { offeredMethods, signInMethods } from '../sign-in-methods.ts'
import { deleteEmail, deleteIdentity } from '../store/remove-way-in.ts'
import { findUser, type User } from '../store/users.ts'

const access = {
	by: ['session'],
	on: 'account',
	needs: 'account.change',
	origin: 'own-to-change',
} as const

export async function requireUser(db: Database, userId: string): Promise<User> {
	const user = await findUser(db, userId)
	if (!user) throw notFound('account')
	return user
}

const lastWayIn = (): HttpProblem =>
	new HttpProblem('last_way_in', 'Nothing else signs you in.', {
		detail: 'Add a passkey or link another account first.',
	})

export const signInMethodRoutes: readonly Route[] = [
	route({
		method: 'delete',
		path: '/api/account/identities/:provider',
		operationId: 'removeIdentity',
		summary: 'Remove a linked account at another service',
		access,
		query: RemoveIdentity,
		answers: [{ status: 204, description: 'It no longer signs you in.' }],
		async handle({ c, db, env, granted, param, query }) {
			const user = await requireUser(db, granted.actor.userId)
			const provider = OAuthProvider.safeParse(param('provider')).data
			if (provider === undefined) throw notFound('linked account')
			const named = { provider, label: query.label }
			if (await deleteIdentity(db, user.id, named, offeredMethods(env, c.req.raw, user)))
				return noContent()
			const ways = await signInMethods(db, env, c.req.raw, user)
			const held = ways.some(
				(way) => way.kind === 'identity' && way.provider === provider && way.label === query.label,
			)
			throw held ? lastWayIn() : notFound('linked account')
		},
	}),
	route({
		method: 'delete',
		path: '/api/account/mail',
		operationId: 'removeMail',
		summary: 'Remove your mail address',
		access,
		answers: [{ status: 204, description: 'It no longer signs you in.' }],
		async handle({ c, db, env, granted }) {
			const user = await requireUser(db, granted.actor.userId)
			if (await deleteEmail(db, user.id, offeredMethods(env, c.req.raw, user))) return noContent()
			throw user.email === null ? notFound('mail address') : lastWayIn()
		},
	}),
]
