/** A person's account: who they are here, and how they sign in. */
import {
	Account,
	AccountExport,
	DeleteAccount,
	DeletionPlan,
	UpdateAccount,
} from '@fairlead/protocol/people/account'
import type { Database } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import { attachment } from '../../platform/attachment.ts'
import { deleteAccount, FRESH_MS } from '../erasure/delete-account.ts'
import { planDeletion } from '../erasure/plan.ts'
import { exportAccount } from '../export-account.ts'
import { withoutSession } from '../sessions.ts'
import { isWithin, LIMIT_WINDOW_MS } from '../sign-in/limits.ts'
import { signInMethods } from '../sign-in-methods.ts'
import { findUser, renameUser, standingOf, type User } from '../store/users.ts'

/** Exports per person in ten minutes: each reads everything. */
const MAX_EXPORTS = 5

async function described(c: AppContext, db: Database, user: User | undefined): Promise<Account> {
	if (!user) throw notFound('account')
	const { id: userId, name, createdAt } = user
	return {
		userId,
		name,
		role: standingOf(user),
		createdAt,
		signInMethods: await signInMethods(db, c.env, c.req.raw, user),
	}
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
		async handle({ c, db, granted }) {
			return json(await described(c, db, await findUser(db, granted.actor.userId)))
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
		async handle({ c, db, body, granted }) {
			return json(await described(c, db, await renameUser(db, granted.actor.userId, body.name)))
		},
	}),
	route({
		method: 'get',
		path: '/api/account/export',
		operationId: 'exportAccount',
		summary: 'Download everything that is stored about you',
		audit: 'recorded',
		access: { by: ['session'], on: 'account', needs: 'account.export', origin: 'own-to-change' },
		answers: [
			{
				status: 200,
				schema: AccountExport,
				description: 'Without keys and hashes. It ends with `"complete":true`.',
			},
		],
		async handle({ db, granted, now }) {
			const { userId } = granted.actor
			if (!(await isWithin(db, { [`export:${userId}`]: MAX_EXPORTS }, now))) {
				throw new HttpProblem('rate_limited', 'You have downloaded your data several times.', {
					detail: 'Wait ten minutes, then try again.',
					headers: { 'retry-after': String(LIMIT_WINDOW_MS / 1_000) },
				})
			}
			const user = await findUser(db, userId)
			if (!user) throw notFound('account')
			return new Response(exportAccount(db, user, now), {
				headers: {
					'content-type': 'application/json',
					'content-disposition': attachment('fairlead account', now, 'json'),
				},
			})
		},
	}),
	route({
		method: 'get',
		path: '/api/account/deletion',
		operationId: 'planAccountDeletion',
		summary: 'Get what the deletion of your account would do to your projects',
		access: { by: ['session'], on: 'account', needs: 'account.delete', origin: 'own-to-change' },
		answers: [{ status: 200, schema: DeletionPlan, description: 'Nothing is deleted yet.' }],
		async handle({ db, granted }) {
			return json(await planDeletion(db, granted.actor.userId))
		},
	}),
	route({
		method: 'delete',
		path: '/api/account',
		operationId: 'deleteAccount',
		summary: 'Delete your account',
		audit: { none: 'Nothing may name the person afterwards.' },
		access: { by: ['session'], on: 'account', needs: 'account.delete', origin: 'own' },
		body: DeleteAccount,
		answers: [
			{
				status: 204,
				description:
					'You are signed out everywhere. Projects that only you owned are being deleted.',
			},
		],
		async handle({ c, db, env, body, granted, now }) {
			const result = await deleteAccount(env, db, c.req.raw, granted.actor, body.name, now)
			switch (result.kind) {
				case 'deleted':
					return noContent({ 'set-cookie': withoutSession(c.req.raw) })
				case 'owner':
					throw new HttpProblem('conflict', 'The owner’s account cannot be deleted.', {
						detail:
							'It belongs to this server: the setup token signs in with it. Delete your projects one by one; to remove everything, delete the server’s data.',
					})
				case 'wrong_name':
					throw new HttpProblem('invalid_request', 'The name is not that of this account.', {
						detail: 'Type the name as it is shown.',
					})
				case 'not_fresh':
					throw new HttpProblem('fresh_sign_in_needed', 'Sign in again first.', {
						detail: `Only within ${FRESH_MS / 60_000} minutes of signing in can an account be deleted.`,
					})
				case 'blocked':
					throw new HttpProblem('conflict', 'Some projects would be left without an owner.', {
						detail: `Make another member an owner, or delete: ${result.projects.join(', ')}.`,
					})
				default:
					return result satisfies never
			}
		},
	}),
]
