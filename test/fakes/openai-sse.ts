/** A scripted turn → the frames of the Responses API or of chat completions. Cut from recordings of the services. Pure. */
import type { AnswerTurn, TurnBlock } from './anthropic-sse.ts'
import { pieces, stopReasonOf } from './anthropic-sse.ts'
import type { OpenAIDialect } from './openai-rules.ts'

type Json = Record<string, unknown>

const dataFrame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

/** One string per event; the last one of chat completions is `[DONE]`. */
export function openaiFrames(turn: AnswerTurn, dialect: OpenAIDialect, model: string): string[] {
	if (dialect !== 'openai') {
		return [...chatChunks(turn, dialect, model).map(dataFrame), 'data: [DONE]\n\n']
	}
	return responsesEvents(turn, model).map(
		(event, n) =>
			`event: ${event['type']}\n${dataFrame({ ...event, sequence_number: n }).trimEnd()}\n\n`,
	)
}

/** An error inside a stream that has begun. */
export const errorFrame = (dialect: OpenAIDialect, code: string, message: string): string =>
	dialect === 'openai'
		? `event: error\n${dataFrame({ type: 'error', code, message, param: null })}`
		: dataFrame({ error: { code, message }, choices: [] })

const USAGE = { input: 10, output: 5, read: 0, written: 0 }
function countsOf({ usage }: AnswerTurn): typeof USAGE {
	if (!usage) return USAGE
	return {
		input: usage.input_tokens,
		output: usage.output_tokens,
		read: usage.cache_read_input_tokens ?? 0,
		written: usage.cache_creation_input_tokens ?? 0,
	}
}

function responsesEvents(turn: AnswerTurn, model: string): Json[] {
	const response = { id: 'resp_1', object: 'response', model, status: 'in_progress', error: null }
	const items = turn.blocks.map(itemOf)
	const { input, output, read, written } = countsOf(turn)
	const stop = stopReasonOf(turn)
	const incomplete = { max_tokens: 'max_output_tokens', refusal: 'content_filter' }[stop]
	return [
		{ type: 'response.created', response },
		{ type: 'response.in_progress', response },
		...turn.blocks.flatMap((block, index) => itemEvents(block, items[index] as Json, index)),
		{
			type: incomplete ? 'response.incomplete' : 'response.completed',
			response: {
				...response,
				status: incomplete ? 'incomplete' : 'completed',
				incomplete_details: incomplete ? { reason: incomplete } : null,
				output: items,
				usage: {
					input_tokens: input + read + written,
					input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
					output_tokens: output,
					output_tokens_details: { reasoning_tokens: 2 },
					total_tokens: input + read + written + output,
				},
			},
		},
	]
}

function itemOf(block: TurnBlock, index: number): Json {
	switch (block.type) {
		case 'text':
			return {
				type: 'message',
				id: `msg_${index}`,
				role: 'assistant',
				status: 'completed',
				content: [{ type: 'output_text', text: block.text, annotations: [] }],
			}
		case 'thinking':
			return {
				type: 'reasoning',
				id: `rs_${block.signature}`,
				summary: [{ type: 'summary_text', text: block.thinking }],
				encrypted_content: `enc-${block.signature}`,
			}
		case 'tool_use':
			return {
				type: 'function_call',
				id: `fc_${index}`,
				call_id: block.id,
				name: block.name,
				arguments: block.rawInput ?? JSON.stringify(block.input),
				status: 'completed',
			}
		default:
			return searchOf(block)
	}
}

function searchOf(block: TurnBlock): Json {
	if (block.type !== 'server_tool_use') throw new Error(`Not on this wire: ${block.type}.`)
	const { query, urls } = block.input as { query: string; urls: string[] }
	const sources = urls.map((url) => ({ type: 'url', url }))
	return {
		type: 'web_search_call',
		id: block.id,
		status: 'completed',
		action: { type: 'search', queries: [query], sources },
	}
}

function itemEvents(block: TurnBlock, item: Json, index: number): Json[] {
	const at = { output_index: index, item_id: item['id'] }
	const begun: Json = { ...item, status: 'in_progress' }
	const deltas = (): Json[] => {
		switch (block.type) {
			case 'text':
				begun['content'] = []
				return (block.deltas ?? pieces(block.text)).map((delta) => ({
					type: 'response.output_text.delta',
					...at,
					content_index: 0,
					delta,
				}))
			case 'thinking':
				begun['summary'] = []
				return [
					{ type: 'response.reasoning_summary_part.added', ...at, summary_index: 0 },
					...pieces(block.thinking).map((delta) => ({
						type: 'response.reasoning_summary_text.delta',
						...at,
						summary_index: 0,
						delta,
					})),
				]
			case 'tool_use':
				begun['arguments'] = ''
				return pieces(String(item['arguments'])).map((delta) => ({
					type: 'response.function_call_arguments.delta',
					...at,
					delta,
				}))
			default:
				return [{ type: 'response.web_search_call.searching', ...at }]
		}
	}
	const between = deltas()
	return [
		{ type: 'response.output_item.added', output_index: index, item: begun },
		...between,
		{ type: 'response.output_item.done', output_index: index, item },
	]
}

function chatChunks(turn: AnswerTurn, dialect: OpenAIDialect, model: string): Json[] {
	const head = { id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1, model }
	const chunk = (delta: Json, reason: string | null = null): Json => ({
		...head,
		choices: [{ index: 0, delta, finish_reason: reason }],
	})
	const { input, output, read, written } = countsOf(turn)
	const stop = stopReasonOf(turn)
	const reason =
		{ tool_use: 'tool_calls', max_tokens: 'length', refusal: 'content_filter' }[stop] ?? 'stop'
	let called = 0
	return [
		chunk({ role: 'assistant', content: '' }),
		...turn.blocks.flatMap((block) =>
			deltasOf(block, dialect, block.type === 'tool_use' ? called++ : 0).map((delta) =>
				chunk(delta),
			),
		),
		// Gemini says `stop` after calls too.
		chunk({}, dialect === 'gemini' && reason === 'tool_calls' ? 'stop' : reason),
		{
			...head,
			choices: [],
			usage: {
				prompt_tokens: input + read + written,
				completion_tokens: output,
				total_tokens: input + read + written + output,
				...(dialect === 'deepseek'
					? { prompt_cache_hit_tokens: read, prompt_cache_miss_tokens: input }
					: { prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written } }),
				completion_tokens_details: { reasoning_tokens: 2 },
			},
		},
	]
}

function deltasOf(block: TurnBlock, dialect: OpenAIDialect, nth: number): Json[] {
	switch (block.type) {
		case 'text':
			return (block.deltas ?? pieces(block.text)).map((content) => ({ content }))
		case 'thinking':
			return thinkingDeltas(block, dialect)
		case 'tool_use':
			return callDeltas(block, dialect, nth)
		default:
			throw new Error(`Not on this wire: ${block.type}.`)
	}
}

function thinkingDeltas(
	{ thinking, signature }: Extract<TurnBlock, { type: 'thinking' }>,
	dialect: OpenAIDialect,
): Json[] {
	if (dialect === 'deepseek') return pieces(thinking).map((text) => ({ reasoning_content: text }))
	if (dialect !== 'openrouter') return pieces(thinking).map((text) => ({ reasoning: text }))
	const detail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
	return [
		...pieces(thinking).map((text) => ({
			reasoning: text,
			reasoning_details: [{ ...detail, text }],
		})),
		{ reasoning_details: [{ ...detail, signature }] },
	]
}

function callDeltas(
	block: Extract<TurnBlock, { type: 'tool_use' | 'server_tool_use' }>,
	dialect: OpenAIDialect,
	nth: number,
): Json[] {
	const json = block.rawInput ?? JSON.stringify(block.input)
	const call = (index: number, more: Json): Json => ({ tool_calls: [{ index, ...more }] })
	const head = { id: block.id, type: 'function' }
	if (dialect === 'gemini') {
		// Whole calls, all with the index 0; the first of an answer is signed.
		const signed =
			nth === 0 ? { extra_content: { google: { thought_signature: `sig-${block.id}` } } } : {}
		return [call(0, { ...head, function: { name: block.name, arguments: json }, ...signed })]
	}
	return [
		call(nth, { ...head, function: { name: block.name, arguments: '' } }),
		...pieces(json).map((text) => call(nth, { function: { arguments: text } })),
	]
}
