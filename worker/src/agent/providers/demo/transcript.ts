/** The history so far, read from the messages: the demo model's only memory. */
import { type Bag, bag, text } from '@fairlead/protocol/wire/safe-read'
import type { ModelMessage, ModelPart } from '../../model/types.ts'

export interface Failed {
	readonly ok: false
	readonly code: string
	readonly message: string
	readonly hint?: string | undefined
}
export type Outcome = Failed | { readonly ok: true; readonly value: Bag }

/** From one user message to the next. */
export interface Turn {
	readonly text: string
	/** The calls of each model call. */
	readonly steps: Array<ReadonlyArray<{ readonly name: string; readonly outcome: Outcome }>>
}

export function turnsOf(messages: readonly ModelMessage[]): readonly Turn[] {
	const outcomes = new Map<string, Outcome>()
	for (const part of messages.flatMap(({ parts }) => parts))
		if (part.type === 'tool-result') outcomes.set(part.callId, outcomeOf(part))
	const cancelled: Outcome = { ok: false, code: 'cancelled', message: '' }
	const turns: Turn[] = []
	for (const { role, parts } of messages) {
		const said = role === 'user' ? wordsIn(parts) : ''
		if (said !== '') turns.push({ text: said, steps: [] })
		const calls = parts
			.filter((part) => part.type === 'tool-call')
			.map(({ name, callId }) => ({ name, outcome: outcomes.get(callId) ?? cancelled }))
		if (role === 'assistant') turns.at(-1)?.steps.push(calls)
	}
	return turns
}

/** Without the notes in square brackets that the loop adds. */
const wordsIn = (parts: readonly ModelPart[]): string =>
	parts
		.flatMap((part) => (part.type === 'text' && !part.told ? [part.text] : []))
		.filter((words) => !/^\[[^\]]*\]$/.test(words.trim()))
		.join('\n')
		.trim()

function outcomeOf(part: Extract<ModelPart, { type: 'tool-result' }>): Outcome {
	const said = part.content.find((piece) => piece.type === 'text')?.text ?? ''
	const value = parsed(said)
	if (value && !part.isError) return { ok: true, value }
	if (!part.isError) return { ok: false, code: 'cut', message: '' }
	const { code, message, hint } = bag(value?.['error'])
	const why = text(message) ?? (said || 'It failed without a reason.')
	return { ok: false, code: text(code) ?? 'internal', message: why, hint: text(hint) }
}

/** `undefined`: it was cut, and is no JSON any more. */
function parsed(json: string): Bag | undefined {
	try {
		return bag(JSON.parse(json))
	} catch {
		return undefined
	}
}
