/** A server that speaks chat completions: a service, or a server at an address of one's own. */
import { type ChatWire, PLAIN_CHAT } from '@fairlead/protocol/services/wire'

export interface ChatService {
	/** Marks reasoning that only this service can read. */
	readonly name: string
	readonly wire: ChatWire
}

/** Ollama, LM Studio, vLLM and others at an address of one's own. */
export const COMPATIBLE: ChatService = { name: 'openai-compatible', wire: PLAIN_CHAT }

/** The mark of reasoning: the service, and with many vendors theirs (`openrouter/anthropic`). */
export const originOf = ({ name, wire }: ChatService, model: string): string =>
	wire.manyVendors ? `${name}/${model.split('/')[0]}` : name
