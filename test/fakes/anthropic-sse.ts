/** A scripted turn → the events of the Messages API's stream. Pure. */

export type TurnBlock =
	| { readonly type: 'text'; readonly text: string; readonly deltas?: readonly string[] }
	| { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
	| { readonly type: 'redacted_thinking'; readonly data: string }
	| {
			readonly type: 'tool_use' | 'server_tool_use'
			readonly id: string
			readonly name: string
			readonly input: unknown
			/** Sent instead of `input`, e.g. to send broken JSON. */
			readonly rawInput?: string
	  }
	| {
			readonly type: 'web_search_tool_result'
			readonly tool_use_id: string
			/** Results, or `{type: 'web_search_tool_result_error', error_code}`. */
			readonly content: unknown
	  }

export interface TurnUsage {
	readonly input_tokens: number
	readonly output_tokens: number
	readonly cache_read_input_tokens?: number
	readonly cache_creation_input_tokens?: number
	readonly output_tokens_details?: { readonly thinking_tokens: number }
}

export interface AnswerTurn {
	readonly kind: 'answer'
	readonly blocks: readonly TurnBlock[]
	/** Default: `tool_use` if there is such a block, else `end_turn`. */
	readonly stopReason?: string
	readonly usage?: TurnUsage
	/** Milliseconds between two deltas; 0 writes the whole stream at once. */
	readonly paceMs?: number
	/** Called before each delta, numbered from 0; the stream goes on once it resolves. */
	readonly gate?: (delta: number) => Promise<unknown>
	/** An error event inside the stream after this many events. */
	readonly errorAfter?: { readonly events: number; readonly type: string; readonly message: string }
	/** The socket is cut after this many events, in the middle of the next one. */
	readonly cutAfterEvents?: number
	/** The engine that answers; default: aimock if it can. */
	readonly engine?: 'own' | 'aimock'
}

/** Default number of characters per delta. */
const DELTA_CHARS = 12
/** Deltas of one text at most: megabytes come in larger ones. */
const MAX_DELTAS = 10_000
const DEFAULT_USAGE: TurnUsage = { input_tokens: 10, output_tokens: 5 }

export const frame = (event: { readonly type: string }): string =>
	`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

export function stopReasonOf(turn: AnswerTurn): string {
	const hasCalls = turn.blocks.some((block) => block.type === 'tool_use')
	return turn.stopReason ?? (hasCalls ? 'tool_use' : 'end_turn')
}

/** Every event from message_start to message_stop, in order. */
export function eventsOf(
	turn: AnswerTurn,
	messageId: string,
	model: string,
): Array<{ type: string } & Record<string, unknown>> {
	const usage: TurnUsage = turn.usage ?? DEFAULT_USAGE
	const { output_tokens, output_tokens_details: details, ...begun } = usage
	return [
		{
			type: 'message_start',
			message: {
				id: messageId,
				type: 'message',
				role: 'assistant',
				model,
				content: [],
				stop_reason: null,
				stop_sequence: null,
				usage: { ...begun, output_tokens: 1 },
			},
		},
		{ type: 'ping' },
		...turn.blocks.flatMap((block, index) => [
			{ type: 'content_block_start', index, content_block: startOf(block) },
			...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
			{ type: 'content_block_stop', index },
		]),
		{
			type: 'message_delta',
			delta: { stop_reason: stopReasonOf(turn), stop_sequence: null },
			usage: { output_tokens, ...(details ? { output_tokens_details: details } : {}) },
		},
		{ type: 'message_stop' },
	]
}

function startOf(block: TurnBlock): Record<string, unknown> {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: '' }
		case 'thinking':
			return { type: 'thinking', thinking: '', signature: '' }
		case 'redacted_thinking':
			return { ...block }
		case 'tool_use':
		case 'server_tool_use':
			return { type: block.type, id: block.id, name: block.name, input: {} }
		case 'web_search_tool_result':
			return { ...block }
		default:
			return block satisfies never
	}
}

function deltasOf(block: TurnBlock): Array<Record<string, unknown>> {
	switch (block.type) {
		case 'text':
			return (block.deltas ?? pieces(block.text)).map((text) => ({ type: 'text_delta', text }))
		case 'thinking':
			return [
				...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
				{ type: 'signature_delta', signature: block.signature },
			]
		case 'tool_use':
		case 'server_tool_use': {
			const json = block.rawInput ?? JSON.stringify(block.input)
			return ['', ...pieces(json)].map((partial_json) => ({
				type: 'input_json_delta',
				partial_json,
			}))
		}
		case 'redacted_thinking':
		case 'web_search_tool_result':
			return []
		default:
			return block satisfies never
	}
}

export function pieces(text: string): string[] {
	const chars = Math.max(DELTA_CHARS, Math.ceil(text.length / MAX_DELTAS))
	return Array.from({ length: Math.ceil(text.length / chars) }, (_, n) =>
		text.slice(n * chars, (n + 1) * chars),
	)
}
