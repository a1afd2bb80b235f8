/** A person's account: who they are here, and how they sign in. */
import { Account, UpdateAccount } from '@fairlead/protocol/account'
import { waysIn } from '../accounts/ways-in.ts'
import type { Database } from '../db/client.ts'
import { findUser, renameUser, standingOf, type User } from '../db/users.ts'
import type { Env } from '../env.ts'
import { notFound } from './problem.ts'
import { json, type Route, route } from './route.ts'

async function described(db: Database, env: Env, user: User | undefined): Promise<Account> {
	if (!user) throw notFound('account')
	const { id: userId, name, createdAt } = user
	return { userId, name, role: standingOf(user), createdAt, waysIn: await waysIn(db, env, user) }
}

export const accountRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/account',
		operationId: 'getAccount',
		summary: 'Get your account and the ways in which you sign in',
		access: {
			by: ['session', 'token'],
			on: 'account',
			needs: 'account.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: Account, description: 'Your account.' }],
		async handle({ db, env, granted }) {
			return json(await described(db, env, await findUser(db, granted.actor.userId)))
		},
	}),
	route({
		method: 'patch',
		path: '/api/account',
		operationId: 'updateAccount',
		summary: 'Change your name',
		access: { by: ['session'], on: 'account', needs: 'account.change', origin: 'own-to-change' },
		body: UpdateAccount,
		answers: [
			{ status: 200, schema: Account, description: 'Messages sent before keep the old name.' },
		],
		async handle({ db, env, body, granted }) {
			return json(await described(db, env, await renameUser(db, granted.actor.userId, body.name)))
		},
	}),
]
