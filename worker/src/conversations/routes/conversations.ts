import {
	Conversation,
	ConversationList,
	ConversationPlace,
	CreateConversation,
	FolderList,
	UpdateConversation,
} from '@fairlead/protocol/conversations/conversation'
import { and } from 'drizzle-orm'
import * as z from 'zod'
import type { Actor } from '../../access/actor.ts'
import { authorOf } from '../../access/author.ts'
import { eraseConversation } from '../../accounts/erasure/erase-conversation.ts'
import { erased } from '../../http/erased.ts'
import { notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { requireUsableModel } from '../../models/routes/usable-model.ts'
import { recordChanges } from '../../projects/store/changes.ts'
import { sharedTitle } from '../../sharing/shared-names.ts'
import { sharedConversation } from '../../sharing/shared-parts.ts'
import {
	type ConversationRow,
	DEFAULT_TITLE,
	describeConversation,
	insertConversation,
	isInFolder,
	type ListCursor,
	listConversations,
	listFolders,
	newConversation,
	updateConversation,
} from '../record/conversations.ts'
import { findTexts, matches, titleHas } from '../record/search.ts'

/** `<updatedAt>.<id>` of the last conversation of the page before; with a `p` in front of it if that is pinned. */
const Cursor = z
	.string()
	.regex(/^p?\d{1,16}\.[0-9a-z_]{1,64}$/, 'Pass the "nextCursor" of the previous page.')
	.transform((text): ListCursor => {
		const pinned = text.startsWith('p')
		const [updatedAt = '', id = ''] = text.slice(pinned ? 1 : 0).split('.')
		return { pinned, updatedAt: Number(updatedAt), id }
	})

const cursorOf = ({ pinned, updatedAt, id }: ListCursor): string =>
	`${pinned ? 'p' : ''}${updatedAt}.${id}`

const ListQuery = z.object({
	cursor: Cursor.optional(),
	limit: z.coerce.number().int().min(1).max(100).default(50),
	/** Only those with these words (or parts of words) in the title, or in one message. Case and accents do not count. */
	q: z.string().trim().min(1).max(200).optional(),
	in: z.enum(ConversationPlace.options).default('list'),
	/** Only those in this folder. */
	folder: z.string().trim().min(1).max(60).optional(),
})

function shownTo(actor: Actor, row: ConversationRow): Conversation {
	const conversation = describeConversation(row)
	return actor.kind === 'share' ? sharedConversation(conversation) : conversation
}

export const conversationRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/conversations',
		operationId: 'listConversations',
		summary: 'List or search the conversations of a project',
		access: {
			by: ['token', 'session', 'share'],
			on: 'project',
			needs: 'conversations.list',
			origin: 'own-to-change',
		},
		query: ListQuery,
		answers: [
			{
				status: 200,
				schema: ConversationList,
				description: 'Pinned ones first, then the most recently changed.',
			},
		],
		async handle({ db, granted, query }) {
			const { actor, project } = granted
			const { q } = query
			// The words of a visitor's messages are cut before they are shown; the index has all of them.
			const inTexts = actor.kind !== 'share'
			const place = q !== undefined && query.in === 'list' ? 'list and archive' : query.in
			const rows = await listConversations(
				db,
				{ projectId: project.id, place: actor.kind === 'share' ? 'list' : place },
				query.limit + 1,
				query.cursor ?? null,
				and(
					q === undefined ? undefined : matches(project.id, q, inTexts),
					query.folder === undefined ? undefined : isInFolder(query.folder),
				),
			)
			const page = rows.slice(0, query.limit)
			const last = page.at(-1)
			const ids = page.map(({ id }) => id)
			const found = q === undefined || !inTexts ? null : await findTexts(db, project.id, q, ids)
			// Words that a visitor's title does not show must not be found one after the other either.
			const shown =
				q === undefined || inTexts
					? page
					: page.filter(({ title }) => titleHas(sharedTitle(title), q))
			return json({
				conversations: shown.map((row) => {
					const there = found?.get(row.id)
					return { ...shownTo(actor, row), ...(there ? { found: there } : {}) }
				}),
				nextCursor: rows.length > query.limit && last ? cursorOf(last) : null,
			})
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/folders',
		operationId: 'listFolders',
		summary: 'List the folders of the conversations of a project',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'conversations.list',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: FolderList, description: 'By name, a hundred at most.' }],
		handle: async ({ db, granted }) => json({ folders: await listFolders(db, granted.project.id) }),
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/conversations',
		operationId: 'createConversation',
		summary: 'Start a conversation',
		audit: { none: 'The conversation is its own record.' },
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'conversation.create',
			origin: 'own-to-change',
		},
		body: CreateConversation,
		answers: [{ status: 201, schema: Conversation, description: 'The new conversation.' }],
		async handle({ c, db, env, body, granted, now }) {
			await requireUsableModel(env, db, granted, body.model)
			const row = newConversation(
				{
					id: newId('cnv', now),
					projectId: granted.project.id,
					title: body.title ?? DEFAULT_TITLE,
					titleSource: body.title === undefined ? 'default' : 'user',
					mode: body.mode ?? 'auto',
					model: body.model ?? null,
					effort: body.effort ?? null,
					budget: body.budget ?? null,
				},
				now,
			)
			await insertConversation(db, row)
			c.executionCtx.waitUntil(
				env.ROOM.getByName(row.projectId).conversationsChanged(row.id).catch(ignoreUntold),
			)
			return json(describeConversation(row), 201)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId',
		operationId: 'getConversation',
		summary: 'Read a conversation',
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: Conversation, description: 'Without its messages.' }],
		handle: ({ granted }) => json(shownTo(granted.actor, granted.conversation)),
	}),
	route({
		method: 'patch',
		path: '/api/conversations/:conversationId',
		operationId: 'updateConversation',
		summary:
			'Rename, pin, archive or file a conversation, or change its model, effort, mode or budget',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.change',
			origin: 'own-to-change',
		},
		body: UpdateConversation,
		answers: [{ status: 200, schema: Conversation, description: 'The updated conversation.' }],
		async handle({ c, db, env, body, granted, now, note }) {
			// Names alone: a title may hold what only the conversation's readers see.
			note({ detail: { changed: Object.keys(body).join(', ') } })
			await requireUsableModel(env, db, granted, body.model)
			const row = await updateConversation(
				db,
				granted.conversation.id,
				{
					...(body.title === undefined ? {} : { title: body.title, titleSource: 'user' }),
					...(body.model === undefined ? {} : { model: body.model }),
					...(body.effort === undefined ? {} : { effort: body.effort }),
					...(body.mode === undefined ? {} : { mode: body.mode }),
					...(body.budget === undefined ? {} : { budget: body.budget }),
					...(body.pinned === undefined ? {} : { pinned: body.pinned }),
					...(body.archived === undefined ? {} : { archived: body.archived }),
					...(body.folder === undefined ? {} : { folder: body.folder }),
				},
				now,
			)
			if (!row) throw notFound('conversation')
			const { conversation: before } = granted
			await recordChanges(
				db,
				(['title', 'mode', 'model', 'effort', 'budget'] as const).map((what) => ({
					projectId: row.projectId,
					conversationId: row.id,
					what,
					before: before[what],
					after: row[what],
				})),
				authorOf(granted.actor),
				now,
			)
			c.executionCtx.waitUntil(
				env.ROOM.getByName(row.projectId).conversationsChanged(row.id).catch(ignoreUntold),
			)
			return json(describeConversation(row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/conversations/:conversationId',
		operationId: 'deleteConversation',
		summary: 'Delete a conversation with its messages for good',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.delete',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'Deleted.' }],
		async handle({ c, db, env, granted }) {
			const { id, projectId } = granted.conversation
			await erased(() => eraseConversation(db, env, granted.conversation))
			c.executionCtx.waitUntil(
				env.ROOM.getByName(projectId).conversationsChanged(id).catch(ignoreUntold),
			)
			return noContent()
		},
	}),
]

/** Viewers that miss this news reread the list when they reconnect. */
function ignoreUntold(): void {}
