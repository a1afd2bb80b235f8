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

/**
 * Takes an answer that an ended instance left unfinished off the page and says anew what of it
 * is kept. Viewers may have seen more than was flushed: they must end with what is stored.
 */
export function restated(builder: MessageBuilder, stepSeq: number): UiChunk[] {
	const parts = builder.message.parts
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
 * Tool parts of an answer that was cut short, before there were calls of them: they end as
 * errors, so that nothing spins for ever.
 */
export function openToolErrors(builder: MessageBuilder): UiChunk[] {
	return builder.open().tools.map(({ id, name, complete, providerExecuted }) =>
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
