/** The messages and changes after a message, which a branch neither repeats nor sets back. Pure. */

import { endOf } from '@fairlead/protocol/conversations/run-standing'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { changesOf, countChanges } from '@fairlead/protocol/view/run-changes'
import type { ChatMessage } from '../../../run/messages/messages.ts'

/** The answers after this message whose runs changed something that still stands; the newest last. */
export function changedAfter(
	messages: readonly ChatMessage[],
	messageId: string,
): readonly ChatMessage[] {
	const at = messages.findIndex(({ id }) => id === messageId)
	return messages
		.slice(at + 1)
		.filter(
			(message) =>
				message.role === 'assistant' &&
				message.metadata?.runId !== undefined &&
				endOf(message) !== 'reverted' &&
				countChanges(changesOf(callsOf(message))) > 0,
		)
}

/** How many messages were sent while this one was answered: a branch does not ask them again. */
export function addedDuring(messages: readonly ChatMessage[], messageId: string): number {
	const answer = messages[messages.findIndex(({ id }) => id === messageId) + 1]
	return answer?.role === 'assistant'
		? answer.parts.filter(({ type }) => type === 'steering-message').length
		: 0
}

/** The question of an answer, if it is loaded. */
export function questionOf(
	messages: readonly ChatMessage[],
	answerId: string,
): ChatMessage | undefined {
	const before = messages[messages.findIndex(({ id }) => id === answerId) - 1]
	return before?.role === 'user' ? before : undefined
}
