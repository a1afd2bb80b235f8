/** Chunks of chat completions, in the dialects of several services → {@link ProviderEvent}. A state machine without I/O. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { Chat } from 'openai/resources/chat/chat'
import type { FinishReason, ModelPart, ProviderEvent } from '../../model/types.ts'
import { NO_USAGE } from '../../policy/budget.ts'
import type { StreamMapper } from '../guarded-stream.ts'
import { inputOf, type StreamedInput, StreamedInputs } from '../tool-input.ts'
import type { CallExtra } from './chat-request.ts'
import { failureOf } from './errors.ts'
import { count, usageOf } from './usage.ts'

const NOTHING: readonly ProviderEvent[] = []

/** A delta with the members that these services add. */
interface Delta extends Chat.ChatCompletionChunk.Choice.Delta {
	/** DeepSeek, vLLM, LM Studio. */
	readonly reasoning_content?: string | null
	/** OpenRouter, Ollama. */
	readonly reasoning?: string | null
	readonly reasoning_details?: readonly Detail[] | null
	readonly annotations?: readonly Annotation[] | null
}

/** A piece of reasoning at OpenRouter; pieces of one index belong together. */
interface Detail {
	readonly type: string
	readonly index?: number
	readonly text?: string | null
	readonly summary?: string | null
	readonly data?: string | null
	readonly signature?: string | null
}

interface Annotation {
	readonly type: string
	readonly url_citation?: { readonly url: string; readonly title?: string }
}

type ToolDelta = Chat.ChatCompletionChunk.Choice.Delta.ToolCall & {
	/** Google's signature. */
	readonly extra_content?: unknown
}

interface Call extends StreamedInput {
	readonly id: string
	readonly name: string
	extra: unknown
}

interface Block {
	readonly kind: 'text' | 'reasoning'
	readonly id: string
	text: string
}

export class ChatMapper implements StreamMapper<Chat.ChatCompletionChunk> {
	readonly #origin: string
	#block: Block | null = null
	readonly #parts: ModelPart[] = []
	/** In the order in which they began. */
	readonly #calls: Call[] = []
	readonly #callAt = new Map<number, Call>()
	readonly #details: Detail[] = []
	readonly #inputs = new StreamedInputs()
	#blocks = 0
	#sources = 0
	#refused = false
	#reason: string | null = null
	#usage: Usage = NO_USAGE
	finished = false

	/** `origin`: the mark of its reasoning. */
	constructor(origin: string) {
		this.#origin = origin
	}

	accept(chunk: Chat.ChatCompletionChunk): readonly ProviderEvent[] {
		const events: ProviderEvent[] = []
		if (chunk.usage) {
			this.#usage = usageIn(chunk.usage)
			events.push({ type: 'usage', usage: this.#usage })
		}
		const choice = chunk.choices?.[0]
		if (!choice) return events
		events.push(...this.#delta((choice.delta ?? {}) as Delta))
		if (choice.finish_reason) this.#reason = choice.finish_reason
		return events
	}

	/** The usage comes after the reason for the end, so only the stream's end is the end. */
	end(): readonly ProviderEvent[] {
		if (this.#reason === null || this.finished) return NOTHING
		this.finished = true
		if (this.#reason === 'error' || this.#reason === 'insufficient_system_resource') {
			const code = this.#reason === 'error' ? 'server_error' : 'overloaded'
			return [{ type: 'error', error: failureOf(code, `It ended by: ${this.#reason}.`) }]
		}
		const events = [...this.#closeBlock(), ...this.#calls.flatMap((call) => this.#closeCall(call))]
		this.#keepDetails()
		return [
			...events,
			{ type: 'finish', reason: this.#finishReason(), usage: this.#usage, parts: this.#parts },
		]
	}

	#delta(delta: Delta): readonly ProviderEvent[] {
		const events: ProviderEvent[] = []
		this.#details.push(...(delta.reasoning_details ?? []))
		events.push(...this.#grow('reasoning', delta.reasoning_content || delta.reasoning || ''))
		events.push(...this.#grow('text', delta.content ?? ''))
		if (delta.refusal) {
			this.#refused = true
			events.push(...this.#grow('text', delta.refusal))
		}
		for (const part of delta.tool_calls ?? []) events.push(...this.#call(part))
		for (const { url_citation: cited } of delta.annotations ?? []) {
			if (!cited) continue
			const { url, title } = cited
			const id = `source-${this.#sources++}`
			events.push({ type: 'source', id, url, ...(title ? { title } : {}) })
		}
		return events
	}

	#grow(kind: Block['kind'], delta: string): readonly ProviderEvent[] {
		if (!delta) return NOTHING
		if (this.#block?.kind === kind) {
			this.#block.text += delta
			return [{ type: `${kind}-delta`, id: this.#block.id, delta }]
		}
		const closing = this.#closeBlock()
		const id = `out-${this.#blocks++}`
		this.#block = { kind, id, text: delta }
		return [...closing, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
	}

	#closeBlock(): readonly ProviderEvent[] {
		const block = this.#block
		if (!block) return NOTHING
		this.#block = null
		if (block.kind === 'text') this.#parts.push({ type: 'text', text: block.text })
		else {
			// Marked as sealed, so that it goes back to the service that it came from.
			this.#parts.push({
				type: 'reasoning',
				provider: this.#origin,
				text: block.text,
				signature: 'plain',
			})
		}
		return [{ type: `${block.kind}-end`, id: block.id }]
	}

	#call(part: ToolDelta): readonly ProviderEvent[] {
		const closing = this.#closeBlock()
		const open = this.#callAt.get(part.index ?? 0)
		// Some services give all calls of an answer the index 0.
		const call = open && (!part.id || part.id === open.id) ? open : null
		if (call) {
			call.extra ??= part.extra_content
			return [...closing, ...this.#arguments(call, part.function?.arguments)]
		}
		// A call of nothing: some servers end their calls with one.
		if (!part.id && !part.function?.name) return closing
		const begun: Call = {
			id: part.id || `call_${this.#calls.length}`,
			name: part.function?.name ?? '',
			json: '',
			extra: part.extra_content,
		}
		this.#calls.push(begun)
		this.#callAt.set(part.index ?? 0, begun)
		return [
			...closing,
			{
				type: 'tool-input-start',
				toolCallId: begun.id,
				toolName: begun.name,
				providerExecuted: false,
			},
			...this.#arguments(begun, part.function?.arguments),
		]
	}

	#arguments(call: Call, delta: unknown): readonly ProviderEvent[] {
		const kept = this.#inputs.grow(call, delta)
		if (kept === '') return NOTHING
		return [{ type: 'tool-input-delta', toolCallId: call.id, delta: kept }]
	}

	#closeCall(call: Call): readonly ProviderEvent[] {
		const parsed = inputOf(call)
		if (call.extra !== undefined) {
			const block: CallExtra = { type: 'call-extra', extra: call.extra }
			this.#parts.push({ type: 'provider-block', provider: this.#origin, block })
		}
		this.#parts.push({ type: 'tool-call', callId: call.id, name: call.name, input: parsed.input })
		const head = { toolCallId: call.id, toolName: call.name, providerExecuted: false }
		return [{ type: 'tool-call', ...head, ...parsed }]
	}

	/** The sealed pieces replace the plain text: they contain it. */
	#keepDetails(): void {
		if (this.#details.length === 0) return
		const at = this.#parts.findIndex(({ type }) => type === 'reasoning')
		const shown = this.#parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []))
		const sealed: ModelPart = {
			type: 'reasoning',
			provider: this.#origin,
			text: shown.join(''),
			redacted: JSON.stringify(joined(this.#details)),
		}
		const others = this.#parts.filter(({ type }) => type !== 'reasoning')
		this.#parts.splice(0, this.#parts.length, ...others)
		this.#parts.splice(Math.max(0, at), 0, sealed)
	}

	#finishReason(): FinishReason {
		if (this.#refused || this.#reason === 'content_filter') return 'refusal'
		if (this.#reason === 'length') return 'length'
		// Some services say `stop` after calls.
		return this.#calls.length > 0 ? 'tool-calls' : 'stop'
	}
}

/** Streamed pieces of one index and type become one. */
function joined(details: readonly Detail[]): readonly Detail[] {
	const whole: Detail[] = []
	for (const detail of details) {
		const last = whole.at(-1)
		if (!last || last.type !== detail.type || last.index !== detail.index) {
			whole.push(detail)
			continue
		}
		whole[whole.length - 1] = {
			...last,
			...detail,
			...text(last, detail, 'text'),
			...text(last, detail, 'summary'),
			...text(last, detail, 'data'),
			...(detail.signature || last.signature
				? { signature: detail.signature || last.signature || null }
				: {}),
		}
	}
	return whole
}

const text = (a: Detail, b: Detail, key: 'text' | 'summary' | 'data'): Partial<Detail> =>
	a[key] || b[key] ? { [key]: `${a[key] ?? ''}${b[key] ?? ''}` } : {}

function usageIn(usage: NonNullable<Chat.ChatCompletionChunk['usage']>): Usage {
	const details = (usage.prompt_tokens_details ?? {}) as Record<string, unknown>
	const answered = (usage.completion_tokens_details ?? {}) as Record<string, unknown>
	const { prompt_cache_hit_tokens: hits } = usage as { prompt_cache_hit_tokens?: number }
	return usageOf({
		input: count(usage.prompt_tokens),
		output: count(usage.completion_tokens),
		cacheRead: count(details['cached_tokens']) || count(hits),
		cacheWrite: count(details['cache_write_tokens']),
		total: count(usage.total_tokens),
		reasoning: answered['reasoning_tokens'],
	})
}
