import { partsOf, type RunMessage } from '@fairlead/protocol/conversations/message-parts'
import { type CallView, callsOf } from '@fairlead/protocol/view/call-view'

export interface Picture {
	readonly url: string
	readonly name: string
	readonly width?: number | undefined
	readonly height?: number | undefined
}

/** Every picture of a message, in order. */
export function picturesOf(message: RunMessage): Picture[] {
	const files = partsOf(message).flatMap((part) => {
		const parts =
			part.type === 'steering-message' ? partsOf({ ...message, parts: part.parts }) : [part]
		return parts.flatMap((one) =>
			one.type === 'file' ? [{ url: one.url, name: one.filename ?? 'Picture' }] : [],
		)
	})
	return [...files, ...callsOf(message).flatMap((call) => attachedTo(call))]
}

/** The pictures of a call's result. */
export const attachedTo = ({ attachments }: CallView): Picture[] =>
	attachments.filter(({ mediaType }) => mediaType.startsWith('image/'))
