import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { toastError } from '../../data/api/toast-error.ts'
import { type Draft, partsOf } from '../messages/messages.ts'
import { drafts } from './drafts.ts'
import { openPart } from './open-text.ts'
import { postQueued } from './queue.ts'
import { unsent } from './unsent.ts'

/** The first message of a conversation that was made for it. */
interface Opening {
	readonly conversationId: string
	readonly messageId: string
	readonly draft: Draft
	readonly mode: ConversationMode
}

export interface OpeningMessage {
	readonly opening: Opening | null
	readonly begin: (conversationId: string, draft: Draft, mode: ConversationMode) => void
	/** The conversation has opened and sends it. */
	readonly taken: () => void
}

/**
 * Holds the first message until its conversation has opened, which sends it. A person who leaves
 * before that does not lose it: it is sent from here, under the same id.
 */
export function useOpening(): OpeningMessage {
	const [opening, setOpening] = useState<Opening | null>(null)
	const held = useRef<Opening | null>(null)
	const { key } = useLocation()

	const hold = useCallback((next: Opening | null) => {
		held.current = next
		setOpening(next)
	}, [])
	const taken = useCallback(() => hold(null), [hold])
	const begin = useCallback(
		(conversationId: string, draft: Draft, mode: ConversationMode) => {
			hold({ conversationId, messageId: unsent.reserve(conversationId, draft), draft, mode })
		},
		[hold],
	)

	// The address is ahead of what is drawn: it tells where the person went last.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key says when they went
	useEffect(() => {
		const waiting = held.current
		if (waiting === null || location.pathname.endsWith(waiting.conversationId)) return
		taken()
		void sendNow(waiting)
	}, [opening, key, taken])
	useEffect(
		() => () => {
			const waiting = held.current
			held.current = null
			if (waiting !== null) void sendNow(waiting)
		},
		[],
	)
	return { opening, begin, taken }
}

/** A message that cannot be sent becomes the draft of its conversation. */
async function sendNow({ draft, ...opening }: Opening): Promise<void> {
	try {
		await postQueued({ ...opening, parts: [...openPart([]), ...partsOf(draft)], steer: 'step' })
	} catch (error) {
		drafts.keep(opening.conversationId, draft)
		toastError(error)
	}
}
