/** The trash of a project: conversations that were deleted on the page, for as long as that can be undone. */
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { authorOf } from '../../access/author.ts'
import { eraseConversation } from '../../accounts/erasure/erase-conversation.ts'
import { trashConversation } from '../../accounts/erasure/trash-conversation.ts'
import type { Env } from '../../env.ts'
import { erased } from '../../http/erased.ts'
import { notFound } from '../../http/problem.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import { describeConversation } from '../record/conversations.ts'
import { findInTrash, restoreConversation } from '../record/trash.ts'

const MANAGES = {
	by: ['token', 'session'],
	on: 'project',
	needs: 'trash.manage',
	origin: 'own-to-change',
} as const

/** Viewers that miss this news reread the list when they reconnect. */
const tell = (c: AppContext, env: Env, { id, projectId }: { id: string; projectId: string }) =>
	c.executionCtx.waitUntil(
		env.ROOM.getByName(projectId)
			.conversationsChanged(id)
			.catch(() => undefined),
	)

export const trashRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/trash',
		operationId: 'trashConversation',
		summary: 'Delete a conversation, with a week to restore it',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.delete',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'It is in the trash, and what ran in it is stopped.' }],
		async handle({ c, db, env, granted, now }) {
			const { conversation, actor } = granted
			await trashConversation(env, db, conversation, authorOf(actor), now)
			tell(c, env, conversation)
			return noContent()
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/trash/:conversationId/restore',
		operationId: 'restoreConversation',
		summary: 'Restore a conversation from the trash',
		access: MANAGES,
		answers: [{ status: 200, schema: Conversation, description: 'As it was.' }],
		async handle({ c, db, env, granted, param }) {
			const place = { id: param('conversationId'), projectId: granted.project.id }
			const row = await restoreConversation(db, place)
			if (!row) throw notFound('conversation')
			tell(c, env, place)
			return json(describeConversation(row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/trash/:conversationId',
		operationId: 'eraseConversation',
		summary: 'Delete a conversation of the trash for good',
		access: MANAGES,
		answers: [{ status: 204, description: 'Deleted.' }],
		async handle({ c, db, env, granted, param }) {
			const place = { id: param('conversationId'), projectId: granted.project.id }
			const row = await findInTrash(db, place)
			if (!row) throw notFound('conversation')
			await erased(() => eraseConversation(db, env, row))
			tell(c, env, place)
			return noContent()
		},
	}),
]
