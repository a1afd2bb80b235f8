/** Decides whether a request may use a route. Closed by default: throws unless access is granted here. */

import { MCP_SCOPES } from '@fairlead/protocol/people/api-tokens'
import type { SignInOptions } from '@fairlead/protocol/people/sign-in'
import type { SessionActor } from '../access/actor.ts'
import { can, type Resource, type ResourceOf } from '../access/can.ts'
import type { Permission, PermissionOn, ResourceKind } from '../access/permissions.ts'

import { scopeOf } from '../access/scopes.ts'
import { suspendedFor, suspensionOf } from '../access/suspension.ts'
import { lacksAccount } from '../access/trial.ts'
import { apiTokenOf } from '../accounts/api-tokens.ts'
import { isOperator, OPERATOR_HINT, operatorToken } from '../accounts/operator.ts'
import { sessionOf } from '../accounts/sessions.ts'
import { knownOrigin, signInOptions } from '../accounts/sign-in/configured-methods.ts'
import { relayOf } from '../computers/relay-tokens.ts'
import { relayTokenOwner } from '../computers/store/relay-tokens.ts'
import { findConversation } from '../conversations/record/conversations.ts'
import type { Database } from '../db/client.ts'
import { connectionOf } from '../mcp-server/oauth/connections.ts'
import { findProject } from '../projects/store/projects.ts'
import { shareActorsOf } from '../sharing/store/links.ts'
import { checkOrigin } from './origin.ts'
import { forbidden, HttpProblem, needsAccount, notFound, suspended } from './problem.ts'
import { countRequest } from './rate-limit.ts'
import type { Access, AppContext, Caller, CallerKind, Found, Granted } from './route.ts'

/** Credentials that come in a header. */
const BEARERS: ReadonlySet<CallerKind> = new Set<CallerKind>(['token', 'mcp', 'operator'])

/** A request that shows another credential is judged by that one alone. */
const sessionIn = async (c: AppContext, db: Database, now: number): Promise<SessionActor | null> =>
	c.req.header('authorization') ? null : sessionOf(db, c.req.raw, now)

/** A suspended person opens links as somebody who is not signed in. */
async function unsuspended(c: AppContext, db: Database, now: number): Promise<SessionActor | null> {
	const session = await sessionIn(c, db, now)
	return suspendedFor(session?.allowance) === null ? session : null
}

/** The callers of such a kind that a request has credentials of; a browser may have opened several share links. */
async function callersOf(
	kind: CallerKind,
	c: AppContext,
	db: Database,
	now: number,
): Promise<readonly Caller[]> {
	const only = (caller: Caller | null): readonly Caller[] => (caller ? [caller] : [])
	switch (kind) {
		case 'nobody':
			return [{ kind: 'nobody' }]
		case 'session':
			return only(await sessionIn(c, db, now))
		case 'token':
			return only(await apiTokenOf(db, c.req.header('authorization'), now))
		case 'mcp': {
			const projectId = c.req.param('projectId') ?? ''
			return only(await connectionOf(db, c.req.header('authorization'), projectId, now))
		}
		case 'relay':
			return only(await relayOf(db, c.req.header('authorization'), now))
		case 'share':
			if (c.req.header('authorization')) return []
			return shareActorsOf(db, c.req.raw, await unsuspended(c, db, now), now)
		case 'operator':
			return (await isOperator(c.env, c.req.header('authorization'))) ? [{ kind }] : []
		default:
			return kind satisfies never
	}
}

function unauthenticated(by: readonly CallerKind[], c: AppContext): HttpProblem {
	if (by.includes('operator')) {
		if (operatorToken(c.env) === null) {
			return new HttpProblem('operator_disabled', 'This server has no operator.', {
				detail: OPERATOR_HINT,
			})
		}
		return new HttpProblem('unauthenticated', "The operator's token is missing or wrong.", {
			detail: 'Send the value of the secret ADMIN_TOKEN as "Authorization: Bearer …".',
			headers: { 'www-authenticate': 'Bearer' },
		})
	}
	if (by.includes('mcp')) return mcpUnauthenticated(c)
	if (by.includes('relay')) {
		return new HttpProblem('unauthenticated', 'The relay token is missing, invalid or revoked.', {
			detail: 'Create a new token in the project, then link the folder again with it.',
			headers: { 'www-authenticate': 'Bearer' },
		})
	}
	if (by.includes('token') && c.req.header('authorization')) {
		return new HttpProblem('unauthenticated', 'The API token is invalid, expired or revoked.', {
			detail: 'Create a new one in the settings. It is sent as "Authorization: Bearer flt_…".',
			headers: { 'www-authenticate': 'Bearer' },
		})
	}
	return new HttpProblem('unauthenticated', 'You are not signed in.', {
		detail: howToSignIn(signInOptions(c.env, c.req.raw)),
	})
}

/** How to sign in to this server; the link in its terminal is named only where there is no other way. */
function howToSignIn({ providers, mail, setupToken }: SignInOptions): string {
	const ways = [...providers.map(({ name }) => name), ...(mail ? ['a link by mail'] : [])]
	if (ways.length > 0) return `Sign in at /sign-in, with ${ways.join(' or ')}.`
	return setupToken
		? 'Open the sign-in link that the start command printed.'
		: 'Sign in at /sign-in.'
}

/** Says where a client finds out how to be connected (RFC 9728). The same for every project, existing or not. */
function mcpUnauthenticated(c: AppContext): HttpProblem {
	const { origin: asked, pathname } = new URL(c.req.url)
	const origin = knownOrigin(c.env, c.req.raw) || asked
	const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource${pathname}"`
	const scope = `scope="${MCP_SCOPES.join(' ')}"`
	const shown = c.req.header('authorization') !== undefined
	const error = shown ? ['error="invalid_token"'] : []
	return new HttpProblem(
		'unauthenticated',
		shown
			? 'The token is invalid, expired, revoked, or for another project.'
			: 'A token is needed.',
		{
			detail:
				'Connect the client by OAuth, or send an API token with the scope "editor:read" as "Authorization: Bearer flt_…".',
			headers: { 'www-authenticate': `Bearer ${[...error, metadata, scope].join(', ')}` },
		},
	)
}

interface Looked {
	readonly resource: Resource
	readonly found: object
}

const GONE: Looked = { resource: { kind: 'gone' }, found: {} }

async function look(
	on: ResourceKind,
	caller: Caller,
	c: AppContext,
	db: Database,
): Promise<Looked> {
	const userId = 'userId' in caller ? caller.userId : null
	switch (on) {
		case 'installation':
			return { resource: { kind: on }, found: {} }
		case 'account':
			return userId === null ? GONE : { resource: { kind: on, userId }, found: {} }
		case 'project': {
			const projectId = c.req.param('projectId') ?? ''
			const found = await findProject(db, projectId, userId)
			if (!found) return GONE
			const { role, allowance } = found
			return { resource: { kind: on, projectId, role, allowance }, found }
		}
		case 'computer': {
			const projectId = c.req.param('projectId') ?? ''
			const found = await findProject(db, projectId, userId)
			if (!found?.role) return GONE
			const { role, allowance } = found
			const relayId = c.req.param('relayId') ?? ''
			const tokenId = await c.env.ROOM.getByName(projectId).relayTokenOf(relayId)
			if (tokenId === null) return GONE
			const pairedBy = await relayTokenOwner(db, projectId, tokenId)
			return { resource: { kind: on, projectId, pairedBy, role, allowance }, found }
		}
		case 'conversation': {
			const conversationId = c.req.param('conversationId') ?? ''
			const found = await findConversation(db, conversationId, userId)
			if (!found) return GONE
			const { project, role, allowance } = found
			return {
				resource: { kind: on, projectId: project.id, conversationId, role, allowance },
				found,
			}
		}
		default:
			return on satisfies never
	}
}

function refusalOf(caller: Caller, needs: Permission, resource: Resource): HttpProblem {
	const project = 'projectId' in resource ? resource.allowance : null
	const suspension = suspensionOf(caller, needs, project)
	if (suspension) return suspended(suspension)
	const scope = 'scopes' in caller && !caller.scopes.includes(needs) ? scopeOf(needs) : null
	if (scope === null) return lacksAccount(caller, needs) ? needsAccount() : forbidden()
	return new HttpProblem('forbidden', 'This API token has no scope for this.', {
		detail: `Create a token with the scope "${scope}".`,
	})
}

/** The caller, and the existing project that the request names; for the audit log. */
export interface Tried {
	readonly actor: Caller
	readonly projectId: string | null
	/** The resource exists, but not for this caller. */
	readonly hidden: boolean
}

/**
 * Checks in this order: identity (401), rate (429), origin (403), visibility (404), permission (403). A member who has
 * opened a share link acts as the member: a link counts where its visitor's session sees nothing.
 *
 * @param tried told who asks, before they are granted something or refused
 */
export async function grant(
	access: Access,
	c: AppContext,
	db: Database,
	now: number,
	tried: (by: Tried) => void,
): Promise<Granted<CallerKind, ResourceKind>> {
	let known: Caller | null = null
	// A route's permission fits the kind of its resource: `Access` ties the two.
	const needs = access.needs as PermissionOn<ResourceKind>
	for (const kind of access.by) {
		let refusal: HttpProblem | null = null
		for (const caller of await callersOf(kind, c, db, now)) {
			if (known === null && access.counted === undefined) await countRequest(c, caller)
			known ??= caller
			// A bearer token is never sent by a browser on its own, so no other site can borrow it.
			if (!BEARERS.has(kind)) checkOrigin(access.origin, c.req.raw)
			const { resource, found } = await look(access.on, caller, c, db)
			const projectId = 'projectId' in resource ? resource.projectId : null
			const verdict = can(caller, needs, resource as ResourceOf<ResourceKind>)
			if (verdict === 'allowed' || caller === known) {
				tried({ actor: caller, projectId, hidden: verdict === 'hidden' })
			}
			if (verdict === 'allowed') return { actor: caller, ...(found as Found['conversation']) }
			if (verdict === 'forbidden') refusal ??= refusalOf(caller, needs, resource)
		}
		if (refusal) throw refusal
	}
	if (known) throw notFound(access.on)
	await countRequest(c, null)
	throw unauthenticated(access.by, c)
}
