/** The Responses API's events → {@link ProviderEvent}. A state machine without I/O. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { Responses } from 'openai/resources/responses/responses'
import type { FinishReason, ModelPart, ProviderEvent } from '../../model/types.ts'
import { NO_USAGE } from '../../policy/budget.ts'
import type { StreamMapper } from '../guarded-stream.ts'
import { inputOf, type StreamedInput, StreamedInputs } from '../tool-input.ts'
import { failureOf } from './errors.ts'
import { PROVIDER_ID, type StoredItem } from './responses-request.ts'
import { count, usageOf } from './usage.ts'

type RawEvent = Responses.ResponseStreamEvent
type OutputItem = Responses.ResponseOutputItem

/** The registry's name of the search that the API runs itself. */
const WEB_SEARCH = 'web_search'
const NOTHING: readonly ProviderEvent[] = []

/** One output item while it is being filled. */
type OpenItem =
	/** `id` is null until there is something to show. */
	| { readonly kind: 'text' | 'reasoning'; id: string | null; text: string }
	| (StreamedInput & { readonly kind: 'tool'; readonly callId: string; readonly name: string })
	/** An item that is complete at its end. */
	| { readonly kind: 'whole' }

export class ResponsesMapper implements StreamMapper<RawEvent> {
	readonly #open = new Map<number, OpenItem>()
	/** Parts by index of their item, so that the order of the API is kept. */
	readonly #parts = new Map<number, ModelPart>()
	readonly #inputs = new StreamedInputs()
	#refused = false
	#sources = 0
	finished = false

	accept(event: RawEvent): readonly ProviderEvent[] {
		switch (event.type) {
			case 'response.output_text.delta':
				return this.#grow(event.output_index, 'text', event.delta)
			case 'response.refusal.delta':
				this.#refused = true
				return this.#grow(event.output_index, 'text', event.delta)
			case 'response.reasoning_summary_text.delta':
			case 'response.reasoning_text.delta':
				return this.#grow(event.output_index, 'reasoning', event.delta)
			case 'response.reasoning_summary_part.added':
				return event.summary_index > 0
					? this.#grow(event.output_index, 'reasoning', '\n\n')
					: NOTHING
			case 'response.function_call_arguments.delta':
				return this.#arguments(event.output_index, event.delta)
			case 'response.output_item.added':
				return this.#start(event.output_index, event.item)
			case 'response.output_item.done':
				return this.#done(event.output_index, event.item)
			case 'response.output_text.annotation.added':
				return this.#source(event.annotation)
			case 'response.completed':
			case 'response.incomplete':
				return this.#finish(event.response)
			case 'response.failed': {
				const { code, message } = event.response.error ?? { code: '', message: 'It failed.' }
				this.finished = true
				return [{ type: 'error', error: failureOf(code || 'server_error', message) }]
			}
			default:
				// Progress, and new kinds of events, which are announced as additive.
				return NOTHING
		}
	}

	#start(index: number, item: OutputItem): readonly ProviderEvent[] {
		switch (item.type) {
			case 'message':
				this.#open.set(index, { kind: 'text', id: null, text: '' })
				return NOTHING
			case 'reasoning':
				this.#open.set(index, { kind: 'reasoning', id: null, text: '' })
				return NOTHING
			case 'function_call': {
				const { call_id: toolCallId, name: toolName } = item
				this.#open.set(index, { kind: 'tool', callId: toolCallId, name: toolName, json: '' })
				return [{ type: 'tool-input-start', toolCallId, toolName, providerExecuted: false }]
			}
			case 'web_search_call':
				this.#open.set(index, { kind: 'whole' })
				return [
					{
						type: 'tool-input-start',
						toolCallId: item.id,
						toolName: WEB_SEARCH,
						providerExecuted: true,
					},
				]
			default:
				this.#open.set(index, { kind: 'whole' })
				return NOTHING
		}
	}

	#grow(index: number, kind: 'text' | 'reasoning', delta: string): readonly ProviderEvent[] {
		if (!delta) return NOTHING
		let open = this.#open.get(index)
		if (open?.kind !== kind) {
			open = { kind, id: null, text: '' }
			this.#open.set(index, open)
		}
		open.text += delta
		if (open.id !== null) return [{ type: `${kind}-delta`, id: open.id, delta }]
		open.id = `out-${index}`
		return [
			{ type: `${kind}-start`, id: open.id },
			{ type: `${kind}-delta`, id: open.id, delta },
		]
	}

	#arguments(index: number, delta: string): readonly ProviderEvent[] {
		const open = this.#open.get(index)
		if (open?.kind !== 'tool') return NOTHING
		const kept = this.#inputs.grow(open, delta)
		if (kept === '') return NOTHING
		return [{ type: 'tool-input-delta', toolCallId: open.callId, delta: kept }]
	}

	#done(index: number, item: OutputItem): readonly ProviderEvent[] {
		const started = this.#open.has(index) ? NOTHING : this.#start(index, item)
		const open = this.#open.get(index)
		if (!open) return started
		this.#open.delete(index)
		return [...started, ...this.#close(index, open, item)]
	}

	#close(index: number, open: OpenItem, item?: OutputItem): readonly ProviderEvent[] {
		switch (open.kind) {
			case 'text': {
				const events = open.id === null && item ? this.#late(index, open, item) : NOTHING
				if (open.text) this.#parts.set(index, { type: 'text', text: open.text })
				return [
					...events,
					...(open.id === null ? [] : [{ type: 'text-end', id: open.id } as const]),
				]
			}
			case 'reasoning': {
				const sealed = item?.type === 'reasoning' ? item : undefined
				this.#parts.set(index, {
					type: 'reasoning',
					provider: PROVIDER_ID,
					text: open.text,
					...(sealed?.encrypted_content
						? { signature: sealed.id, redacted: sealed.encrypted_content }
						: {}),
				})
				return open.id === null ? NOTHING : [{ type: 'reasoning-end', id: open.id }]
			}
			case 'tool': {
				if (open.json === '' && item?.type === 'function_call')
					this.#inputs.grow(open, item.arguments)
				const parsed = inputOf(open)
				const head = { toolCallId: open.callId, toolName: open.name, providerExecuted: false }
				this.#parts.set(index, {
					type: 'tool-call',
					callId: open.callId,
					name: open.name,
					input: parsed.input,
				})
				return [{ type: 'tool-call', ...head, ...parsed }]
			}
			case 'whole':
				return item ? this.#whole(index, item) : NOTHING
			default:
				return open satisfies never
		}
	}

	/** Shows the text of a message whose deltas did not come. */
	#late(
		index: number,
		open: Extract<OpenItem, { kind: 'text' | 'reasoning' }>,
		item: OutputItem,
	): readonly ProviderEvent[] {
		if (item.type !== 'message') return NOTHING
		const text = item.content
			.map((piece) => (piece.type === 'output_text' ? piece.text : piece.refusal))
			.join('')
		this.#refused ||= item.content.some(({ type }) => type === 'refusal')
		if (!text) return NOTHING
		this.#open.set(index, open)
		const events = this.#grow(index, 'text', text)
		this.#open.delete(index)
		return events
	}

	#whole(index: number, item: OutputItem): readonly ProviderEvent[] {
		const block: StoredItem = { type: 'item', item }
		this.#parts.set(index, { type: 'provider-block', provider: PROVIDER_ID, block })
		if (item.type !== 'web_search_call') return NOTHING
		const { action } = item
		const query = action?.type === 'search' ? (action.queries ?? []).join(', ') : ''
		const found = action?.type === 'search' ? (action.sources ?? []) : []
		const urls = found.flatMap((source) => ('url' in source ? [source.url] : []))
		const results = urls.map((url) => ({ url, title: url, pageAge: null }))
		const head = { toolCallId: item.id, toolName: WEB_SEARCH, providerExecuted: true }
		const failed = item.status === 'failed'
		const output = failed ? { results, errorCode: 'unavailable' } : { results }
		return [
			{ type: 'tool-call', ...head, input: { query } },
			{ type: 'provider-tool-result', toolCallId: item.id, output, isError: failed },
		]
	}

	#source(
		annotation: Responses.ResponseOutputTextAnnotationAddedEvent['annotation'],
	): readonly ProviderEvent[] {
		if (annotation?.type !== 'url_citation') return NOTHING
		const { url, title } = annotation
		const id = `source-${this.#sources++}`
		return [{ type: 'source', id, url, ...(title ? { title } : {}) }]
	}

	#finish(response: Responses.Response): readonly ProviderEvent[] {
		if (this.finished) return NOTHING
		const closing = [...this.#open].flatMap(([index, open]) => this.#close(index, open))
		this.#open.clear()
		this.finished = true
		const parts = [...this.#parts.entries()].sort(([a], [b]) => a - b).map(([, part]) => part)
		const reason = this.#reason(
			response.incomplete_details?.reason,
			parts.some((part) => part.type === 'tool-call'),
		)
		return [...closing, { type: 'finish', reason, usage: usageIn(response.usage), parts }]
	}

	#reason(incomplete: string | undefined, hasCalls: boolean): FinishReason {
		if (incomplete === 'max_output_tokens') return 'length'
		if (incomplete === 'content_filter' || this.#refused) return 'refusal'
		return hasCalls ? 'tool-calls' : 'stop'
	}
}

function usageIn(usage: Responses.ResponseUsage | undefined): Usage {
	if (!usage) return NO_USAGE
	const details: Partial<Responses.ResponseUsage.InputTokensDetails> =
		usage.input_tokens_details ?? {}
	return usageOf({
		input: count(usage.input_tokens),
		output: count(usage.output_tokens),
		cacheRead: count(details.cached_tokens),
		cacheWrite: count(details.cache_write_tokens),
		total: count(usage.total_tokens),
		reasoning: usage.output_tokens_details?.reasoning_tokens,
	})
}
