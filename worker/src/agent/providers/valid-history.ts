/**
 * Makes any interrupted history acceptable to every provider: a run that was
 * stopped between a tool call and its result, an answer that was cut, a compacted beginning.
 */
import { FIRST_PROVIDER } from '../model/hand-off.ts'
import type { ModelMessage, ModelPart, ToolResultPart } from '../model/types.ts'

export const CANCELLED_TEXT = 'Cancelled before it ran.'
const CONTINUE_TEXT = 'Continue.'
const BEGINNING_TEXT = '(The beginning of this conversation was left out.)'
const NO_OUTPUT_TEXT = '(no output)'

type ToolCall = Extract<ModelPart, { type: 'tool-call' }>
type ToolResult = Extract<ModelPart, { type: 'tool-result' }>
type Role = ModelMessage['role']

interface Turn {
	readonly role: Role
	readonly parts: ModelPart[]
}

/** A call as it will be sent, with the result that answers it, if there is one. */
interface PairedCall {
	readonly call: ToolCall
	result: ToolResult | undefined
}

/**
 * Pure. Leaves out reasoning and blocks of other providers. The result begins and ends with a user message (or a paused turn, which the
 * API wants back unchanged), alternates, and answers every call in the very next message.
 * Parts are kept in their order; reasoning and provider blocks are kept as they came.
 */
export function validHistory(messages: readonly ModelMessage[], provider: string): ModelMessage[] {
	// Twice: dropping half of a server-side pair can empty a message and make its neighbours adjacent.
	const turns = build(settleServerTools(build(messages, provider)), provider)
	const first = turns[0]
	if (first?.role === 'assistant') {
		turns.unshift({ role: 'user', parts: [{ type: 'text', text: BEGINNING_TEXT }] })
	}
	const last = turns.at(-1)
	if (!last || (last.role === 'assistant' && !isPaused(last))) {
		turns.push({ role: 'user', parts: [{ type: 'text', text: CONTINUE_TEXT }] })
	}
	return turns
}

function build(messages: readonly ModelMessage[], provider: string): Turn[] {
	const paired = pairCalls(messages)
	const turns: Turn[] = []
	const answerPending = () => {
		const last = turns.at(-1)
		if (last?.role !== 'assistant') return
		const results = last.parts.flatMap((part) => {
			if (part.type !== 'tool-call') return []
			return [resultOf(part, paired.byNewId.get(part.callId))]
		})
		if (results.length > 0) turns.push({ role: 'user', parts: results })
	}
	messages.forEach((message, m) => {
		const parts = message.parts.flatMap((part, p): ModelPart[] => {
			if (part.type === 'tool-call') {
				const entry = paired.byPosition.get(`${m}:${p}`)
				return entry ? [entry.call] : []
			}
			return keep(part, message.role, provider) ? [part] : []
		})
		if (parts.length === 0) return
		let last = turns.at(-1)
		if (last?.role === 'assistant') {
			answerPending()
			last = turns.at(-1)
		}
		if (last?.role !== message.role) {
			turns.push({ role: message.role, parts })
			return
		}
		// Thinking belongs at the start of a turn; a continued turn keeps its position.
		if (
			message.role === 'assistant' &&
			parts.some((part) => part.type === 'reasoning') &&
			!isPaused(last)
		) {
			turns.push({ role: 'user', parts: [{ type: 'text', text: CONTINUE_TEXT }] })
			turns.push({ role: 'assistant', parts })
			return
		}
		last.parts.push(...parts)
	})
	answerPending()
	return turns
}

/** Gives every call an id that is unique and well-formed, and finds its result anywhere in the history. */
function pairCalls(messages: readonly ModelMessage[]): {
	byPosition: ReadonlyMap<string, PairedCall>
	byNewId: ReadonlyMap<string, PairedCall>
} {
	const byPosition = new Map<string, PairedCall>()
	const byNewId = new Map<string, PairedCall>()
	const newest = new Map<string, PairedCall>()
	messages.forEach((message, m) => {
		message.parts.forEach((part, p) => {
			if (part.type === 'tool-call' && message.role === 'assistant') {
				const callId = uniqueId(part.callId, byNewId)
				const entry = { call: { ...part, callId }, result: undefined }
				byPosition.set(`${m}:${p}`, entry)
				byNewId.set(callId, entry)
				newest.set(part.callId, entry)
			} else if (part.type === 'tool-result') {
				const entry = newest.get(part.callId)
				if (entry && !entry.result) entry.result = part
			}
		})
	})
	return { byPosition, byNewId }
}

/** Ids are `[a-zA-Z0-9_-]+`; other providers' ids may differ. */
function uniqueId(callId: string, taken: ReadonlyMap<string, unknown>): string {
	const base = callId.replace(/[^a-zA-Z0-9_-]/g, '_') || 'call'
	let id = base
	for (let n = 2; taken.has(id); n++) id = `${base}_${n}`
	return id
}

function resultOf(call: ToolCall, entry: PairedCall | undefined): ToolResult {
	const head = { type: 'tool-result', callId: call.callId, name: call.name } as const
	if (!entry?.result) {
		return { ...head, content: [{ type: 'text', text: CANCELLED_TEXT }], isError: true }
	}
	const { isError } = entry.result
	const content = entry.result.content.filter(
		// The API rejects pictures in a failed result.
		(part) => (part.type === 'text' ? !isBlank(part.text) : !isError),
	)
	const nothing: ToolResultPart = { type: 'text', text: NO_OUTPUT_TEXT }
	return { ...head, content: content.length > 0 ? content : [nothing], isError }
}

function keep(part: Exclude<ModelPart, ToolCall>, role: Role, provider: string): boolean {
	switch (part.type) {
		case 'text':
			return !isBlank(part.text)
		case 'image':
			return role === 'user'
		case 'reasoning':
			// Without its signature, or with another provider's, the API rejects it as forged.
			return (
				role === 'assistant' &&
				(part.provider ?? FIRST_PROVIDER) === provider &&
				Boolean(part.signature || part.redacted)
			)
		case 'provider-block':
			return role === 'assistant' && part.provider === provider && blockOf(part) !== undefined
		case 'tool-result':
			return false
		default:
			return part satisfies never
	}
}

const isBlank = (text: string): boolean => text.trim() === ''

interface ServerBlock {
	readonly type: string
	readonly id?: string
	readonly tool_use_id?: string
}

/** The block inside a provider-block part; `undefined` if it is not one. */
function blockOf(part: ModelPart): ServerBlock | undefined {
	if (part.type !== 'provider-block') return undefined
	const block = part.block
	if (typeof block !== 'object' || block === null || !('type' in block)) return undefined
	return typeof block.type === 'string' ? (block as ServerBlock) : undefined
}

/** A turn that the API paused: it ends in a server-side block and is sent back unchanged. */
function isPaused(turn: Turn | undefined): boolean {
	const last = turn?.parts.at(-1)
	return (
		last !== undefined &&
		blockOf(last) !== undefined &&
		!turn?.parts.some((part) => part.type === 'tool-call')
	)
}

/** Drops halves of server-side pairs, repeated ids, and thinking that nothing follows. */
function settleServerTools(turns: readonly Turn[]): Turn[] {
	const seen = new Set<string>()
	return turns.flatMap((turn, index) => {
		if (turn.role !== 'assistant') return [turn]
		const isAnswered = (id: string, from: number) =>
			turn.parts.some((part, n) => n > from && blockOf(part)?.tool_use_id === id)
		const begun = new Set<string>()
		const done = new Set<string>()
		const paused = index === turns.length - 1 && isPaused(turn) ? turn.parts.at(-1) : undefined
		const parts = turn.parts.filter((part, n) => {
			const block = blockOf(part)
			if (!block) return true
			if (block.tool_use_id !== undefined) {
				if (!begun.has(block.tool_use_id) || done.has(block.tool_use_id)) return false
				done.add(block.tool_use_id)
				return true
			}
			if (block.id === undefined) return true
			if (seen.has(block.id)) return false
			if (!isAnswered(block.id, n) && part !== paused) return false
			seen.add(block.id)
			begun.add(block.id)
			return true
		})
		while (parts.at(-1)?.type === 'reasoning') parts.pop()
		return parts.length > 0 ? [{ role: turn.role, parts }] : []
	})
}
