import { callsOf } from '@fairlead/protocol/call-view'
import { pictureAlt } from '../parts/picture-alt.ts'
import { isPicture, type Picture, pictureOf } from '../parts/pictures.tsx'
import type { ChatMessage } from './messages.ts'

/** Every picture of a conversation, oldest first. */
export function picturesOf(messages: readonly ChatMessage[]): Picture[] {
	return messages.flatMap((message) =>
		message.role === 'assistant'
			? callsOf(message).flatMap((call) =>
					call.attachments.filter(isPicture).map((a) => ({
						...pictureOf(a, pictureAlt(call)),
						takenAt: call.call?.finishedAt,
						takenBy: call.call?.editorName,
					})),
				)
			: [],
	)
}
