/** The members' side of share links: making, listing, revoking. The visitors' side is in `share-links.ts`. */
import type { Author } from '@fairlead/protocol/people/author'
import { CreatedShare, CreateShare, ShareList } from '@fairlead/protocol/people/shares'
import { authorOf } from '../../access/author.ts'
import { revokeShare } from '../../accounts/end-rights.ts'
import { linkOrigin } from '../../accounts/sign-in/configured-methods.ts'
import { findConversation } from '../../conversations/record/conversations.ts'
import type { Database } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { recordChanges } from '../../projects/store/changes.ts'
import { createShare } from '../store/links.ts'
import {
	describeShare,
	listShares,
	MAX_SHARES,
	type ShareRow,
	shareOfProject,
} from '../store/shares.ts'

/** The title of a conversation that must be the project's; null for the whole project. */
async function titleOf(
	db: Database,
	projectId: string,
	conversationId: string | undefined,
): Promise<string | null> {
	if (conversationId === undefined) return null
	const found = await findConversation(db, conversationId, null)
	if (found?.project.id !== projectId) throw notFound('conversation')
	return found.conversation.title
}

async function recordShare(
	db: Database,
	{ id: subject, projectId, conversationId }: ShareRow,
	roles: { readonly before: string | null; readonly after: string | null },
	author: Author,
	now: number,
): Promise<void> {
	const place = { projectId, ...(conversationId === null ? {} : { conversationId }) }
	await recordChanges(db, [{ ...place, what: 'share', subject, ...roles }], author, now)
}

export const shareRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/shares',
		operationId: 'listShares',
		summary: 'List the share links of a project',
		access: { by: ['session'], on: 'project', needs: 'shares.manage', origin: 'own-to-change' },
		answers: [
			{
				status: 200,
				schema: ShareList,
				description: 'Newest first, including those that no longer work, without their tokens.',
			},
		],
		async handle({ db, granted }) {
			return json({ shares: await listShares(db, granted.project.id) } satisfies ShareList)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/shares',
		operationId: 'createShare',
		summary: 'Share a conversation or the whole project by a link',
		access: { by: ['session'], on: 'project', needs: 'shares.manage', origin: 'own-to-change' },
		body: CreateShare,
		answers: [
			{
				status: 201,
				schema: CreatedShare,
				description: 'The link. Its address is shown only once.',
			},
		],
		async handle({ c, env, db, body, granted, now }) {
			const { actor, project } = granted
			const title = await titleOf(db, project.id, body.conversationId)
			const whose = { projectId: project.id, createdBy: actor.userId }
			const made = await createShare(db, whose, body, now)
			if (!made) {
				throw new HttpProblem('conflict', `A project can have at most ${MAX_SHARES} share links.`, {
					detail: 'Revoke links that are no longer needed.',
				})
			}
			const { row, token } = made
			await recordShare(db, row, { before: null, after: row.role }, authorOf(actor), now)
			const share = describeShare(row, title, { author: actor.name, makerMayShare: true })
			return json({ ...share, url: new URL(`/s/${token}`, linkOrigin(env, c.req.raw)).href }, 201)
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/shares/:shareId',
		operationId: 'revokeShare',
		summary: 'Revoke a share link',
		access: { by: ['session'], on: 'project', needs: 'shares.manage', origin: 'own-to-change' },
		answers: [{ status: 204, description: "Its visitors' connections are closed." }],
		async handle({ db, env, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('shareId') }
			const before = await shareOfProject(db, key)
			if (!before) throw notFound('share link')
			// Also one that is revoked already: an earlier try may have failed halfway.
			await revokeShare(env, db, key, now)
			if (before.revokedAt !== null) return noContent()
			const made = { before: before.role, after: null }
			await recordShare(db, before, made, authorOf(granted.actor), now)
			return noContent()
		},
	}),
]
