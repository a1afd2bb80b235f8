/**
 * Ids of messages that came back to the composer because their POST failed. The server may have
 * accepted such a message, with its answer lost; the same words sent again under
 * the same id are then recognised instead of being executed twice.
 */
import type { Draft } from '../messages/messages.ts'

const keyOf = ({ text, pictures }: Draft): string =>
	JSON.stringify([text.trim(), pictures.map((picture) => picture.url)])

export class UnsentIds {
	readonly #newId: () => string
	/** The newest returned message of each conversation; an older one's draft is gone. */
	readonly #kept = new Map<string, { key: string; messageId: string }>()

	constructor(newId: () => string) {
		this.#newId = newId
	}

	keep(conversationId: string, draft: Draft, messageId: string): void {
		this.#kept.set(conversationId, { key: keyOf(draft), messageId })
	}

	/** The id that the first message of a new conversation will be sent under, whoever sends it. */
	reserve(conversationId: string, draft: Draft): string {
		const messageId = this.#newId()
		this.keep(conversationId, draft, messageId)
		return messageId
	}

	/**
	 * The id to send a draft under.
	 * @param shown ids of the messages on screen: the server has these, and a person
	 * who sends such a text again means it again.
	 */
	idFor(conversationId: string, draft: Draft, shown: ReadonlySet<string>): string {
		const kept = this.#kept.get(conversationId)
		this.#kept.delete(conversationId)
		if (kept?.key !== keyOf(draft) || shown.has(kept.messageId)) return this.#newId()
		return kept.messageId
	}
}

const newMessageId = (): string => `msg_${crypto.randomUUID().replaceAll('-', '')}`

/** Lives as long as the composer's drafts: until the page is closed. */
export const unsent = new UnsentIds(newMessageId)
