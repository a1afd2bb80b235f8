/**
 * Copies of conversations into a project of the caller's own: from D1, as visitors with a share link see the
 * original. A copy is a conversation like any other from then on; its object restores it from D1.
 */
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { CopyConversation } from '@fairlead/protocol/people/shares'
import type { PersonActor } from '../../access/actor.ts'
import { can } from '../../access/can.ts'
import {
	type ConversationRow,
	describeConversation,
	findConversation,
	newConversation,
} from '../../conversations/record/conversations.ts'
import { isPicture } from '../../conversations/routes/blobs.ts'
import { idFor, madeOnce } from '../../conversations/routes/made-once.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { forbidden, HttpProblem, notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { copyPictures } from '../../pictures/copy-pictures.ts'
import { pictureIdsIn } from '../../pictures/picture-ids.ts'
import { searchText } from '../../ports/message-text.ts'
import { recordSize } from '../../usage/store/quota-use.ts'
import { copiedMessages } from '../copy/copied-messages.ts'
import { copyNote } from '../copy/copy-note.ts'
import { sharedTitle } from '../shared-names.ts'
import { type CopiedMessage, insertCopy } from '../store/copies.ts'
import { shareActorsOf } from '../store/links.ts'
import { readSharedTranscript, type SharedTranscript } from './shared-transcript.ts'

/** One batch of D1. */
const MAX_COPY = { bytes: 4 * 1024 * 1024, messages: 500 } as const

/** The conversation, if the caller may export it: as a member, or by a share link that this browser has opened. */
async function requireOriginal(
	db: Database,
	request: Request,
	actor: PersonActor,
	conversationId: string,
	now: number,
): Promise<ConversationRow> {
	const found = await findConversation(db, conversationId, actor.userId)
	if (!found) throw notFound('conversation')
	const { project, conversation, role } = found
	const visits = actor.kind === 'session' ? await shareActorsOf(db, request, actor, now) : []
	const original = { kind: 'conversation', projectId: project.id, conversationId, role } as const
	const verdicts = [actor, ...visits].map((caller) =>
		can<'conversation'>(caller, 'conversation.export', original),
	)
	if (verdicts.includes('allowed')) return conversation
	throw verdicts.includes('forbidden') ? forbidden() : notFound('conversation')
}

/** Without the question of a run that goes on. */
function finished({ messages, complete }: SharedTranscript): SharedTranscript {
	const end = messages.findLastIndex(({ role }) => role === 'assistant')
	return { messages: messages.slice(0, end + 1), complete }
}

async function makeCopy(
	db: Database,
	original: ConversationRow,
	{ id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
	now: number,
): Promise<ConversationRow> {
	const shared = finished(await readSharedTranscript(db, original.id, MAX_COPY))
	if (shared.messages.length === 0) {
		throw new HttpProblem('conflict', 'There is nothing to copy yet.', {
			detail: 'Finished answers are copied. Try again when the agent has answered.',
		})
	}
	let made = 0
	const newId = (): string => `${id.replace('cnv', 'msg')}${String(++made).padStart(4, '0')}`
	const from = { projectId: original.projectId, conversationId: original.id }
	const to = { projectId, conversationId: id }
	const { messages, picturesLeftOut } = copiedMessages(shared.messages, { from, to, newId })
	const { ui: note, model } = copyNote(newId(), { complete: shared.complete, picturesLeftOut }, now)
	const runId = id.replace('cnv', 'run')
	const title = sharedTitle(original.title)
	const { mode } = original
	const settings = {
		id,
		projectId,
		title,
		titleSource: 'user',
		mode,
		model: null,
		budget: null,
	} as const
	// It has messages: an object without them restores them.
	const row = { ...newConversation(settings, now), lastRunId: runId, lastRunState: 'completed' }
	const record = (message: StoredMessage, at: number): CopiedMessage => {
		const ui = JSON.stringify(message)
		const { role, id: messageId } = message
		const text = searchText(ui)
		return { seq: at + 1, id: messageId, role, ui, model: null, runId, createdAt: now, text }
	}
	const last = { ...record(note, messages.length), model: JSON.stringify(model) }
	await insertCopy(db, row, [...messages.map(record), last])
	return row
}

/** After the messages are stored: a request that is repeated brings those that are missing. */
async function picturesOf(
	db: Database,
	env: Env,
	original: ConversationRow,
	{ id: conversationId, projectId }: ConversationRow,
): Promise<void> {
	const { messages } = await readSharedTranscript(db, conversationId, MAX_COPY)
	const ids = messages.flatMap((one) => pictureIdsIn(JSON.stringify(one), conversationId))
	const to = { conversationId, projectId }
	const bytes = await copyPictures(env, original.id, to, new Set(ids), isPicture)
	if (bytes !== null) await recordSize(db, { ...to, bytes })
}

export const copyRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/projects/:projectId/copies',
		operationId: 'copyConversation',
		summary: 'Copy a shared conversation into this project',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'conversation.create',
			origin: 'own-to-change',
		},
		body: CopyConversation,
		answers: [
			{ status: 201, schema: Conversation, description: 'The copy.' },
			{
				status: 200,
				schema: Conversation,
				description: 'The copy that this request has made before.',
			},
		],
		async handle({ c, db, env, body, granted, now }) {
			const { actor, project } = granted
			const original = await requireOriginal(db, c.req.raw, actor, body.conversationId, now)
			const id = await idFor(actor.userId, project.id, original.id, body.requestId)
			const place = { id, projectId: project.id }
			const made = await madeOnce(db, place, () => makeCopy(db, original, place, now))
			await picturesOf(db, env, original, made.row)
			c.executionCtx.waitUntil(
				env.ROOM.getByName(project.id)
					.conversationsChanged(id)
					.catch(() => undefined),
			)
			return json(describeConversation(made.row), made.existed ? 200 : 201)
		},
	}),
]
