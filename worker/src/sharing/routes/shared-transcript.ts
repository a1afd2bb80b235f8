/** The finished messages of a conversation as visitors see them, from D1. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { readShown } from '../../conversations/record/transcript.ts'
import type { Database } from '../../db/client.ts'
import { sharedMessage } from '../shared-parts.ts'

const ROWS_AT_ONCE = 20

export interface SharedTranscript {
	readonly messages: StoredMessage[]
	/** False: what follows did not fit. */
	readonly complete: boolean
}

/** From the beginning, as far as they fit; at least one. */
export async function readSharedTranscript(
	db: Database,
	conversationId: string,
	most: { readonly bytes: number; readonly messages?: number },
): Promise<SharedTranscript> {
	const messages: StoredMessage[] = []
	let bytes = 0
	for (let after = 0; ; ) {
		const page = await readShown(db, conversationId, after, ROWS_AT_ONCE)
		for (const { seq, ui } of page) {
			bytes += ui.length
			const full = bytes > most.bytes || messages.length === most.messages
			if (messages.length > 0 && full) return { messages, complete: false }
			messages.push(sharedMessage(JSON.parse(ui) as StoredMessage))
			after = seq
		}
		if (page.length < ROWS_AT_ONCE) return { messages, complete: true }
	}
}
