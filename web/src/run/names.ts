import { callsOf } from '@fairlead/protocol/view/call-view'
import { type Names, namesIn } from '@fairlead/protocol/view/labels/names'
import type { ChatMessage } from './messages/messages.ts'
import { perMessage } from './messages/per-message.ts'

const namesOfOne = perMessage((message) => namesIn(callsOf(message).map((call) => call.result)))

/** The names that the calls of a conversation have told; the latest word on an object counts. */
export function namesOf(messages: readonly ChatMessage[]): Names {
	const names = new Map<string, string>()
	for (const message of messages) {
		if (message.role !== 'assistant') continue
		for (const [id, name] of namesOfOne(message)) names.set(id, name)
	}
	return names
}
