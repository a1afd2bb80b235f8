/** How the models of a service are asked. */
import type { Effort } from '../models/models.ts'

/** `messages`: Anthropic's Messages API. `responses`: OpenAI's Responses API. */
export type Wire = { readonly api: 'messages' } | { readonly api: 'responses' } | ChatWire

/** Chat completions, and how a service differs from the others that speak them. */
export interface ChatWire {
	readonly api: 'chat'
	/** True if reasoning of one vendor's models says nothing to another's. */
	readonly manyVendors: boolean
	/** Members of the request that ask for reasoning and web search. */
	readonly extras: (wanted: {
		readonly effort: Effort | undefined
		readonly webSearch: boolean
	}) => Record<string, unknown>
	/** Whether the service has a search of its own, which `extras` asks for. */
	readonly search: boolean
	/**
	 * The member of an assistant message that carries our history: `reasoning_content`, even if empty ·
	 * `reasoning_details` ·
	 * `extra_content`: a signature on each call · none: nothing.
	 */
	readonly memory: 'reasoning_content' | 'reasoning_details' | 'extra_content' | 'none'
}

/** Chat completions as Ollama, LM Studio, vLLM and most services speak them. */
export const PLAIN_CHAT: ChatWire = {
	api: 'chat',
	manyVendors: true,
	extras: ({ effort }) => (effort ? { reasoning_effort: effort } : {}),
	search: false,
	memory: 'none',
}
