/** Small pure helpers for ending a message. */
import type { StoredMessage } from '@fairlead/protocol/http'
import type { ModelPart } from './types.ts'
import type { BuiltMessage, MessageBuilder, UiChunk } from './ui-chunks.ts'

/** A row of SQLite in an object holds 2 MB; the model's copy is bounded by result sizes. */
const MAX_MESSAGE_CHARS = 1_500_000

/** The text streamed so far in the unfinished step, for the history of an interrupted answer. */
export function partialParts(builder: MessageBuilder): ModelPart[] {
	const parts = builder.message.parts
	const from = parts.findLastIndex((part) => part.type === 'step-start')
	return parts.slice(from + 1).flatMap((part) => {
		const text = String(part['text'] ?? '')
		return part.type === 'text' && text.trim() !== '' ? [{ type: 'text' as const, text }] : []
	})
}

/** Tool parts whose input never came whole: they end as errors, so that nothing spins for ever. */
export function openToolErrors(builder: MessageBuilder): UiChunk[] {
	return builder.open().tools.map(({ id, name }) => ({
		type: 'tool-input-error',
		toolCallId: id,
		toolName: name,
		input: {},
		errorText: 'Interrupted before the call was complete.',
	}))
}

/** Cuts the largest tool outputs until the message fits its row. */
export function fitMessage(message: BuiltMessage): StoredMessage & BuiltMessage {
	let size = JSON.stringify(message).length
	const bySize = message.parts
		.filter((part) => 'output' in part)
		.map((part) => ({ part, size: JSON.stringify(part['output']).length }))
		.sort((a, b) => b.size - a.size)
	for (const { part, size: outputSize } of bySize) {
		if (size <= MAX_MESSAGE_CHARS) break
		part['output'] = { result: { truncated: true, text: '(too large to keep)' } }
		size -= outputSize
	}
	return message
}
