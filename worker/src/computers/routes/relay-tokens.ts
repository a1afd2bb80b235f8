import { OwnRelayToken } from '@fairlead/protocol/computers/pairing'
import { RELAY_PROOF_HEADER, RelayProofQuery } from '@fairlead/protocol/computers/relay-proof'
import {
	CreatedRelayToken,
	CreateRelayToken,
	RelayToken,
	RelayTokenList,
	UpdateRelayToken,
} from '@fairlead/protocol/computers/relay-tokens'
import type { Allowance } from '../../access/actor.ts'
import { revokeRelayToken } from '../../accounts/end-rights.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { ownPort } from '../../http/origin.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { countRequest } from '../../http/rate-limit.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { heldBy, overQuota } from '../../usage/over-quota.ts'
import { projectLimits } from '../../usage/quotas.ts'
import { createRelayToken, relayProof } from '../relay-tokens.ts'
import { listRelayTokens, renameRelayToken } from '../store/relay-tokens.ts'

/** Far more than one team's machines; keeps the list readable. */
const MAX_TOKENS = 100

const maxTokens = (env: Env, allowance: Allowance | null): number =>
	Math.min(projectLimits(env, allowance).relays ?? MAX_TOKENS, MAX_TOKENS)

function tooMany(max: number, now: number): HttpProblem {
	if (max < MAX_TOKENS) return overQuota(heldBy('project', 'relays', max), now)
	return new HttpProblem('conflict', `A project can have at most ${MAX_TOKENS} relay tokens.`, {
		detail: 'Revoke tokens you no longer use.',
	})
}

/** @throws {HttpProblem} if the project has as many relay tokens as it may have */
export async function requireRoomForToken(
	env: Env,
	db: Database,
	project: { readonly id: string; readonly allowance: Allowance | null },
	now: number,
): Promise<void> {
	const max = maxTokens(env, project.allowance)
	if ((await listRelayTokens(db, project.id)).length >= max) throw tooMany(max, now)
}

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
		async handle({ db, env, body, granted, now }) {
			const max = maxTokens(env, granted.allowance)
			const { actor, project } = granted
			const token = { projectId: project.id, label: body.label, createdBy: actor.userId }
			const made = await createRelayToken(db, token, now, max)
			if (!made) throw tooMany(max, now)
			return json(made, 201)
		},
	}),
	route({
		method: 'patch',
		path: '/api/projects/:projectId/relay-tokens/:tokenId',
		operationId: 'renameRelayToken',
		summary: 'Rename the computer of a relay token',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'relay_tokens.manage',
			origin: 'own-to-change',
		},
		body: UpdateRelayToken,
		answers: [{ status: 200, schema: RelayToken, description: 'The renamed token.' }],
		async handle({ db, env, body, granted, param }) {
			const { id } = granted.project
			const renamed = await renameRelayToken(db, id, param('tokenId'), body.label)
			if (!renamed) throw notFound('relay token')
			await env.ROOM.getByName(id).relayRenamed(renamed.id, renamed.label)
			return json(renamed)
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
			if (!(await revokeRelayToken(env, db, granted.project.id, param('tokenId'))))
				throw notFound('relay token')
			return noContent()
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/relay-token',
		operationId: 'getOwnRelayToken',
		summary: 'Get the relay token of this request',
		access: { by: ['relay'], on: 'project', needs: 'relay_token.own', origin: 'any' },
		answers: [{ status: 200, schema: OwnRelayToken, description: 'The token is valid.' }],
		handle({ granted }) {
			const { actor, project } = granted
			const { id, name } = project
			return json({
				id: actor.id,
				label: actor.name,
				projectId: id,
				projectName: name,
			} satisfies OwnRelayToken)
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/relay-token',
		operationId: 'revokeOwnRelayToken',
		summary: 'Revoke the relay token of this request, and close its connections',
		access: { by: ['relay'], on: 'project', needs: 'relay_token.own', origin: 'any' },
		answers: [{ status: 204, description: 'Revoked.' }],
		async handle({ db, env, granted }) {
			const { actor, project } = granted
			await revokeRelayToken(env, db, project.id, actor.id)
			return noContent()
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/relay/proof',
		operationId: 'proveToRelay',
		summary: "Prove to a relay that this server knows its token's hash",
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'service.read',
			origin: 'any',
			counted: 'once-proven',
		},
		query: RelayProofQuery,
		answers: [
			{ status: 204, description: `The proof is in the header \`${RELAY_PROOF_HEADER}\`.` },
		],
		async handle({ c, db, env, query, param }) {
			const proven = await relayProof(db, param('projectId'), query, ownPort(env, c.req.url))
			// Counted by the token it is about: others at this address cannot keep a relay from its server.
			await countRequest(c, proven?.relay ?? null)
			if (!proven) {
				throw new HttpProblem('unauthenticated', 'This project has no such relay token.', {
					detail:
						'It is invalid or revoked. Create a new one in the project, then link again with it.',
				})
			}
			return noContent({ [RELAY_PROOF_HEADER]: proven.proof, 'cache-control': 'no-store' })
		},
	}),
]
