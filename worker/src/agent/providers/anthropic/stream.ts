/**
 * The Messages API's raw stream events → {@link ProviderEvent}. A state machine without
 * I/O; per delta it appends to one string and makes one event.
 */
import type Anthropic from '@anthropic-ai/sdk'
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { FinishReason, ModelPart, ProviderEvent } from '../../model/types.ts'
import { NO_USAGE } from '../../policy/budget.ts'
import type { StreamMapper } from '../guarded-stream.ts'
import { inputOf, type StreamedInput, StreamedInputs } from '../tool-input.ts'

/** Marks blocks that only this service can read. */
export const PROVIDER_ID = 'anthropic'

type RawEvent = Anthropic.RawMessageStreamEvent
type StartBlock = Anthropic.RawContentBlockStartEvent['content_block']

/** The registry's name of the search that the API runs itself. */
const WEB_SEARCH = 'web_search'
const NOTHING: readonly ProviderEvent[] = []

/** One content block while it is being filled. */
type OpenBlock =
	| { readonly kind: 'text'; readonly id: string; text: string }
	| { readonly kind: 'thinking'; readonly id: string; text: string; signature: string }
	| (StreamedInput & {
			readonly kind: 'tool'
			readonly callId: string
			readonly name: string
			start: unknown
	  })
	| (StreamedInput & {
			readonly kind: 'server-tool'
			readonly block: Anthropic.ServerToolUseBlock
	  })
	/** A block that is complete at its start. */
	| { readonly kind: 'whole' }

export class AnthropicMapper implements StreamMapper<RawEvent> {
	readonly #open = new Map<number, OpenBlock>()
	/** Parts by index of their block, so that the order of the API is kept. */
	readonly #parts = new Map<number, ModelPart>()
	#messageId = 'message'
	#stopReason: string | null = null
	#usage: Usage = NO_USAGE
	readonly #inputs = new StreamedInputs()
	#finished = false

	/** True once `finish` was yielded. */
	get finished(): boolean {
		return this.#finished
	}

	accept(event: RawEvent): readonly ProviderEvent[] {
		switch (event.type) {
			case 'content_block_delta':
				return this.#delta(event.index, event.delta)
			case 'content_block_start':
				return this.#start(event.index, event.content_block)
			case 'content_block_stop':
				return this.#stop(event.index)
			case 'message_start':
				this.#messageId = event.message.id
				this.#count(event.message.usage)
				return [{ type: 'usage', usage: this.#usage }]
			case 'message_delta':
				if (event.delta.stop_reason) this.#stopReason = event.delta.stop_reason
				this.#count(event.usage)
				return NOTHING
			case 'message_stop':
				return this.#finish()
			default:
				// New kinds of events are announced as additive: an old client ignores them.
				event satisfies never
				return NOTHING
		}
	}

	#start(index: number, block: StartBlock): readonly ProviderEvent[] {
		const id = `${this.#messageId}-${index}`
		switch (block.type) {
			case 'text': {
				this.#open.set(index, { kind: 'text', id, text: block.text })
				const start: ProviderEvent = { type: 'text-start', id }
				return block.text ? [start, { type: 'text-delta', id, delta: block.text }] : [start]
			}
			case 'thinking': {
				const { thinking, signature } = block
				this.#open.set(index, { kind: 'thinking', id, text: thinking, signature: signature ?? '' })
				const start: ProviderEvent = { type: 'reasoning-start', id }
				return thinking ? [start, { type: 'reasoning-delta', id, delta: thinking }] : [start]
			}
			case 'redacted_thinking':
				this.#open.set(index, { kind: 'whole' })
				this.#parts.set(index, {
					type: 'reasoning',
					provider: PROVIDER_ID,
					text: '',
					redacted: block.data,
				})
				return NOTHING
			case 'tool_use': {
				const { id: toolCallId, name: toolName } = block
				this.#open.set(index, {
					kind: 'tool',
					callId: toolCallId,
					name: toolName,
					json: '',
					start: block.input,
				})
				return [{ type: 'tool-input-start', toolCallId, toolName, providerExecuted: false }]
			}
			case 'server_tool_use':
				this.#open.set(index, { kind: 'server-tool', block, json: '' })
				if (block.name !== WEB_SEARCH) return NOTHING
				return [
					{
						type: 'tool-input-start',
						toolCallId: block.id,
						toolName: WEB_SEARCH,
						providerExecuted: true,
					},
				]
			case 'web_search_tool_result':
				this.#whole(index, block)
				return searchResult(block)
			default:
				// Other server-side tools have nothing to show, but the history needs their blocks.
				this.#whole(index, block)
				return NOTHING
		}
	}

	#whole(index: number, block: StartBlock): void {
		this.#open.set(index, { kind: 'whole' })
		this.#parts.set(index, { type: 'provider-block', provider: PROVIDER_ID, block })
	}

	#delta(index: number, delta: Anthropic.RawContentBlockDelta): readonly ProviderEvent[] {
		const open = this.#open.get(index)
		if (!open) return NOTHING
		switch (delta.type) {
			case 'text_delta':
				if (open.kind !== 'text' || !delta.text) return NOTHING
				open.text += delta.text
				return [{ type: 'text-delta', id: open.id, delta: delta.text }]
			case 'thinking_delta':
				if (open.kind !== 'thinking' || !delta.thinking) return NOTHING
				open.text += delta.thinking
				return [{ type: 'reasoning-delta', id: open.id, delta: delta.thinking }]
			case 'signature_delta':
				if (open.kind === 'thinking') open.signature += delta.signature
				return NOTHING
			case 'input_json_delta':
				return inputDelta(open, this.#inputs, delta.partial_json)
			case 'citations_delta':
				// Sources come from the search results themselves, each once.
				return NOTHING
			default:
				delta satisfies never
				return NOTHING
		}
	}

	#stop(index: number): readonly ProviderEvent[] {
		const open = this.#open.get(index)
		if (!open) return NOTHING
		this.#open.delete(index)
		switch (open.kind) {
			case 'text':
				if (open.text) this.#parts.set(index, { type: 'text', text: open.text })
				return [{ type: 'text-end', id: open.id }]
			case 'thinking':
				this.#parts.set(index, {
					type: 'reasoning',
					provider: PROVIDER_ID,
					text: open.text,
					...(open.signature ? { signature: open.signature } : {}),
				})
				return [{ type: 'reasoning-end', id: open.id }]
			case 'tool': {
				const parsed = inputOf(open, open.start)
				const head = { toolCallId: open.callId, toolName: open.name, providerExecuted: false }
				this.#parts.set(index, {
					type: 'tool-call',
					callId: open.callId,
					name: open.name,
					input: parsed.input,
				})
				return [{ type: 'tool-call', ...head, ...parsed }]
			}
			case 'server-tool': {
				const parsed = inputOf(open, open.block.input)
				const block = { ...open.block, input: parsed.inputError ? {} : parsed.input }
				this.#parts.set(index, { type: 'provider-block', provider: PROVIDER_ID, block })
				if (block.name !== WEB_SEARCH) return NOTHING
				const head = { toolCallId: block.id, toolName: WEB_SEARCH, providerExecuted: true }
				return [{ type: 'tool-call', ...head, ...parsed }]
			}
			case 'whole':
				return NOTHING
			default:
				return open satisfies never
		}
	}

	#finish(): readonly ProviderEvent[] {
		if (this.#finished) return NOTHING
		const closing = [...this.#open.keys()].flatMap((index) => this.#stop(index))
		this.#finished = true
		const parts = [...this.#parts.entries()].sort(([a], [b]) => a - b).map(([, part]) => part)
		const reason = finishReason(
			this.#stopReason,
			parts.some((part) => part.type === 'tool-call'),
		)
		return [...closing, { type: 'finish', reason, usage: this.#usage, parts }]
	}

	/** Figures are cumulative; the later event corrects the earlier one. */
	#count(usage: Partial<Anthropic.MessageDeltaUsage> | null | undefined): void {
		if (!usage) return
		const old = this.#usage
		const reasoningTokens = usage.output_tokens_details?.thinking_tokens ?? old.reasoningTokens
		this.#usage = {
			inputTokens: usage.input_tokens ?? old.inputTokens,
			outputTokens: usage.output_tokens ?? old.outputTokens,
			cacheReadTokens: usage.cache_read_input_tokens ?? old.cacheReadTokens,
			cacheWriteTokens: usage.cache_creation_input_tokens ?? old.cacheWriteTokens,
			...(reasoningTokens === undefined ? {} : { reasoningTokens }),
		}
	}
}

function inputDelta(
	open: OpenBlock,
	inputs: StreamedInputs,
	piece: string,
): readonly ProviderEvent[] {
	if (open.kind !== 'tool' && open.kind !== 'server-tool') return NOTHING
	const delta = inputs.grow(open, piece)
	if (delta === '') return NOTHING
	switch (open.kind) {
		case 'tool':
			return [{ type: 'tool-input-delta', toolCallId: open.callId, delta }]
		case 'server-tool':
			if (open.block.name !== WEB_SEARCH) return NOTHING
			return [{ type: 'tool-input-delta', toolCallId: open.block.id, delta }]
		default:
			return open satisfies never
	}
}

function searchResult(block: Anthropic.WebSearchToolResultBlock): readonly ProviderEvent[] {
	const toolCallId = block.tool_use_id
	if (!Array.isArray(block.content)) {
		const output = { results: [], errorCode: block.content.error_code }
		return [{ type: 'provider-tool-result', toolCallId, output, isError: true }]
	}
	const results = block.content.map(({ url, title, page_age }) => ({
		url,
		title,
		pageAge: page_age ?? null,
	}))
	return [
		{ type: 'provider-tool-result', toolCallId, output: { results }, isError: false },
		...results.map(
			({ url, title }, n): ProviderEvent => ({
				type: 'source',
				id: `${toolCallId}-${n}`,
				url,
				...(title ? { title } : {}),
			}),
		),
	]
}

function finishReason(stopReason: string | null, hasCalls: boolean): FinishReason {
	switch (stopReason) {
		case 'max_tokens':
		case 'model_context_window_exceeded':
			return 'length'
		case 'tool_use':
			return 'tool-calls'
		case 'pause_turn':
			return 'pause'
		case 'refusal':
			return 'refusal'
		default:
			// `end_turn`, `stop_sequence`, and future reasons: whether tools were called decides.
			return hasCalls ? 'tool-calls' : 'stop'
	}
}
