/** The messages on screen, for panes beside the chat, which render only when their own part changes. */
import { shareStructure } from '@fairlead/protocol/view/structural-sharing'
import { createContext, use, useRef, useSyncExternalStore } from 'react'
import type { ChatMessage } from './messages.ts'

export class ShownMessages {
	#messages: readonly ChatMessage[] = []
	readonly #listeners = new Set<() => void>()

	readonly get = (): readonly ChatMessage[] => this.#messages

	readonly set = (messages: readonly ChatMessage[]): void => {
		this.#messages = messages
		for (const listener of this.#listeners) listener()
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}

export const ShownMessagesContext = createContext(new ShownMessages())

/**
 * The result of `select`; the same value while the result is equal.
 * @param key identifies `select`: it runs again when the key changes
 */
export function useShownMessages<T>(
	select: (messages: readonly ChatMessage[]) => T,
	key: unknown = null,
): T {
	const store = use(ShownMessagesContext)
	const last = useRef<{ messages: readonly ChatMessage[]; key: unknown; value: T } | null>(null)
	return useSyncExternalStore(store.subscribe, () => {
		const messages = store.get()
		const before = last.current
		if (before?.messages === messages && before.key === key) return before.value
		const value = shareStructure(before?.value, select(messages))
		last.current = { messages, key, value }
		return value
	})
}
