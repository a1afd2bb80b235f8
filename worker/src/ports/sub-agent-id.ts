/** The ids of sub-agents: each is a conversation object below the one that started it. */

/** The call that started a sub-agent: it hears how that ends. */
export interface StartedBy {
	readonly conversationId: string
	readonly callId: string
}

const BELOW = '/agents/'

/** The name of a sub-agent's object: below its conversation's and in no list, so that it is found nowhere else. */
export const subAgentId = (conversationId: string, callId: string): string =>
	`${conversationId}${BELOW}${callId}`

/** Returns null if the conversation is a person's. */
export function startedBy(id: string): StartedBy | null {
	const at = id.indexOf(BELOW)
	if (at === -1) return null
	return { conversationId: id.slice(0, at), callId: id.slice(at + BELOW.length) }
}
