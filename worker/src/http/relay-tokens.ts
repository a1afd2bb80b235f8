import { CreatedRelayToken, CreateRelayToken, RelayTokenList } from '@fairlead/protocol/http'
import { relayTokenEnded } from '../accounts/end-rights.ts'
import { createRelayToken } from '../accounts/relay-tokens.ts'
import { deleteRelayToken, listRelayTokens } from '../db/relay-tokens.ts'
import { HttpProblem, notFound } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'

/** Far more than one team's machines; keeps the list readable. */
const MAX_TOKENS = 100

export const relayTokenRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/relay-tokens',
		operationId: 'listRelayTokens',
		summary: 'List the relay tokens of a project',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'relay_tokens.manage',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 200, schema: RelayTokenList, description: 'Without the tokens themselves.' },
		],
		async handle({ db, granted }) {
			return json({ tokens: await listRelayTokens(db, granted.project.id) })
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/relay-tokens',
		operationId: 'createRelayToken',
		summary: 'Create a relay token',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'relay_tokens.manage',
			origin: 'own-to-change',
		},
		body: CreateRelayToken,
		answers: [
			{ status: 201, schema: CreatedRelayToken, description: 'The token. It is shown only once.' },
		],
		async handle({ db, body, granted, now }) {
			const { id } = granted.project
			if ((await listRelayTokens(db, id)).length >= MAX_TOKENS) {
				throw new HttpProblem(
					'conflict',
					`A project can have at most ${MAX_TOKENS} relay tokens.`,
					{
						detail: 'Revoke tokens you no longer use.',
					},
				)
			}
			return json(await createRelayToken(db, id, body.label, now), 201)
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/relay-tokens/:tokenId',
		operationId: 'revokeRelayToken',
		summary: 'Revoke a relay token and close its connections',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'relay_tokens.manage',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'Revoked.' }],
		async handle({ db, env, granted, param }) {
			const tokenId = param('tokenId')
			let existed = false
			try {
				existed = await deleteRelayToken(db, granted.project.id, tokenId)
			} finally {
				// Also if it was deleted before, or D1's answer was lost: its connections may still be open.
				await relayTokenEnded(env, granted.project.id, tokenId)
			}
			if (!existed) throw notFound('relay token')
			return noContent()
		},
	}),
]
