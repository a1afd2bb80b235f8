/** Says who had answered a question before the reader did. */
import type { ApprovalPart } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import type { ChatMessage } from '../../run/messages/messages.ts'
import type { ShownMessages } from '../../run/messages/shown-messages.ts'
import { TOAST_MS, toasts } from '../../ui/overlays/toasts.ts'

/** The name of another person; null for the reader. */
type NameOf = (author: Author | undefined) => string | null

/** Returns null if only the reader answered these calls, and undefined while one of them has no answer. */
export function answeredFirst(
	messages: readonly ChatMessage[],
	callIds: readonly string[],
	nameOf: NameOf,
): string | null | undefined {
	const answers = new Map<string, ApprovalPart['answer']>()
	for (const part of messages.flatMap(({ parts }) => parts)) {
		if (part.type === 'data-approval') answers.set(part.data.toolCallId, part.data.answer)
	}
	const given = callIds.flatMap((id) => answers.get(id) ?? [])
	if (given.length < callIds.length) return undefined
	const [first, ...more] = given.flatMap(({ author, approved }) => {
		const name = nameOf(author)
		return name === null ? [] : `${name} ${approved ? 'approved' : 'denied'}`
	})
	if (first === undefined) return null
	return `${first} ${callIds.length === 1 ? 'it' : `${1 + more.length} of them`} first.`
}

/** After the reader's answer, as soon as the messages have those that stand. */
export function tellAnsweredFirst(
	shown: ShownMessages,
	callIds: readonly string[],
	nameOf: NameOf,
): void {
	const look = () => {
		const title = answeredFirst(shown.get(), callIds, nameOf)
		if (title === undefined) return
		stop()
		if (title !== null) toasts.add({ title, timeout: TOAST_MS })
	}
	const stop = shown.subscribe(look)
	look()
}
