import { createContext, type ReactNode, use, useMemo } from 'react'

interface Here {
	readonly id: string
	readonly onAnswered: () => void
}
const ConversationContext = createContext<Here>({ id: '', onAnswered: () => undefined })

/** Says which conversation the calls below belong to, and hears when a person has answered one. */
export function ConversationOf(props: { id: string; onAnswered: () => void; children: ReactNode }) {
	const { id, onAnswered } = props
	const value = useMemo(() => ({ id, onAnswered }), [id, onAnswered])
	return <ConversationContext value={value}>{props.children}</ConversationContext>
}

export const useConversationId = (): string => use(ConversationContext).id
export const useOnAnswered = (): (() => void) => use(ConversationContext).onAnswered
