import { createContext, type ReactNode, use } from 'react'

const ConversationContext = createContext('')

/** Says which conversation the calls below belong to. */
export function ConversationOf(props: { id: string; children: ReactNode }) {
	return <ConversationContext value={props.id}>{props.children}</ConversationContext>
}

export const useConversationId = (): string => use(ConversationContext)
