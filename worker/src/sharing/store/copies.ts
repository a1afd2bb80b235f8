import type { ConversationRow } from '../../conversations/record/conversations.ts'
import { type RecordedMessage, recordMessage } from '../../conversations/record/transcript.ts'
import type { Database } from '../../db/client.ts'
import { conversations } from '../../db/schema.ts'
import { recordSize } from '../../usage/store/quota-use.ts'

export interface CopiedMessage extends RecordedMessage {
	/** The searchable text. */
	readonly text: string
}

/**
 * Inserts a conversation with its messages, together or not at all: an object that is opened for it finds it whole.
 *
 * @throws if there is a conversation with this id
 */
export async function insertCopy(
	db: Database,
	row: ConversationRow,
	messages: readonly CopiedMessage[],
): Promise<void> {
	const bytes = messages
		.flatMap(({ ui, model, text }) => [ui, model ?? '', text])
		.reduce((sum, one) => sum + new TextEncoder().encode(one).length, 0)
	await db.batch([
		db.insert(conversations).values(row),
		...messages.map(({ text, ...message }) => recordMessage(db, row.id, message, text)),
		recordSize(db, { conversationId: row.id, projectId: row.projectId, bytes }),
	])
}
