/** The outcome of a client's call in its conversation, with its pictures. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { toBase64 } from './base64.ts'
import type { KeptOutcome } from './client-call.ts'
import type { ConversationPort } from './conversation.ts'

export async function withPictures(
	conversation: Pick<ConversationPort, 'blob'>,
	outcome: KeptOutcome,
): Promise<CallOutcome> {
	if (outcome.status === 'error') return outcome
	const attachments = await Promise.all(
		outcome.attachments.map(async ({ name, mediaType, blobId }) => {
			const blob = await conversation.blob(blobId)
			return blob ? [{ name, mediaType, base64: toBase64(blob.bytes) }] : []
		}),
	)
	// The cast holds: the room stored nothing but pictures, text and JSON.
	return { ...outcome, attachments: attachments.flat() as never }
}
