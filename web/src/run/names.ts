import { callsOf } from '@fairlead/protocol/call-view'
import { type Names, namesIn } from '../parts/calls/names.ts'
import type { ChatMessage } from './messages.ts'

/** Messages are replaced, never changed in place. */
const byMessage = new WeakMap<ChatMessage, Names>()

/** The names that the calls of a conversation have told; the latest word on an object counts. */
export function namesOf(messages: readonly ChatMessage[]): Names {
	const names = new Map<string, string>()
	for (const message of messages) {
		if (message.role !== 'assistant') continue
		let found = byMessage.get(message)
		if (!found) {
			found = namesIn(callsOf(message).map((call) => call.result))
			byMessage.set(message, found)
		}
		for (const [id, name] of found) names.set(id, name)
	}
	return names
}
