/** The MCP client whose calls stand in a conversation, and the sessions on its computer that take a reply. Pure. */
import type { AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import type { Author } from '@fairlead/protocol/people/author'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { answerBy } from '../views.ts'

export interface Client {
	/** null if it gives no name. */
	readonly name: string | null
	/** The seat of its newest call; null: not known. */
	readonly editorKey: string | null
	/** It is a person's page: nobody else could be meant by a message. */
	readonly isByHand: boolean
}

/** @param messages oldest first */
export function clientOf(messages: readonly ChatMessage[]): Client {
	const calls = messages.flatMap(({ parts, metadata }) =>
		parts.flatMap((part) =>
			part.type === 'data-client-call' ? [{ id: part.data.id, by: metadata?.by }] : [],
		),
	)
	const ids = new Set(calls.map(({ id }) => id))
	const seats = messages.flatMap(({ parts }) =>
		parts.flatMap((part) => {
			if (part.type !== 'data-call' && part.type !== 'data-approval') return []
			return ids.has(part.data.toolCallId) ? (part.data.editorKey ?? []) : []
		}),
	)
	const by = calls.findLast((call) => call.by !== undefined)?.by
	return {
		name: by ? nameIn(by) : null,
		editorKey: seats.at(-1) ?? null,
		isByHand: by?.kind === 'session',
	}
}

/**
 * Reads the client out of an author as the server writes them: "Claude Code (ada-desk)" for a relay,
 * and "Ada (Claude Code)" for a client at the project's address.
 */
function nameIn({ kind, name }: Author): string | null {
	if (kind === 'relay') return name.replace(/ \(.*$/s, '')
	return kind === 'mcp' ? (/ \(([^,)]+)/.exec(name)?.[1] ?? null) : null
}

/** Sessions of this agent that take a reply on the page of agents; only the one that asks here, if there is one. */
export function repliesTo(name: string, conversationId: string, list: AgentList): AgentCard[] {
	const open = list.cards.filter((card) => answerBy(card, list) === 'reply')
	const asking = open.find((card) => card.conversationId === conversationId)
	return asking ? [asking] : open.filter(({ program = 'Claude Code' }) => isSame(program, name))
}

/** Whether both name the same program: clients write their names as they like, such as `claude-code`. */
const isSame = (program: string, client: string): boolean => {
	const [one, other] = [plain(program), plain(client)]
	return one !== '' && (one.startsWith(other) || other.startsWith(one)) && other !== ''
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
