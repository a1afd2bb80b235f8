import { createContext, type ReactNode, use, useMemo } from 'react'
import type { OpeningMessage } from './sending/use-opening.ts'

/**
 * Hands over the first message of a branch, as that of a new conversation. Null in a place without branches: a share
 * link.
 */
export const BeginBranchContext = createContext<OpeningMessage['begin'] | null>(null)

interface Here {
	readonly id: string
	readonly onAnswered: () => void
	/** The approval that Enter and Escape answer: the first open one; null: none. */
	readonly asked: string | null
}
const ConversationContext = createContext<Here>({
	id: '',
	onAnswered: () => undefined,
	asked: null,
})

/** Says which conversation the calls below belong to, and hears when a person has answered one. */
export function ConversationOf(props: Here & { children: ReactNode }) {
	const { id, onAnswered, asked } = props
	const value = useMemo(() => ({ id, onAnswered, asked }), [id, onAnswered, asked])
	return <ConversationContext value={value}>{props.children}</ConversationContext>
}

export const useConversationId = (): string => use(ConversationContext).id
export const useAsked = (): string | null => use(ConversationContext).asked
export const useOnAnswered = (): (() => void) => use(ConversationContext).onAnswered
