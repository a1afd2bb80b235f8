import type { ChatMessage } from './messages.ts'

/**
 * `select`, computed once for each message. Messages are replaced, never changed in place, so a walk of a long
 * conversation costs a look-up for each message that is still the same.
 */
export function perMessage<T>(select: (message: ChatMessage) => T): (message: ChatMessage) => T {
	const known = new WeakMap<ChatMessage, { readonly value: T }>()
	return (message) => {
		const before = known.get(message)
		if (before) return before.value
		const value = select(message)
		known.set(message, { value })
		return value
	}
}
