/** Services that speak chat completions, and how each differs from the others. */
import type { Effort } from '../../model/registry/facts.ts'

export interface ChatService {
	/** Marks reasoning that only this service can read. */
	readonly id: string
	/** True if reasoning of one vendor's models says nothing to another's. */
	readonly manyVendors: boolean
	/** Members of the request that ask for reasoning and web search. */
	readonly extras: (wanted: {
		readonly effort: Effort | undefined
		readonly webSearch: boolean
	}) => Record<string, unknown>
	/**
	 * What an assistant message carries of our history: deepseek: `reasoning_content`, even if empty ·
	 * details: `reasoning_details` · google: a signature on each call · none: nothing.
	 */
	readonly memory: 'deepseek' | 'details' | 'google' | 'none'
}

const effortOnly = ({ effort }: { readonly effort: Effort | undefined }) =>
	effort ? { reasoning_effort: effort } : {}

/** It thinks unless told otherwise. Source: api-docs.deepseek.com/guides/thinking_mode. */
export const DEEPSEEK: ChatService = {
	id: 'deepseek',
	manyVendors: false,
	extras: ({ effort }) => {
		if (effort === 'none') return { thinking: { type: 'disabled' } }
		return effort ? { thinking: { type: 'enabled' }, reasoning_effort: effort } : {}
	},
	memory: 'deepseek',
}

/** Source: openrouter.ai/docs/use-cases/reasoning-tokens, openrouter.ai/docs/features/web-search. */
export const OPENROUTER: ChatService = {
	id: 'openrouter',
	manyVendors: true,
	extras: ({ effort, webSearch }) => ({
		...(effort ? { reasoning: { effort } } : {}),
		...(webSearch ? { plugins: [{ id: 'web' }] } : {}),
	}),
	memory: 'details',
}

/** Source: ai.google.dev/gemini-api/docs/openai and /docs/thought-signatures. */
export const GEMINI: ChatService = {
	id: 'gemini',
	manyVendors: false,
	extras: effortOnly,
	memory: 'google',
}

/** Ollama, LM Studio, vLLM and others at an address of one's own. */
export const COMPATIBLE: ChatService = {
	id: 'openai-compatible',
	manyVendors: true,
	extras: effortOnly,
	memory: 'none',
}

/** The mark of reasoning: the service, and with many vendors theirs (`openrouter/anthropic`). */
export const originOf = (service: ChatService, model: string): string =>
	service.manyVendors ? `${service.id}/${model.split('/')[0]}` : service.id
