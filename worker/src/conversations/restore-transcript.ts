/**
 * Restores a conversation from D1 after its object's storage was lost: its messages as far as they
 * were recorded, and its runs as ended. Data that only the object had is lost: pictures, what a revert
 * needs, waiting messages, and the stream of an unfinished run.
 */
import { verdictOf } from '@fairlead/protocol/conversations/run-standing'
import type { MessageMetadata, NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { ModelMessage } from '../agent/model/types.ts'
import { NO_USAGE } from '../agent/policy/budget.ts'
import { isEnded, type Run } from '../agent/run/run-state.ts'
import { recordedName, recordedSource } from '../agent/source/run-source.ts'
import type { Database } from '../db/client.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import { plainText } from '../ports/message-text.ts'
import { usageIn } from '../usage/store/usage.ts'
import type { ConversationStore } from './conversation-store.ts'
import {
	enteredMessages,
	type RecordedMessage,
	type RecordedRun,
	readTranscript,
	recordedRuns,
} from './record/transcript.ts'

/** Messages per read; a message has at most 1.8 MB. */
const PAGE_ROWS = 8

/** The parts of an assistant's message that tell how its run ended. */
interface Answer {
	readonly id: string
	readonly metadata: MessageMetadata
	readonly parts: readonly {
		readonly type: string
		readonly id?: string
		readonly parts?: Record<string, unknown>[]
		/** The data of a `data-*` part. */
		readonly data?: { readonly code?: string }
	}[]
}

interface RunMessages {
	/** The id of the message that began the run. */
	readonly user?: string
	readonly answer?: Answer
}

const NOTICE: NoticePart = {
	level: 'error',
	code: 'storage_lost',
	text: 'The storage of this conversation was lost while the agent was working.',
	hint: 'Everything before this message was restored. Check what the agent did in Unity, then ask it to continue.',
}

/**
 * @returns how much was restored; null if D1 has nothing of the conversation
 * @throws when D1 cannot be read; the next try starts over
 */
export async function restoreTranscript(
	db: Database,
	store: ConversationStore,
	{ conversationId }: ConversationIdentity,
	{ now, newMessageId }: { now: number; newMessageId: () => string },
): Promise<{ messages: number; runs: number } | null> {
	store.transaction(() => store.clearTranscript())
	// In the order of the messages: a clock may have been set back between two runs.
	const messagesOf = new Map<string, RunMessages>()
	let restored = 0
	for (let after = 0; ; ) {
		const page = await readTranscript(db, conversationId, after, PAGE_ROWS)
		if (page.length === 0) break
		store.transaction(() => {
			for (const message of page) store.restoreMessage(withModel(message))
		})
		for (const { id, role, runId, ui } of page) {
			const found = role === 'user' ? { user: id } : { answer: JSON.parse(ui) as Answer }
			messagesOf.set(runId, { ...messagesOf.get(runId), ...found })
		}
		restored += page.length
		after = page.at(-1)?.seq ?? after
	}
	if (restored === 0) return null
	const recorded = await recordedRuns(db, conversationId)
	const entered = await enteredMessages(db, conversationId)
	store.transaction(() => {
		for (const { id, runId } of entered) {
			if (!store.knownMessage(id)) store.rememberMessage(id, runId)
		}
		const order = [...messagesOf.keys()]
		const inOrder = recorded.toSorted((a, b) => order.indexOf(a.run.id) - order.indexOf(b.run.id))
		for (const row of inOrder) {
			const { user, answer } = messagesOf.get(row.run.id) ?? {}
			const run = runOf(row, user ?? row.run.id, answer?.id ?? newMessageId())
			if (isEnded(run)) store.insertRun(run)
			else if (answer) endAnswered(store, run, answer, now)
			else endLost(store, run, now)
		}
	})
	return { messages: restored, runs: recorded.length }
}

/** The model's copy is missing if it did not fit: then the text replaces it. */
function withModel(message: RecordedMessage): RecordedMessage {
	if (message.model !== null) return message
	const text = plainText((JSON.parse(message.ui) as { parts: Record<string, unknown>[] }).parts)
	const copy: ModelMessage[] = [{ role: message.role, parts: [{ type: 'text', text }] }]
	return { ...message, model: JSON.stringify(text === '' ? [] : copy) }
}

function runOf({ run, usage }: RecordedRun, userMessageId: string, messageId: string): Run {
	return {
		id: run.id,
		idemKey: userMessageId,
		author: {
			kind: run.authorKind,
			id: run.authorId,
			userId: run.userId || null,
			name: run.authorName,
		},
		messageId,
		state: run.state as Run['state'],
		source: recordedSource(run.model),
		mode: 'auto',
		editorKey: null,
		projectKind: 'unity',
		cancelRequested: false,
		stoppedBy: null,
		nextAt: null,
		errorCode: run.errorCode,
		usage: usage ? usageIn(usage) : NO_USAGE,
		costUsd: usage?.costUsd ?? null,
		budget: {},
		decisions: {},
		startedAt: run.startedAt,
		finishedAt: run.finishedAt,
	}
}

/** The answer was recorded but not the end of its run: the answer tells how it ended. */
function endAnswered(store: ConversationStore, run: Run, answer: Answer, now: number): void {
	const { metadata, parts } = answer
	const createdAt = metadata.createdAt ?? run.startedAt
	const ended: Run = {
		...run,
		state: metadata.state ?? 'failed',
		stoppedBy: metadata.stoppedBy ?? null,
		usage: metadata.usage ?? NO_USAGE,
		costUsd: metadata.costUsd ?? null,
		errorCode: parts.find(({ id }) => id === `end-${run.id}`)?.data?.code ?? null,
		finishedAt: metadata.finishedAt ?? now,
	}
	const entered = parts.flatMap((part) =>
		part.type === 'steering-message' && part.id !== undefined
			? [{ id: part.id, text: plainText(part.parts ?? []), createdAt }]
			: [],
	)
	store.insertRun(ended)
	for (const { id } of entered) {
		if (!store.knownMessage(id)) store.rememberMessage(id, run.id)
	}
	const steps = parts.filter(({ type }) => type === 'data-step').length
	const verdict = ended.state === 'completed' ? verdictOf(answer) : null
	store.enqueue({ topic: 'run-ended', run: ended, steps, verdict, entered }, now)
}

/** A run that was active when the storage was lost: its answer says so. */
function endLost(store: ConversationStore, run: Run, now: number): void {
	const ended: Run = { ...run, state: 'failed', errorCode: NOTICE.code, finishedAt: now }
	const { id: runId, messageId, source, startedAt: createdAt } = ended
	const model = recordedName(source)
	store.insertRun(ended)
	store.insertMessage({
		id: messageId,
		role: 'assistant',
		ui: {
			id: messageId,
			role: 'assistant',
			parts: [{ type: 'data-notice', id: `end-${runId}`, data: NOTICE }],
			metadata: { runId, model, createdAt, state: 'failed', finishedAt: now },
		},
		model: [],
		runId,
		createdAt: now,
	})
	// D1 may list it as one that waits for a person.
	store.enqueue({ topic: 'run-ended', run: ended, steps: 0, asking: true, entered: [] }, now)
}
