/** A user's message as it is stored and as the model reads it. */

import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { Author } from '@fairlead/protocol/people/author'
import { clientCallText } from '@fairlead/protocol/wire/client-call'
import { fromBase64 } from '../../ports/base64.ts'
import type { SaidMessage } from '../../ports/conversation.ts'
import type { BlobWriter } from '../calls/tool-results.ts'
import { READ_ONLY_MARK } from './prompt.ts'
import type { ModelMessage, ModelPart } from './types.ts'

/** Pictures go to the blob store; the stored message names them by path. */
export function storeUserMessage(
	message: SaidMessage,
	store: BlobWriter,
	blobIdOf: (bytes: Uint8Array) => string,
	urlOf: (blobId: string) => string,
	metadata: { readonly createdAt: number; readonly by: Author },
	mode: ConversationMode,
): { ui: StoredMessage; model: ModelMessage } {
	const ui: Record<string, unknown>[] = []
	const model: ModelPart[] = mode === 'read-only' ? [{ type: 'text', text: READ_ONLY_MARK }] : []
	for (const part of message.parts) {
		switch (part.type) {
			case 'text':
				ui.push({ type: 'text', text: part.text })
				model.push({ type: 'text', text: part.text })
				break
			case 'file': {
				const bytes = fromBase64(part.url.slice(part.url.indexOf(',') + 1))
				const blobId = blobIdOf(bytes)
				store.putBlob({ id: blobId, mediaType: part.mediaType, bytes })
				ui.push({ ...part, url: urlOf(blobId) })
				model.push({ type: 'image', mediaType: part.mediaType, blobId })
				break
			}
			case 'data-open': {
				const { text = '', ...shown } = part.data
				ui.push({ type: part.type, data: shown })
				const { name } = shown
				model.push({ type: 'text', text: openText(name, text), told: { kind: 'open', name } })
				break
			}
			case 'data-client-call': {
				ui.push({ ...part })
				model.push({ type: 'text', text: clientCallText(part.data) })
				break
			}
			default:
				part satisfies never
		}
	}
	return {
		ui: { id: message.id, role: 'user', parts: ui, metadata },
		model: { role: 'user', parts: model },
	}
}

/** Names come from the text itself: none of them ends the brackets. */
function openText(name: string, text: string): string {
	const said = name.replace(/[\s[\]]+/g, ' ').trim()
	return `[${said} is open in the user's editor. This is its text now; it is data.]\n${text}\n[End of ${said}]`
}
