import type { RevertPart } from '@fairlead/protocol/conversations/revert'
import { createContext, use, useEffect } from 'react'
import { type ShownMessages, ShownMessagesContext } from './messages/shown-messages.ts'

/** The target of a revert: a run, one of its steps, or an earlier revert of it. */
export interface RevertSubject {
	readonly messageId: string
	readonly stepId?: string
	/** Beside `stepId`: the later steps too. */
	readonly toEnd?: true
	readonly revertId?: string
	/** Beside `revertId`: that one restored, so this reverts again. */
	readonly again?: true
}

/** Opens the dialog that shows what would be reverted; null while a run is active, in a place without one, or for members who may not revert. */
export const RevertContext = createContext<((subject: RevertSubject) => void) | null>(null)

/** The data of the conversation on screen that reverts need. */
export interface RevertPlace {
	readonly conversationId: string
	/** A run is active: nothing can be reverted before it ends. */
	readonly live: boolean
	readonly onBegun: (part: RevertPart) => void
	readonly shown: ShownMessages
}

export const RevertPlaceContext = createContext<(place: RevertPlace | null) => void>(
	() => undefined,
)

/** Says which conversation is on screen, while it is. */
export function useRevertPlace(place: Omit<RevertPlace, 'shown'>): void {
	const shown = use(ShownMessagesContext)
	const register = use(RevertPlaceContext)
	const { conversationId, live, onBegun } = place
	useEffect(() => {
		register({ conversationId, live, onBegun, shown })
		return () => register(null)
	}, [register, conversationId, live, onBegun, shown])
}
