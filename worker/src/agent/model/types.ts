/**
 * The agent's domain: what a model is asked, what it answers, how a run ends.
 * Nothing in this folder imports Cloudflare, a provider's SDK (but its own adapter)
 * or a database.
 */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { Effort } from '@fairlead/protocol/models/models'
import type { ModelTool } from '@fairlead/protocol/tools'
import type { Told } from '../context/notices.ts'

/** One piece of a message, provider-neutral. */
export type ModelPart =
	| {
			readonly type: 'text'
			readonly text: string
			/** The product says it, not a person or a model. */
			readonly told?: Told
	  }
	| {
			readonly type: 'image'
			readonly mediaType: string
			/** Standard base64. Absent in storage, where `blobId` names the bytes. */
			readonly base64?: string
			readonly blobId?: string
	  }
	/** Kept verbatim: Anthropic refuses a history whose thinking lost its signature. */
	| {
			readonly type: 'reasoning'
			/** The provider that produced it; absent in data from before it was recorded. */
			readonly provider?: string
			readonly text: string
			readonly signature?: string
			/** Encrypted reasoning of the provider, opaque. */
			readonly redacted?: string
	  }
	| {
			readonly type: 'tool-call'
			readonly callId: string
			readonly name: string
			readonly input: unknown
	  }
	| {
			readonly type: 'tool-result'
			readonly callId: string
			readonly name: string
			readonly content: readonly ToolResultPart[]
			readonly isError: boolean
	  }
	/** A block that only the provider that made it understands (server-side tools). Others drop it. */
	| { readonly type: 'provider-block'; readonly provider: string; readonly block: unknown }

export type ToolResultPart = Extract<ModelPart, { type: 'text' | 'image' }>

export interface ModelMessage {
	readonly role: 'user' | 'assistant'
	readonly parts: readonly ModelPart[]
}

export interface ChatRequest {
	/** The provider's own model id. */
	readonly model: string
	readonly system: string
	/**
	 * Begins with a user message and alternates; every tool-call of an assistant message is
	 * answered by tool-results that open the next user message.
	 */
	readonly messages: readonly ModelMessage[]
	readonly tools: readonly ModelTool[]
	readonly maxOutputTokens: number
	/** Offer the provider's own web search, where it has one. */
	readonly webSearch: boolean
	/** How long to think; absent: the model decides. */
	readonly effort?: Effort
}

export type FinishReason =
	| 'stop'
	| 'tool-calls'
	/** The output limit was reached. */
	| 'length'
	| 'refusal'
	/** The provider paused a long turn (`pause_turn`): ask again with what arrived. */
	| 'pause'

export type ProviderErrorClass =
	/** The key is missing, wrong or without permission. */
	| 'key'
	/** Credit or hard quota used up. */
	| 'quota'
	/** Too many requests just now. */
	| 'rate_limit'
	/** The provider has too much to do just now. */
	| 'overload'
	/** The provider failed by itself. */
	| 'server_error'
	/** The conversation is longer than the model accepts. */
	| 'too_long'
	/** The answer is longer than this server reads. */
	| 'too_large'
	/** The provider refuses the content. */
	| 'content'
	/** The connection failed or was interrupted. */
	| 'network'
	/** The request is malformed: our bug, or an unknown model. */
	| 'invalid'
	/** The address answers with a web page or a redirect: it is wrong, or a proxy asks for a sign-in. */
	| 'web_page'

export interface ProviderError {
	readonly class: ProviderErrorClass
	/** The text for the log. It may hold the provider's own words, so it is never shown raw. */
	readonly message: string
	/** Whether the same request may succeed later. */
	readonly retryable: boolean
	/** The delay that the provider asks for (`retry-after`), in milliseconds. */
	readonly retryAfterMs?: number
}

/**
 * The events of a provider's answer. Every `*-start` is followed by its `*-end`
 * (or, for a tool call, by `tool-call`) unless an `error` cuts the stream. Exactly one
 * `finish` or `error` ends it.
 */
export type ProviderEvent =
	/** Usage so far, for a call that is cut before its `finish`. May come more than once. */
	| { readonly type: 'usage'; readonly usage: Usage }
	| { readonly type: 'text-start'; readonly id: string }
	| { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
	| { readonly type: 'text-end'; readonly id: string }
	| { readonly type: 'reasoning-start'; readonly id: string }
	| { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }
	| { readonly type: 'reasoning-end'; readonly id: string }
	| {
			readonly type: 'tool-input-start'
			/** The provider's own id; may repeat (`call-ids.ts`). */
			readonly toolCallId: string
			readonly toolName: string
			/** True for tools that the provider runs itself. */
			readonly providerExecuted: boolean
	  }
	| { readonly type: 'tool-input-delta'; readonly toolCallId: string; readonly delta: string }
	| {
			readonly type: 'tool-call'
			readonly toolCallId: string
			readonly toolName: string
			readonly providerExecuted: boolean
			readonly input: unknown
			/** Set if the arguments were not JSON; `input` is then the raw text. */
			readonly inputError?: string
	  }
	/** The result of a tool that the provider ran; `output` has the shape of the registry. */
	| {
			readonly type: 'provider-tool-result'
			readonly toolCallId: string
			readonly output: unknown
			readonly isError: boolean
	  }
	| {
			readonly type: 'source'
			readonly id: string
			readonly url: string
			readonly title?: string
	  }
	| {
			readonly type: 'finish'
			readonly reason: FinishReason
			readonly usage: Usage
			/** The complete answer, to be stored and sent back as history. */
			readonly parts: readonly ModelPart[]
	  }
	| { readonly type: 'error'; readonly error: ProviderError }

/** One model service. Implementations live in `providers/`, a folder each. */
export interface ChatProvider {
	/** E.g. `anthropic`, `demo`. */
	readonly id: string
	/** False: it answers requests of its own kind only, so it is not asked for summaries. */
	readonly summarizes?: false
	/** False: nobody bills its answers. */
	readonly usesTokens?: false
	/**
	 * Asks the model. Must not throw, neither at the call nor while iterated: a failure is
	 * the event `error`. When `signal` aborts, the stream ends soon, with or without `error`.
	 */
	stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>
}
