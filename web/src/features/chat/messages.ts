import type { StoredMessage } from '@fairlead/protocol/http'
import type { DataParts, MessageMetadata } from '@fairlead/protocol/stream-parts'
import type { UIMessage } from 'ai'

export type ChatMessage = UIMessage<Partial<MessageMetadata>, DataParts>
export type ChatPart = ChatMessage['parts'][number]

/** Stored messages have the SDK's shape; the server wrote them with the same library. */
export const fromStored = (message: StoredMessage): ChatMessage => message as unknown as ChatMessage

/**
 * Puts a freshly read page into what is on screen: known ids are replaced in place, unknown
 * ones appended in the page's order, and what is newer than the page (an optimistic message,
 * an answer that streams) stays at the end.
 */
export function mergePage(
	shown: readonly ChatMessage[],
	page: readonly ChatMessage[],
): ChatMessage[] {
	const fresh = new Map(page.map((message) => [message.id, message]))
	const shownIds = new Set(shown.map((message) => message.id))
	const lastKnown = shown.findLastIndex((message) => fresh.has(message.id))
	const added = page.filter((message) => !shownIds.has(message.id))
	const updated = shown.map((message) => fresh.get(message.id) ?? message)
	return [...updated.slice(0, lastKnown + 1), ...added, ...updated.slice(lastKnown + 1)]
}

/** The text of a message, as it is copied. */
export function textOf(message: ChatMessage): string {
	return message.parts
		.flatMap((part) => (part.type === 'text' ? [part.text] : []))
		.join('\n\n')
		.trim()
}
