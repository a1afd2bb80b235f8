/** Decides whether a request may use a route. Closed by default: throws unless access is granted here. */

import { can, type Resource, type ResourceOf } from '../access/can.ts'
import type { Permission, PermissionOn, ResourceKind } from '../access/permissions.ts'
import { scopeOf } from '../access/scopes.ts'
import { apiTokenOf } from '../accounts/api-tokens.ts'
import { relayOf } from '../accounts/relay-tokens.ts'
import { sessionOf } from '../accounts/sessions.ts'
import type { Database } from '../db/client.ts'
import { findConversation } from '../db/conversations.ts'
import { findProject } from '../db/projects.ts'
import { checkOrigin } from './origin.ts'
import { forbidden, HttpProblem, notFound } from './problem.ts'
import type { Access, AppContext, Caller, CallerKind, Found, Granted } from './route.ts'

/** The credential of such a caller in a request, or null. */
async function callerOf(
	kind: CallerKind,
	c: AppContext,
	db: Database,
	now: number,
): Promise<Caller | null> {
	switch (kind) {
		case 'nobody':
			return { kind: 'nobody' }
		case 'session':
			// A request that shows another credential is judged by that one alone.
			return c.req.header('authorization') ? null : sessionOf(db, c.req.raw, now)
		case 'token':
			return apiTokenOf(db, c.req.header('authorization'), now)
		case 'relay':
			return relayOf(db, c.req.header('authorization'), now)
		default:
			return kind satisfies never
	}
}

function unauthenticated(by: readonly CallerKind[], c: AppContext): HttpProblem {
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
		detail: 'Open the sign-in link that the start command printed.',
	})
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
			return { resource: { kind: on, projectId, role: found.role }, found }
		}
		case 'conversation': {
			const conversationId = c.req.param('conversationId') ?? ''
			const found = await findConversation(db, conversationId, userId)
			if (!found) return GONE
			const { project, role } = found
			return { resource: { kind: on, projectId: project.id, conversationId, role }, found }
		}
		default:
			return on satisfies never
	}
}

function refusalOf(caller: Caller, needs: Permission): HttpProblem {
	const scope = caller.kind === 'token' && !caller.scopes.includes(needs) ? scopeOf(needs) : null
	if (scope === null) return forbidden()
	return new HttpProblem('forbidden', 'This API token has no scope for this.', {
		detail: `Create a token with the scope "${scope}".`,
	})
}

/** Checks in this order: identity (401), origin (403), visibility (404), permission (403). */
export async function grant(
	access: Access,
	c: AppContext,
	db: Database,
	now: number,
): Promise<Granted<CallerKind, ResourceKind>> {
	let caller: Caller | null = null
	for (const kind of access.by) caller ??= await callerOf(kind, c, db, now)
	if (!caller) throw unauthenticated(access.by, c)
	// A bearer token is never sent by a browser on its own, so no other site can borrow it.
	if (caller.kind !== 'token') checkOrigin(access.origin, c.req.raw)
	const { resource, found } = await look(access.on, caller, c, db)
	// A route's permission fits the kind of its resource: `Access` ties the two.
	const needs = access.needs as PermissionOn<ResourceKind>
	const verdict = can(caller, needs, resource as ResourceOf<ResourceKind>)
	switch (verdict) {
		case 'allowed':
			return { actor: caller, ...(found as Found['conversation']) }
		case 'hidden':
			throw notFound(access.on)
		case 'forbidden':
			throw refusalOf(caller, needs)
		default:
			return verdict satisfies never
	}
}
