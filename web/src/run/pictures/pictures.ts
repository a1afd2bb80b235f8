import { type CallView, callsOf } from '@fairlead/protocol/view/call-view'
import { pictureAlt } from '@fairlead/protocol/view/picture-alt'
import { isPicture, type Picture, pictureOf } from '../../parts/pictures.tsx'
import type { ChatMessage } from '../messages/messages.ts'
import { perMessage } from '../messages/per-message.ts'

const picturesOfOne = perMessage((message): readonly Picture[] =>
	message.role === 'assistant' ? picturesIn(callsOf(message)) : [],
)

export const picturesIn = (calls: readonly CallView[]): Picture[] =>
	// A picture in a file shows no scene.
	calls
		.filter(({ tool }) => tool !== 'read_file')
		.flatMap((call) =>
			call.attachments.filter(isPicture).map((a) => ({
				...pictureOf(a, pictureAlt(call)),
				takenAt: call.call?.finishedAt,
				takenBy: call.call?.editorName,
			})),
		)

/** Every picture of a conversation, oldest first. */
export const picturesOf = (messages: readonly ChatMessage[]): Picture[] =>
	messages.flatMap(picturesOfOne)
