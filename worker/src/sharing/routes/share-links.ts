/** The visitors' side of share links: what a link leads to, and opening it in this browser. */
import { OpenedShare, ShareTarget } from '@fairlead/protocol/people/shares'
import type { SessionActor } from '../../access/actor.ts'
import type { Database } from '../../db/client.ts'
import { HttpProblem } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { callWithRetry } from '../../ports/retry.ts'
import { findProject } from '../../projects/store/projects.ts'
import { sharedTitle, sharedWords } from '../shared-names.ts'
import { type Opened, openShare, shareActorsOf, shareHash } from '../store/links.ts'
import { findShare, type Shared } from '../store/shares.ts'

/** Tokens that never existed, expired and revoked ones look the same. */
export const noSuchLink = (): HttpProblem =>
	new HttpProblem('not_found', 'This link does not work.', {
		detail: 'It may have expired or been revoked. Ask the person who sent it for another one.',
	})

export const refusedLink = (reason: Extract<Opened, { ok: false }>['reason']): HttpProblem => {
	switch (reason) {
		case 'sign_in':
			return new HttpProblem('unauthenticated', 'This link is for signed-in people.', {
				detail: 'Sign in, then open it again.',
			})
		case 'used_up':
			return new HttpProblem('share_used_up', 'This link has been opened as often as it may be.', {
				detail: 'Ask the person who sent it for another one.',
			})
		default:
			return reason satisfies never
	}
}

/** @throws {HttpProblem} for a token of no link in force */
async function requireShare(db: Database, token: string, now: number): Promise<Shared> {
	const tokenHash = await shareHash(token)
	const found = tokenHash === null ? undefined : await findShare(db, { tokenHash }, now)
	if (!found) throw noSuchLink()
	return found
}

/** Whether the link is open here: without a sign-in or a use to spend, in a browser that has opened it, or for a member. */
export async function isOpen(
	db: Database,
	request: Request,
	{ share }: Shared,
	session: SessionActor | null,
	now: number,
): Promise<boolean> {
	if (!share.signInRequired && share.usesLeft === null) return true
	const visits = await shareActorsOf(db, request, session, now)
	return visits.some(({ id }) => id === share.id) || isMember(db, share.projectId, session)
}

async function isMember(
	db: Database,
	projectId: string,
	session: SessionActor | null,
): Promise<boolean> {
	if (session === null) return false
	return (await findProject(db, projectId, session.userId))?.role != null
}

/** The title that anybody with the link may read; members see it in full elsewhere. */
const titleOf = ({ conversation, project }: Shared): string =>
	conversation ? sharedTitle(conversation.title) : sharedWords(project.name)

export const shareLinkRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/shares/:token',
		operationId: 'getShareTarget',
		summary: 'Look where a share link leads, without opening it',
		access: {
			by: ['session', 'nobody'],
			on: 'installation',
			needs: 'share.open',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: ShareTarget, description: 'As far as it is told before.' }],
		async handle({ c, db, granted, now, param }) {
			const shared = await requireShare(db, param('token'), now)
			const session = granted.actor.kind === 'session' ? granted.actor : null
			const { share } = shared
			const opened = await isOpen(db, c.req.raw, shared, session, now)
			return json({
				title: opened ? titleOf(shared) : null,
				of: share.conversationId === null ? 'project' : 'conversation',
				role: share.role,
				signInRequired: share.signInRequired,
				counted: share.usesLeft !== null,
				opened,
			} satisfies ShareTarget)
		},
	}),
	route({
		method: 'post',
		path: '/api/shares/:token',
		operationId: 'openShare',
		summary: 'Open a share link in this browser',
		audit: { none: 'The link counts its visits.' },
		access: {
			by: ['session', 'nobody'],
			on: 'installation',
			needs: 'share.open',
			origin: 'own-to-change',
		},
		answers: [
			{
				status: 200,
				schema: OpenedShare,
				description: 'The visit. A cookie for this link only carries its rights from now on.',
			},
		],
		async handle({ c, db, env, granted, now, param, note }) {
			const shared = await requireShare(db, param('token'), now)
			const { share, project } = shared
			note({ projectId: project.id, subject: share.id })
			const session = granted.actor.kind === 'session' ? granted.actor : null
			const answer = (name: string, member: boolean, expiresAt: number | null): OpenedShare => ({
				shareId: share.id,
				projectId: project.id,
				conversationId: share.conversationId,
				title: titleOf(shared),
				role: share.role,
				scene: share.scene,
				exports: share.exports,
				...(project.kind === null ? {} : { kind: project.kind }),
				name,
				member,
				expiresAt,
			})
			if (session && (await isMember(db, project.id, session))) {
				return json(answer(session.name, true, null))
			}
			const opened = await openShare(db, c.req.raw, share, session, now)
			if (!opened.ok) throw refusedLink(opened.reason)
			const { actor, cookies, visitId } = opened
			if (visitId !== null) {
				// The visitor does not wait for it, and need not come again if it fails.
				c.executionCtx.waitUntil(
					callWithRetry(() =>
						env.AUTOMATIONS.getByName(project.id).happened(project.id, {
							event: 'share_opened',
							key: visitId,
							payload: {
								share: { id: share.id, conversationId: share.conversationId, role: share.role },
								// The log names nobody: a deleted person's name would stay in it.
								signedIn: session !== null,
							},
						}),
					).catch((error: unknown) => {
						const untold = { event: 'automations_not_told', error: String(error) }
						console.warn(JSON.stringify({ level: 'warn', ...untold }))
					}),
				)
			}
			const response = json(answer(actor.name, false, actor.expiresAt))
			for (const cookie of cookies) response.headers.append('set-cookie', cookie)
			return response
		},
	}),
]
