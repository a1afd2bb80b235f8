/**
 * Connecting MCP clients by OAuth 2.1: what clients read and ask (metadata, registration, tokens), and what the page
 * asks the person. The authorization endpoint is the page `/connect`.
 */

import { issueText } from '@fairlead/protocol/http/issue-text'
import { MCP_SCOPES } from '@fairlead/protocol/people/api-tokens'
import {
	ConnectionAnswer,
	ConnectionAnswered,
	ConnectionList,
	ConnectionQuestion,
	ConnectionRequest,
} from '@fairlead/protocol/people/connections'
import * as z from 'zod'
import type { SessionActor } from '../../access/actor.ts'
import { can } from '../../access/can.ts'
import { endConnection } from '../../accounts/end-rights.ts'
import { configured } from '../../accounts/routes/sign-in.ts'
import { publicOrigin } from '../../accounts/sign-in/configured-methods.ts'
import { isWithin } from '../../accounts/sign-in/limits.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { clientAddress } from '../../http/recording.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import { ruleOf } from '../../platform/addresses.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { findProject } from '../../projects/store/projects.ts'
import {
	mintCode,
	projectOf,
	redeem,
	redirectWith,
	requestingClient,
	resourceOf,
	scopesIn,
} from '../oauth/authorize.ts'
import { type Client, Registration, registerClient } from '../oauth/clients.ts'
import { refresh, type Tokens } from '../oauth/connections.ts'
import { OAuthError } from '../oauth/oauth-error.ts'
import { destinationOf } from '../oauth/redirects.ts'
import { countConnections, findByAnyToken, listConnections } from '../oauth/store.ts'

const MAX_CONNECTIONS = 200
/** The most registrations in ten minutes: registering needs no credential. */
const MAX_REGISTRATIONS_OF_ADDRESS = 20
const MAX_REGISTRATIONS = 500
const originOf = (c: AppContext): string => configured(() => publicOrigin(c.env, c.req.raw))

/** Headers for clients of any site: nothing here depends on a cookie. */
const PUBLIC = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }
const Metadata = z.record(z.string(), z.unknown())
const metadata = (value: object): Response => Response.json(value, { headers: PUBLIC })

const TokenRequest = z.object({
	grant_type: z.string().max(100),
	client_id: z.string().max(2_000).optional(),
	code: z.string().max(200).optional(),
	redirect_uri: z.string().max(2_000).optional(),
	code_verifier: z.string().max(200).optional(),
	refresh_token: z.string().max(200).optional(),
	resource: z.string().max(2_000).optional(),
})
const TokenAnswer = z.object({
	access_token: z.string(),
	token_type: z.literal('Bearer'),
	expires_in: z.int(),
	refresh_token: z.string(),
	scope: z.string(),
})
const OAuthRefusal = z.object({ error: z.string(), error_description: z.string() })
const ClientAnswer = z.object({
	client_id: z.string(),
	client_name: z.string(),
	redirect_uris: z.array(z.string()),
	token_endpoint_auth_method: z.literal('none'),
	grant_types: z.array(z.string()),
	response_types: z.array(z.string()),
})

/** Turns errors into OAuth's form. The answers hold secrets, and stay out of every cache. */
async function inOAuth(work: () => Promise<Response>): Promise<Response> {
	let answer: Response
	try {
		answer = await work()
	} catch (error) {
		if (!(error instanceof OAuthError)) throw error
		answer = json({ error: error.code, error_description: error.message }, 400)
	}
	answer.headers.set('cache-control', 'no-store')
	answer.headers.set('access-control-allow-origin', '*')
	return answer
}

const granted = ({ accessToken, refreshToken, expiresInMs, scopes }: Tokens): Response =>
	json({
		access_token: accessToken,
		token_type: 'Bearer',
		expires_in: expiresInMs / 1_000,
		refresh_token: refreshToken,
		scope: scopes.join(' '),
	} satisfies z.infer<typeof TokenAnswer>)

const missing = (name: string): OAuthError =>
	new OAuthError('invalid_request', `${name} is missing.`)

async function tokensFor(
	env: Env,
	db: Database,
	asked: z.infer<typeof TokenRequest>,
	origin: string,
	now: number,
): Promise<Tokens> {
	const { grant_type, client_id: clientId, resource } = asked
	if (!clientId) throw missing('client_id')
	switch (grant_type) {
		case 'authorization_code': {
			const { code, redirect_uri: redirectUri, code_verifier: verifier } = asked
			if (!code) throw missing('code')
			if (!redirectUri) throw missing('redirect_uri')
			if (!verifier) throw missing('code_verifier')
			const sent = { code, clientId, redirectUri, verifier, resource: resource ?? null }
			return redeem(env, db, sent, origin, now)
		}
		case 'refresh_token': {
			if (!asked.refresh_token) throw missing('refresh_token')
			const tokens = await refresh(env, db, asked.refresh_token, clientId, now)
			if (tokens) return tokens
			throw new OAuthError('invalid_grant', 'The refresh token is no longer valid.')
		}
		default:
			throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
	}
}

interface Asked {
	readonly client: Client
	readonly project: { readonly id: string; readonly name: string }
}

/** @throws {HttpProblem} if the request is not one that a person can be asked about */
async function requireAsked(
	{ c, env, db }: { readonly c: AppContext; readonly env: Env; readonly db: Database },
	actor: SessionActor,
	request: ConnectionRequest,
): Promise<Asked> {
	const origin = originOf(c)
	const projectId = projectOf(request.resource, origin)
	if (projectId === null) throw refusedRequest('It asks for an address that is not of this server.')
	const found = await findProject(db, projectId, actor.userId)
	const role = found?.role ?? null
	// A person can only delegate rights they have: without a view of the project there are none.
	const resource = found
		? ({ kind: 'project', projectId, role, allowance: found.allowance } as const)
		: ({ kind: 'gone' } as const)
	if (!found || can<'project'>(actor, 'project.read', resource) !== 'allowed') {
		throw notFound('project')
	}
	try {
		const client = await requestingClient(db, request, ruleOf(env, origin))
		return { client, project: found.project }
	} catch (error) {
		if (error instanceof OAuthError) throw refusedRequest(error.message)
		throw error
	}
}

const refusedRequest = (detail: string): HttpProblem =>
	new HttpProblem('invalid_request', 'The request of this client cannot be answered.', {
		detail: `${detail} Nothing was given to it. Start again in the client, or ask whoever made it.`,
	})

export const connectionRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/.well-known/oauth-protected-resource/mcp/:projectId',
		operationId: 'getProtectedResource',
		summary: 'Where MCP clients of a project are connected (RFC 9728)',
		access: { by: ['nobody'], on: 'installation', needs: 'service.read', origin: 'any' },
		answers: [{ status: 200, schema: Metadata, description: 'The same for every project.' }],
		handle({ c, param }) {
			const origin = originOf(c)
			return metadata({
				resource: resourceOf(origin, param('projectId')),
				resource_name: 'Fairlead',
				authorization_servers: [origin],
				scopes_supported: MCP_SCOPES,
				bearer_methods_supported: ['header'],
			})
		},
	}),
	route({
		method: 'get',
		path: '/.well-known/oauth-authorization-server',
		operationId: 'getAuthorizationServer',
		summary: 'How MCP clients are connected (RFC 8414)',
		access: { by: ['nobody'], on: 'installation', needs: 'service.read', origin: 'any' },
		answers: [{ status: 200, schema: Metadata, description: 'Endpoints and abilities.' }],
		handle({ c }) {
			const origin = originOf(c)
			return metadata({
				issuer: origin,
				authorization_endpoint: `${origin}/connect`,
				token_endpoint: `${origin}/oauth/token`,
				registration_endpoint: `${origin}/oauth/register`,
				revocation_endpoint: `${origin}/oauth/revoke`,
				response_types_supported: ['code'],
				response_modes_supported: ['query'],
				grant_types_supported: ['authorization_code', 'refresh_token'],
				code_challenge_methods_supported: ['S256'],
				token_endpoint_auth_methods_supported: ['none'],
				revocation_endpoint_auth_methods_supported: ['none'],
				scopes_supported: MCP_SCOPES,
				client_id_metadata_document_supported: true,
				authorization_response_iss_parameter_supported: true,
			})
		},
	}),
	route({
		method: 'post',
		path: '/oauth/register',
		operationId: 'registerMcpClient',
		summary: 'Register an MCP client that has no metadata document (RFC 7591)',
		audit: { none: 'Nothing is granted yet.' },
		access: { by: ['nobody'], on: 'installation', needs: 'connection.request', origin: 'any' },
		body: z.unknown(),
		maxBodyBytes: 16 * 1024,
		answers: [
			{ status: 201, schema: ClientAnswer, description: 'Registered.' },
			{ status: 400, schema: OAuthRefusal, description: 'Not accepted.' },
		],
		handle: ({ c, db, body, now }) =>
			inOAuth(async () => {
				const limits = {
					[`register:${clientAddress(c.req.raw)}`]: MAX_REGISTRATIONS_OF_ADDRESS,
					'register:*': MAX_REGISTRATIONS,
				}
				if (!(await isWithin(db, limits, now))) {
					throw new OAuthError('temporarily_unavailable', 'Too many clients were registered.')
				}
				const parsed = Registration.safeParse(body)
				if (!parsed.success) {
					const [first] = parsed.error.issues
					const what = `${first?.path.join('.')}: ${first && issueText(first)}`
					throw new OAuthError('invalid_client_metadata', what)
				}
				const { id, name, redirectUris } = await registerClient(db, parsed.data, now)
				return json(
					{
						client_id: id,
						client_name: name,
						redirect_uris: [...redirectUris],
						token_endpoint_auth_method: 'none',
						grant_types: ['authorization_code', 'refresh_token'],
						response_types: ['code'],
					} satisfies z.infer<typeof ClientAnswer>,
					201,
				)
			}),
	}),
	route({
		method: 'post',
		path: '/oauth/token',
		operationId: 'getMcpTokens',
		summary: 'Tokens for a code, or for a refresh token (OAuth 2.1)',
		audit: { none: 'The answer of the person was recorded.' },
		access: { by: ['nobody'], on: 'installation', needs: 'connection.request', origin: 'any' },
		body: TokenRequest,
		bodyType: 'form',
		maxBodyBytes: 16 * 1024,
		answers: [
			{ status: 200, schema: TokenAnswer, description: 'The tokens.' },
			{ status: 400, schema: OAuthRefusal, description: 'Not granted.' },
		],
		handle: ({ c, env, db, body, now }) =>
			inOAuth(async () => granted(await tokensFor(env, db, body, originOf(c), now))),
	}),
	route({
		method: 'post',
		path: '/oauth/revoke',
		operationId: 'revokeMcpToken',
		summary: 'A client gives its tokens back (RFC 7009)',
		audit: { none: 'The token itself is the proof.' },
		access: { by: ['nobody'], on: 'installation', needs: 'connection.request', origin: 'any' },
		body: z.object({ token: z.string().max(200) }),
		bodyType: 'form',
		maxBodyBytes: 4_096,
		answers: [{ status: 200, schema: Metadata, description: 'Also if there was no such token.' }],
		handle: ({ env, db, body, now }) =>
			inOAuth(async () => {
				const found = await findByAnyToken(db, await hashSecret(body.token))
				if (found) await endConnection(env, db, null, found.id, now)
				return json({})
			}),
	}),
	route({
		method: 'get',
		path: '/api/connections/request',
		operationId: 'getConnectionRequest',
		summary: 'Read what an MCP client asks for',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		query: ConnectionRequest,
		answers: [{ status: 200, schema: ConnectionQuestion, description: 'For the person.' }],
		async handle(input) {
			const { query } = input
			const { client, project } = await requireAsked(input, input.granted.actor, query)
			return json({
				clientName: client.name,
				clientHost: client.host,
				clientDocument: client.host === null ? null : client.id,
				returnsTo: destinationOf(query.redirect_uri),
				project: { id: project.id, name: project.name },
				scopes: scopesIn(query.scope),
			} satisfies ConnectionQuestion)
		},
	}),
	route({
		method: 'post',
		path: '/api/connections',
		operationId: 'answerConnectionRequest',
		summary: 'Connect an MCP client to a project, or refuse it',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		body: ConnectionAnswer,
		othersSendMore: 'The client asked with parameters of its own, which come back here.',
		answers: [
			{ status: 200, schema: ConnectionAnswered, description: 'Where the browser goes next.' },
		],
		async handle(input) {
			const { c, db, body, granted, now, note } = input
			const { request, scopes } = body
			const { client, project } = await requireAsked(input, granted.actor, request)
			const origin = originOf(c)
			const { userId } = granted.actor
			const approved = scopes.length > 0
			note({
				projectId: project.id,
				subject: client.id.slice(0, 200),
				detail: { client: client.name, approved, scopes },
			})
			if (!approved) {
				return json({ redirect: redirectWith(request, origin, { error: 'access_denied' }) })
			}
			if ((await countConnections(db, userId)) >= MAX_CONNECTIONS) {
				throw new HttpProblem('conflict', `You can connect at most ${MAX_CONNECTIONS} clients.`, {
					detail: 'Revoke some in your settings, then start again in the client.',
				})
			}
			const by = { userId, projectId: project.id, scopes: scopesIn(scopes.join(' ')) }
			const code = await mintCode(db, request, client, by, now)
			return json({ redirect: redirectWith(request, origin, { code }) })
		},
	}),
	route({
		method: 'get',
		path: '/api/connections',
		operationId: 'listConnections',
		summary: 'List the MCP clients that you connected',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		answers: [{ status: 200, schema: ConnectionList, description: 'Newest first.' }],
		async handle({ db, granted }) {
			const tokens = await listConnections(db, granted.actor.userId)
			return json({ tokens } satisfies ConnectionList)
		},
	}),
	route({
		method: 'delete',
		path: '/api/connections/:connectionId',
		operationId: 'revokeConnection',
		summary: 'Disconnect an MCP client',
		access: { by: ['session'], on: 'account', needs: 'api_tokens.manage', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Its tokens are refused from now on.' }],
		async handle({ env, db, granted, param, now }) {
			const { userId } = granted.actor
			if (!(await endConnection(env, db, userId, param('connectionId'), now))) {
				throw notFound('connection')
			}
			return noContent()
		},
	}),
]
