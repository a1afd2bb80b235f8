/**
 * The "model" of runs that MCP clients make: it proposes the calls that the clients handed in, and nothing else. So
 * such a call is approved, journaled, shown, stopped and reverted like one of the agent's.
 */

import type { ClientCall } from '@fairlead/protocol/client-call'
import type { ChatProvider, ChatRequest, ModelPart, ProviderEvent } from '../../model/types.ts'
import { NO_USAGE } from '../../policy/budget.ts'

const NOT_A_CALL =
	'MCP clients are using this conversation, so I cannot answer here. Ask again when their calls are done, or in another conversation.'

export function mcpProvider(): ChatProvider {
	async function* stream(request: ChatRequest): AsyncGenerator<ProviderEvent> {
		const parts: ModelPart[] = []
		const { calls, words } = unanswered(request)
		if (words) {
			const id = 'text_0'
			yield { type: 'text-start', id }
			yield { type: 'text-delta', id, delta: NOT_A_CALL }
			yield { type: 'text-end', id }
			parts.push({ type: 'text', text: NOT_A_CALL })
		}
		for (const { id: toolCallId, name: toolName, input } of calls) {
			const head = { toolCallId, toolName, providerExecuted: false }
			yield { type: 'tool-input-start', ...head }
			yield { type: 'tool-input-delta', toolCallId, delta: JSON.stringify(input) }
			yield { type: 'tool-call', ...head, input }
			parts.push({ type: 'tool-call', callId: toolCallId, name: toolName, input })
		}
		const reason = calls.length > 0 ? 'tool-calls' : 'stop'
		yield { type: 'finish', reason, usage: NO_USAGE, parts }
	}
	return { id: 'mcp', summarizes: false, usesTokens: false, stream }
}

/** The calls since the last answer; `words`: a person said something. */
function unanswered({ messages }: ChatRequest): {
	readonly calls: readonly ClientCall[]
	readonly words: boolean
} {
	const answered = messages.findLastIndex(({ role }) => role === 'assistant')
	const said = messages
		.slice(answered + 1)
		.flatMap(({ parts }) => parts)
		.filter((part) => part.type === 'text')
	const calls = said.flatMap(({ call }) => call ?? [])
	return { calls, words: calls.length < said.length }
}
