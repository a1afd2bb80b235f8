/** Links to a message or a step: `#<message>` and `#<message>-<step>`, on whatever page of history. */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { toastError } from '../../data/api/toast-error.ts'
import { markSought, type Place } from '../../data/conversations/found-place.ts'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { toasts } from '../../ui/overlays/toasts.ts'

/** Other anchors, like the one of the composer, are the browser's own business. */
const MESSAGE_ANCHOR = /^#(msg_[\w-]+)$/

const anchorOf = (hash: string): string | null => MESSAGE_ANCHOR.exec(hash)?.[1] ?? null

/** Whether the anchor is this message or one of its steps. */
export const isAnchorOf = (anchor: string, messageId: string): boolean =>
	anchor === messageId || anchor.startsWith(`${messageId}-`)

/**
 * Goes to the anchor of the address; loads older pages until it is there.
 * @returns the anchor until it was gone to, and whether older pages are looked through for it
 */
export function useAnchor(view: {
	messages: readonly ChatMessage[]
	hasOlder: boolean
	loadOlder: () => Promise<void>
	pin: (place: Place) => void
	/** The answer that a stream is about to bring; it is on no page yet. */
	expectedId: string | undefined
}): { readonly wantedId: string | null; readonly seeking: boolean } {
	const { messages, hasOlder, loadOlder, pin, expectedId } = view
	/** The element still to be found; null when there is none. */
	const { hash } = useLocation()
	const [wanted, setWanted] = useState(() => anchorOf(hash))
	const [known, setKnown] = useState(hash)
	if (hash !== known) {
		setKnown(hash)
		setWanted(anchorOf(hash))
	}

	const message = wanted === null ? undefined : messages.find((m) => isAnchorOf(wanted, m.id))
	const messageId = message?.id
	useEffect(() => {
		if (wanted === null || messages.length === 0) return
		if (messageId !== undefined) {
			setWanted(null)
			// A step that a newer version of the answer no longer has leads to its message.
			const found = document.getElementById(wanted) ?? document.getElementById(messageId)
			if (found) pin(markSought(found))
			return
		}
		if (expectedId !== undefined && isAnchorOf(wanted, expectedId)) return
		if (!hasOlder) {
			setWanted(null)
			toasts.add({ title: 'The linked message is not in this conversation.' })
			return
		}
		loadOlder().catch((failure: unknown) => {
			setWanted(null)
			toastError(failure)
		})
	}, [wanted, messageId, messages.length, hasOlder, loadOlder, pin, expectedId])
	return {
		wantedId: wanted,
		seeking: wanted !== null && message === undefined && messages.length > 0,
	}
}
