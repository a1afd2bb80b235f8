/** Decides whether a request may use a route. Closed by default: what is not granted here throws. */

import type { SessionPrincipal } from '../accounts/principal.ts'
import { relayOf } from '../accounts/relay-tokens.ts'
import { sessionOf } from '../accounts/sessions.ts'
import type { Database } from '../db/client.ts'
import { findConversation } from '../db/conversations.ts'
import { findMembership, type MemberRole } from '../db/projects.ts'
import { HttpProblem, notFound } from './problem.ts'
import type { Access, AppContext, Granted } from './route.ts'
import { requireSameOrigin } from './same-origin.ts'

const RANK: Record<MemberRole, number> = { viewer: 0, editor: 1, owner: 2 }

function requireRole(role: MemberRole, least: MemberRole): void {
	if (RANK[role] >= RANK[least]) return
	throw new HttpProblem('forbidden', 'You may look at this project but not do this.', {
		detail: `Ask an owner of the project for the role "${least}".`,
	})
}

async function requireSession(c: AppContext, db: Database, now: number): Promise<SessionPrincipal> {
	const principal = await sessionOf(db, c.req.raw, now)
	if (!principal) {
		throw new HttpProblem('unauthenticated', 'You are not signed in.', {
			detail: 'Open the sign-in link that the start command printed.',
		})
	}
	requireSameOrigin(c.req.raw)
	return principal
}

/** The order is: who are you (401), from which page (403), is it yours (404), may you (403). */
export async function grant(
	access: Access,
	c: AppContext,
	db: Database,
	now: number,
): Promise<Granted[Access['kind']]> {
	switch (access.kind) {
		case 'public':
			return { kind: 'public' }
		case 'session':
			return { kind: 'session', principal: await requireSession(c, db, now) }
		case 'project': {
			const principal = await requireSession(c, db, now)
			const id = c.req.param('projectId') ?? ''
			const found = await findMembership(db, id, principal.user.id)
			if (!found) throw notFound('project')
			requireRole(found.role, access.role)
			return { kind: 'project', principal, ...found }
		}
		case 'conversation': {
			const principal = await requireSession(c, db, now)
			const id = c.req.param('conversationId') ?? ''
			const found = await findConversation(db, id, principal.user.id)
			if (!found) throw notFound('conversation')
			requireRole(found.role, access.role)
			return { kind: 'conversation', principal, ...found }
		}
		case 'relay': {
			const principal = await relayOf(db, c.req.header('authorization'), now)
			if (principal && principal.projectId === c.req.param('projectId')) {
				return { kind: 'relay', principal }
			}
			throw new HttpProblem('unauthenticated', 'The relay token is missing, wrong or revoked.', {
				detail: 'Make a new token in the project and link the folder with it again.',
				headers: { 'www-authenticate': 'Bearer' },
			})
		}
		default:
			return access satisfies never
	}
}
