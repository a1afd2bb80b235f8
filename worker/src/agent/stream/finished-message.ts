/** Small pure helpers for ending a message. */

import type { BuiltMessage } from '@fairlead/protocol/conversations/message-builder'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import type { ModelMessage, ModelPart } from '../model/types.ts'
import type { RunMessage } from './run-message.ts'

/** A SQLite row in an object holds 2 MB: this much for what the page shows … */
const MAX_MESSAGE_BYTES = 1_200_000
/** … and this much for the model's copy. Far more than the window of a later turn needs. */
const MAX_MODEL_BYTES = 600_000
/** Arguments above this are worth leaving out. */
const SMALL_INPUT_BYTES = 1_000
const LEFT_OUT = '(too large to store)'

const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength

/** The text streamed so far in the unfinished step, for the history of an interrupted answer. */
export function partialParts(builder: RunMessage): ModelPart[] {
	const parts = builder.parts
	const from = parts.findLastIndex((part) => part.type === 'step-start')
	return parts.slice(from + 1).flatMap((part) => {
		const text = String(part['text'] ?? '')
		return part.type === 'text' && text.trim() !== '' ? [{ type: 'text' as const, text }] : []
	})
}

/**
 * Removes an answer that an ended instance left unfinished from the page and resends the part
 * that is kept. Viewers may have seen more than was flushed: they must end with what is stored.
 */
export function restated(builder: RunMessage, stepSeq: number): UiChunk[] {
	const parts = builder.parts
	const from = parts.findLastIndex((part) => part.type === 'step-start')
	const kept = parts.slice(from + 1).flatMap((part, index): UiChunk[] => {
		if (part.type === 'data-wait') return [part as unknown as UiChunk]
		if (part.type !== 'text' && part.type !== 'reasoning') return []
		const id = `${stepSeq}.kept-${index}`
		const delta = String(part['text'])
		if (delta === '') return []
		return [
			{ type: `${part.type}-start`, id },
			{ type: `${part.type}-delta`, id, delta },
			{ type: `${part.type}-end`, id },
		]
	})
	return [{ type: 'reset-step' }, ...kept]
}

/**
 * Tool parts of an answer that was cut before they became calls: they end as
 * errors, so that nothing spins forever.
 */
export function openToolErrors(builder: RunMessage): UiChunk[] {
	return builder.openTools().map(({ id, name, complete, providerExecuted }) =>
		complete
			? {
					type: 'tool-output-error',
					toolCallId: id,
					errorText: 'Interrupted before the call ran.',
					...(providerExecuted ? { providerExecuted } : {}),
				}
			: {
					type: 'tool-input-error',
					toolCallId: id,
					toolName: name,
					input: {},
					errorText: 'Interrupted before the call was complete.',
				},
	)
}

/** Leaves out the largest tool outputs, then the largest arguments, until the message fits its row. */
export function fitMessage(message: BuiltMessage): StoredMessage & BuiltMessage {
	let size = bytesOf(message)
	for (const key of ['output', 'input'] as const) {
		if (size <= MAX_MESSAGE_BYTES) break
		const bySize = message.parts
			.filter((part) => part[key] !== undefined)
			.map((part) => ({ part, bytes: bytesOf(part[key]) }))
			.sort((a, b) => b.bytes - a.bytes)
		for (const { part, bytes } of bySize) {
			if (size <= MAX_MESSAGE_BYTES) break
			part[key] =
				key === 'output' ? { result: { truncated: true, text: LEFT_OUT } } : { truncated: LEFT_OUT }
			size -= bytes - bytesOf(part[key])
		}
	}
	return message
}

/**
 * Leaves out the oldest results and long arguments until the model's copy fits its row: a run of
 * many steps could otherwise not end, because its end could not be stored.
 */
export function fitModel(messages: readonly ModelMessage[]): ModelMessage[] {
	const sizes = messages.map(bytesOf)
	let size = sizes.reduce((sum, bytes) => sum + bytes, 0)
	return messages.map((message, index) => {
		if (size <= MAX_MODEL_BYTES) return message
		const fitted = { ...message, parts: message.parts.map(leaveOut) }
		size -= (sizes[index] ?? 0) - bytesOf(fitted)
		return fitted
	})
}

function leaveOut(part: ModelPart): ModelPart {
	if (part.type === 'tool-result') return { ...part, content: [{ type: 'text', text: LEFT_OUT }] }
	if (part.type === 'tool-call' && bytesOf(part.input) > SMALL_INPUT_BYTES) {
		return { ...part, input: { truncated: LEFT_OUT } }
	}
	return part
}
