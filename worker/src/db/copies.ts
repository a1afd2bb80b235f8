import type { Database } from './client.ts'
import type { ConversationRow } from './conversations.ts'
import { conversations } from './schema.ts'
import { type RecordedMessage, recordMessage } from './transcript.ts'

export interface CopiedMessage extends RecordedMessage {
	/** By what it is found. */
	readonly text: string
}

/**
 * A conversation with its messages, together or not at all: an object that is opened for it finds it whole.
 *
 * @throws if there is a conversation with this id
 */
export async function insertCopy(
	db: Database,
	row: ConversationRow,
	messages: readonly CopiedMessage[],
): Promise<void> {
	await db.batch([
		db.insert(conversations).values(row),
		...messages.map(({ text, ...message }) => recordMessage(db, row.id, message, text)),
	])
}
