/** Messages withdrawn before they entered a run, by a person or because their author may no longer write. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import { plainText } from '../../../ports/message-text.ts'
import type { RunStore } from '../run-store.ts'
import type { InboxMessage } from './inbox.ts'

/** Enough of the text to recognise the message. */
const MAX_QUOTED_CHARS = 120

/** The person who withdrew it; null: its author may no longer write in the project. */
export type WithdrawnBy = Author | null

/** A `data-notice` part. */
export interface Notice {
	readonly id: string
	readonly data: NoticePart
}

/** Inside a transaction. Returns the notice for the others; null if the author withdrew it. */
export function withdraw(store: RunStore, message: InboxMessage, by: WithdrawnBy): Notice | null {
	store.deleteInbox(message.id)
	store.rememberMessage(message.id, null, by)
	for (const part of message.model.parts) {
		if (part.type === 'image' && part.blobId) store.deleteBlob(part.blobId)
	}
	const { author } = message.options
	if (by?.id === author.id) return null
	return {
		id: `withdrawn-${message.id}`,
		data: { level: by ? 'info' : 'warning', code: 'message_withdrawn', ...wordsOf(message, by) },
	}
}

function wordsOf({ ui, options }: InboxMessage, by: WithdrawnBy): { text: string; hint: string } {
	const { name } = options.author
	const said = plainText(ui.parts)
	const quoted = said.length > MAX_QUOTED_CHARS ? `${said.slice(0, MAX_QUOTED_CHARS)}…` : said
	return {
		text: by
			? `${by.name} withdrew a waiting message from ${name}.`
			: `A waiting message from ${name} was withdrawn, because ${name} can no longer write in this project.`,
		hint: `The agent has not read it: "${quoted}"`,
	}
}
