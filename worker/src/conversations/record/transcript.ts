/** D1's record of a conversation: written as messages are finished, read when its object was lost. */
import type { Author } from '@fairlead/protocol/people/author'
import { and, asc, eq, gt, isNotNull, isNull, max } from 'drizzle-orm'
import { authorColumns } from '../../db/authors.ts'
import type { Database } from '../../db/client.ts'
import { conversations, messages, runs, usage } from '../../db/schema.ts'

/** A message of the transcript as it is stored, `ui` and `model` as JSON text. */
export interface RecordedMessage {
	/** Its place in the conversation, from 1. */
	readonly seq: number
	readonly id: string
	readonly role: 'user' | 'assistant'
	readonly ui: string
	/** The message for models; null if it did not fit. */
	readonly model: string | null
	readonly runId: string
	readonly createdAt: number
}

export interface RecordedRun {
	readonly run: typeof runs.$inferSelect
	/** The run's usage; null if the run had not ended. */
	readonly usage: typeof usage.$inferSelect | null
}

/** The statement that records one message, whole. `text`: its searchable text. */
export function recordMessage(
	db: Database,
	conversationId: string,
	message: RecordedMessage,
	text: string,
) {
	const { id, role, runId, createdAt, seq, ui, model } = message
	const { by } = (JSON.parse(ui) as { metadata?: { by?: Author } }).metadata ?? {}
	const author = by ? authorColumns(by) : {}
	return db
		.insert(messages)
		.values({ id, conversationId, role, text, runId, createdAt, seq, ui, model, ...author })
		.onConflictDoUpdate({
			target: [messages.conversationId, messages.id],
			set: { seq, ui, model, ...author },
		})
}

/** The statement that records which picture the conversation's answers showed last. */
export const recordLatestPicture = (db: Database, conversationId: string, latestPicture: string) =>
	db.update(conversations).set({ latestPicture }).where(eq(conversations.id, conversationId))

/** How far the record goes; 0 if there is none. */
export async function recordedUpTo(db: Database, conversationId: string): Promise<number> {
	const [row] = await db
		.select({ seq: max(messages.seq) })
		.from(messages)
		.where(eq(messages.conversationId, conversationId))
	return row?.seq ?? 0
}

/** The next messages after a place, in order. */
export async function readTranscript(
	db: Database,
	conversationId: string,
	afterSeq: number,
	limit: number,
): Promise<RecordedMessage[]> {
	const rows = await db
		.select()
		.from(messages)
		.where(
			and(
				eq(messages.conversationId, conversationId),
				gt(messages.seq, afterSeq),
				isNotNull(messages.ui),
			),
		)
		.orderBy(asc(messages.seq))
		.limit(limit)
	return rows.flatMap(({ seq, ui, runId, ...row }) =>
		seq === null || ui === null || runId === null ? [] : [{ ...row, seq, ui, runId }],
	)
}

export type ShownMessage = Pick<RecordedMessage, 'seq' | 'ui'>

/** Same as {@link readTranscript}, but without the models' copy: for people. */
export async function readShown(
	db: Database,
	conversationId: string,
	afterSeq: number,
	limit: number,
): Promise<ShownMessage[]> {
	const rows = await db
		.select({ seq: messages.seq, ui: messages.ui })
		.from(messages)
		.where(and(eq(messages.conversationId, conversationId), gt(messages.seq, afterSeq)))
		.orderBy(asc(messages.seq))
		.limit(limit)
	return rows.flatMap(({ seq, ui }) => (seq === null || ui === null ? [] : [{ seq, ui }]))
}

/** Messages that entered a run: they stand in its answer. */
export async function enteredMessages(
	db: Database,
	conversationId: string,
): Promise<{ id: string; runId: string | null }[]> {
	return db
		.select({ id: messages.id, runId: messages.runId })
		.from(messages)
		.where(and(eq(messages.conversationId, conversationId), isNull(messages.seq)))
}

/** Sorted by start, the earliest first. */
export async function recordedRuns(db: Database, conversationId: string): Promise<RecordedRun[]> {
	return db
		.select({ run: runs, usage })
		.from(runs)
		.leftJoin(usage, eq(usage.runId, runs.id))
		.where(eq(runs.conversationId, conversationId))
		.orderBy(asc(runs.startedAt))
}

export async function forgetTranscript(db: Database, conversationId: string): Promise<void> {
	await db.delete(messages).where(eq(messages.conversationId, conversationId))
}
