/**
 * Branches of conversations: what D1 has recorded before a message becomes the beginning of another conversation of
 * the project, whose object restores it from there. The original, and a run that is active in it, go on unchanged.
 */
import { BranchConversation, BranchList } from '@fairlead/protocol/conversations/branches'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { copyPictures } from '../../pictures/copy-pictures.ts'
import { pictureIdsIn } from '../../pictures/picture-ids.ts'
import type { MessageStanding } from '../../ports/conversation.ts'
import { overQuota } from '../../usage/over-quota.ts'
import { storageFull } from '../../usage/quotas.ts'
import { recordSize } from '../../usage/store/quota-use.ts'
import {
	beforeNotes,
	extentUpTo,
	insertBranch,
	listBranches,
	numberedTitle,
	recordedPlace,
	shownWithPictures,
} from '../record/branches.ts'
import {
	type ConversationRow,
	DEFAULT_TITLE,
	describeConversation,
	insertConversation,
	newConversation,
} from '../record/conversations.ts'
import { branchNote } from './branch-note.ts'
import { idFor, madeOnce } from './made-once.ts'

/** The largest branch that D1 copies in one statement. */
const MAX_BRANCH = { bytes: 64 * 1024 * 1024, messages: 5_000 } as const
/** Each is copied by calls of its own. Models read the newest ones. */
const MAX_PICTURES = 100

/** The place of the last message that the branch has; 0: it begins empty. */
async function lastPlace(
	db: Database,
	env: Env,
	{ id }: ConversationRow,
	messageId: string,
): Promise<number> {
	const found = await recordedPlace(db, id, messageId)
	if (found && found.seq !== null) return found.role === 'user' ? found.seq - 1 : found.seq
	if (found) throw notHere('entered')
	const standing = await env.CONVERSATION.getByName(id).standingOf(messageId)
	const now = standing === 'stored' ? await recordedPlace(db, id, messageId) : undefined
	if (now?.seq == null) throw notHere(standing)
	return now.role === 'user' ? now.seq - 1 : now.seq
}

function notHere(standing: MessageStanding): HttpProblem {
	switch (standing) {
		case 'unknown':
			return notFound('message')
		case 'growing':
			return new HttpProblem('conflict', 'The agent is still working on this answer.', {
				detail: 'Branch at its question, or wait until it is finished.',
			})
		case 'waiting':
			return new HttpProblem('conflict', 'This message is still waiting for the agent.', {
				detail: 'Withdraw it and send it elsewhere, or branch at an earlier message.',
			})
		case 'entered':
			return new HttpProblem('conflict', 'This message is part of an answer.', {
				detail: 'Branch at that answer, or at the question that it answers.',
			})
		case 'stored':
			return new HttpProblem('conflict', 'This message has not been recorded yet.', {
				detail: 'Try again in a moment. Nothing has been lost.',
			})
		default:
			return standing satisfies never
	}
}

/**
 * Its settings are those of the original, and a title that a person gave. Another title gets a number, and without
 * messages, it is named anew.
 */
async function branchRow(
	db: Database,
	origin: ConversationRow,
	id: string,
	{ messageId, upTo }: { readonly messageId: string; readonly upTo: number },
	now: number,
): Promise<ConversationRow> {
	const { projectId, titleSource, mode, model, effort, budget, folder } = origin
	const named = upTo > 0 || titleSource === 'user'
	const kept = titleSource === 'user' || titleSource === 'default'
	const title = kept ? origin.title : await numberedTitle(db, origin)
	// A person began the branch.
	const source = titleSource === 'automation' ? 'user' : titleSource
	const row = newConversation(
		{
			id,
			projectId,
			mode,
			model,
			effort,
			budget,
			title: named ? title : DEFAULT_TITLE,
			titleSource: named ? source : 'default',
		},
		now,
	)
	return { ...row, folder, branchedFrom: origin.id, branchedAt: messageId }
}

async function makeBranch(
	db: Database,
	env: Env,
	origin: ConversationRow,
	{ id, messageId }: { readonly id: string; readonly messageId: string },
	now: number,
): Promise<ConversationRow> {
	const upTo = await beforeNotes(db, origin.id, await lastPlace(db, env, origin, messageId))
	const row = await branchRow(db, origin, id, { messageId, upTo }, now)
	if (upTo === 0) {
		await insertConversation(db, row)
		return row
	}
	const extent = await extentUpTo(db, origin.id, upTo)
	if (extent.bytes > MAX_BRANCH.bytes || extent.messages > MAX_BRANCH.messages) {
		throw new HttpProblem('too_large', 'There is too much before this message for a branch.', {
			detail: 'Branch at an earlier message, or start a new conversation.',
		})
	}
	const runId = id.replace('cnv', 'run')
	// It has messages: an object without them restores them.
	const begun = { ...row, lastRunId: runId, lastRunState: 'completed' }
	const { ui, model } = branchNote(id.replace('cnv', 'msg'), now)
	await insertBranch(
		db,
		begun,
		{ id: origin.id, upTo, bytes: extent.bytes },
		{
			seq: upTo + 1,
			id: ui.id,
			role: ui.role,
			runId,
			createdAt: now,
			text: '',
			ui: JSON.stringify(ui),
			model: JSON.stringify(model),
		},
	)
	return begun
}

/** After the messages are stored: a request that is repeated brings those that are missing. */
async function picturesOf(db: Database, env: Env, origin: string, row: ConversationRow) {
	const { id: conversationId, projectId } = row
	const ids = new Set<string>()
	for await (const ui of shownWithPictures(db, conversationId)) {
		for (const id of pictureIdsIn(ui, conversationId)) ids.add(id)
		if (ids.size >= MAX_PICTURES) break
	}
	const newest = [...ids].slice(0, MAX_PICTURES)
	const bytes = await copyPictures(env, origin, { conversationId, projectId }, newest)
	if (bytes !== null) await recordSize(db, { conversationId, projectId, bytes })
}

export const branchRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/branches',
		operationId: 'branchConversation',
		summary: 'Begin a conversation with what stands before a question, or up to an answer',
		audit: { none: 'The conversation is its own record.' },
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.branch',
			origin: 'own-to-change',
		},
		body: BranchConversation,
		answers: [
			{
				status: 201,
				schema: Conversation,
				description: 'The branch. Send its next message to it.',
			},
			{
				status: 200,
				schema: Conversation,
				description: 'The branch that this request has made before.',
			},
		],
		async handle({ c, db, env, body, granted, now }) {
			const { actor, conversation: origin, project, allowance } = granted
			const { messageId, requestId } = body
			const id = await idFor('branch', actor.userId, origin.id, messageId, requestId)
			const made = await madeOnce(db, { id, projectId: project.id }, async () => {
				const full = await storageFull(env, db, { id: project.id, allowance })
				if (full) throw overQuota(full, now)
				return makeBranch(db, env, origin, { id, messageId }, now)
			})
			if (made.row.lastRunId !== null) await picturesOf(db, env, origin.id, made.row)
			c.executionCtx.waitUntil(
				env.ROOM.getByName(project.id)
					.conversationsChanged(id)
					.catch(() => undefined),
			)
			return json(describeConversation(made.row), made.existed ? 200 : 201)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/branches',
		operationId: 'listBranches',
		summary: 'List the branches of a conversation',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: BranchList, description: 'Newest first, fifty at most.' }],
		handle: async ({ db, granted }) =>
			json({ branches: await listBranches(db, granted.conversation.id) }),
	}),
]
