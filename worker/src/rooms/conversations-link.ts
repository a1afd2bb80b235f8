/** Talks to Conversation objects. What must arrive is awaited; news about waiting is best effort. */
import type { CallOutcome } from '@fairlead/protocol/calls'
import type { CallSeat, ConversationCalls } from './room-port.ts'

export interface ConversationsLink {
	/** True once the Conversation stored the outcome. False or a throw: try again later. */
	settled(
		conversationId: string,
		callId: string,
		outcome: CallOutcome,
		ranOn: CallSeat | null,
	): Promise<boolean>
	/** Told in order per conversation; a failure is ignored, the outcome says it all later. */
	waiting(conversationId: string, callId: string, reason: string | null): void
	progress(conversationId: string, callId: string, message: string): void
}

/** `background` keeps the object alive until the promise ends. */
export function linkConversations(
	stubOf: (conversationId: string) => ConversationCalls,
	background: (work: Promise<unknown>) => void,
): ConversationsLink {
	/** The last piece of news under way, per conversation: a reason must not overtake its end. */
	const last = new Map<string, Promise<void>>()
	/** Calls whose progress is under way: a chatty tool gets its next line dropped, not queued. */
	const reporting = new Set<string>()

	const inOrder = (conversationId: string, tell: () => Promise<void>): void => {
		const before = last.get(conversationId) ?? Promise.resolve()
		const work: Promise<void> = before
			.then(tell)
			.catch(() => undefined)
			.then(() => {
				if (last.get(conversationId) === work) last.delete(conversationId)
			})
		last.set(conversationId, work)
		background(work)
	}
	return {
		settled: (conversationId, callId, outcome, ranOn) =>
			stubOf(conversationId).callSettled(callId, outcome, ranOn),
		waiting(conversationId, callId, reason) {
			inOrder(conversationId, () => stubOf(conversationId).callWaiting(callId, reason))
		},
		progress(conversationId, callId, message) {
			if (reporting.has(callId)) return
			reporting.add(callId)
			inOrder(conversationId, async () => {
				reporting.delete(callId)
				await stubOf(conversationId).callProgress(callId, message)
			})
		},
	}
}
