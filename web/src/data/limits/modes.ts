import type { ConversationMode } from '@fairlead/protocol/conversations/runs'

/** The agent's modes, from the boldest to the most careful. */
export const MODES: readonly {
	readonly value: ConversationMode
	readonly label: string
	readonly hint: string
}[] = [
	{ value: 'auto', label: 'Auto', hint: 'The agent makes changes on its own.' },
	{ value: 'ask', label: 'Ask', hint: 'Every change needs your approval.' },
	{ value: 'read-only', label: 'Read only', hint: 'The agent can look, but changes nothing.' },
]
