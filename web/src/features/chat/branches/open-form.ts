/** The message whose form is open: one at a time. A button and the palette open the same. */
import { useSyncExternalStore } from 'react'

let open: string | null = null
const listeners = new Set<() => void>()

/** @param messageId null: closes it */
export function openForm(messageId: string | null): void {
	open = messageId
	for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

export const useIsOpen = (messageId: string): boolean =>
	useSyncExternalStore(subscribe, () => open === messageId)
