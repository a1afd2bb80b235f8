/** The history so far, read from the messages: the demo model's only memory. */
import type { ModelMessage, ModelPart } from '../../model/types.ts'

export type Outcome =
	| {
			readonly ok: true
			/** The parsed result; `undefined` if it was cut and is no longer valid JSON. */
			readonly value: unknown
			readonly text: string
			readonly hasPicture: boolean
	  }
	| {
			readonly ok: false
			readonly code: string
			readonly message: string
			readonly hint?: string
			readonly data?: unknown
	  }

export interface DoneCall {
	readonly name: string
	readonly input: Readonly<Record<string, unknown>>
	readonly outcome: Outcome
}

/** One model call: its text, and its calls with their results. */
export interface DoneStep {
	readonly text: string
	readonly calls: readonly DoneCall[]
}

/** From one user message to the next. */
export interface Turn {
	readonly text: string
	readonly steps: readonly DoneStep[]
}

const CANCELLED: Outcome = {
	ok: false,
	code: 'cancelled',
	message: 'It was cancelled before it ran.',
}

export function turnsOf(messages: readonly ModelMessage[]): Turn[] {
	const results = new Map<string, Outcome>()
	for (const { parts } of messages) {
		for (const part of parts)
			if (part.type === 'tool-result') results.set(part.callId, outcomeOf(part))
	}
	const turns: Array<{ text: string; steps: DoneStep[] }> = []
	for (const message of messages) {
		const text = textOf(message)
		if (message.role === 'user') {
			if (text !== '') turns.push({ text, steps: [] })
			continue
		}
		const calls = message.parts.flatMap((part) =>
			part.type === 'tool-call'
				? [
						{
							name: part.name,
							input: asRecord(part.input),
							outcome: results.get(part.callId) ?? CANCELLED,
						},
					]
				: [],
		)
		turns.at(-1)?.steps.push({ text, calls })
	}
	return turns
}

/** Words of the message, without the notes in square brackets that the loop adds. */
function textOf(message: ModelMessage): string {
	return message.parts
		.flatMap((part) =>
			part.type === 'text' && !part.told && !/^\[[^\]]*\]$/.test(part.text.trim())
				? [part.text]
				: [],
		)
		.join('\n')
		.trim()
}

function outcomeOf(part: Extract<ModelPart, { type: 'tool-result' }>): Outcome {
	const text = part.content.find((piece) => piece.type === 'text')?.text ?? ''
	const value = parseJson(text)
	if (part.isError) {
		const error = asRecord(asRecord(value)['error'])
		return {
			ok: false,
			code: String(error['code'] ?? 'internal'),
			message: String(error['message'] ?? (text || 'It failed without a reason.')),
			...(typeof error['hint'] === 'string' ? { hint: error['hint'] } : {}),
			data: error['data'],
		}
	}
	return { ok: true, value, text, hasPicture: part.content.length > 1 }
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Any JSON object as a record; everything else as an empty one. */
export const asRecord = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: {}
export const asList = (value: unknown): Record<string, unknown>[] =>
	Array.isArray(value) ? value.map(asRecord) : []
export const asStrings = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
