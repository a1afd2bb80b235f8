import { ApiTokenList, CreateApiToken, CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { heldBy, overQuota } from '../../usage/over-quota.ts'
import { personLimits } from '../../usage/quotas.ts'
import { createApiToken } from '../api-tokens.ts'
import { revokeApiToken } from '../end-rights.ts'
import { listApiTokens } from '../store/api-tokens.ts'

/** Far more than one person's scripts; keeps the list readable. */
const MAX_TOKENS = 50

/** Tokens are made and revoked by a person in a browser: a token that leaked must not make others. */
export const apiTokenRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/tokens',
		operationId: 'listApiTokens',
		summary: 'List your API tokens',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		answers: [{ status: 200, schema: ApiTokenList, description: 'Without the tokens themselves.' }],
		async handle({ db, granted }) {
			const tokens = await listApiTokens(db, granted.actor.userId)
			return json({ tokens } satisfies ApiTokenList)
		},
	}),
	route({
		method: 'post',
		path: '/api/tokens',
		operationId: 'createApiToken',
		summary: 'Create an API token',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		body: CreateApiToken,
		answers: [
			{ status: 201, schema: CreatedApiToken, description: 'The token. It is shown only once.' },
		],
		async handle({ db, env, body, granted, now }) {
			const { actor } = granted
			const { api_tokens: allowed = MAX_TOKENS } = personLimits(env, actor)
			const max = Math.min(allowed, MAX_TOKENS)
			const made = await createApiToken(db, actor.userId, body, now, max)
			if (made) return json(made, 201)
			if (max < MAX_TOKENS) throw overQuota(heldBy('person', 'api_tokens', max), now)
			throw new HttpProblem('conflict', `You can have at most ${MAX_TOKENS} API tokens.`, {
				detail: 'Revoke tokens you no longer use.',
			})
		},
	}),
	route({
		method: 'delete',
		path: '/api/tokens/:tokenId',
		operationId: 'revokeApiToken',
		summary: 'Revoke an API token and end what it has open',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Revoked.' }],
		async handle({ db, env, granted, now, param }) {
			if (!(await revokeApiToken(env, db, granted.actor.userId, param('tokenId'), now)))
				throw notFound('API token')
			return noContent()
		},
	}),
]
