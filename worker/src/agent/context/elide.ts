/** A message of the past, with its long results and arguments reduced to a line that says how to read them again. */
import type { ModelMessage, ModelPart } from '../model/types.ts'
import type { Place } from './place.ts'

/** Shorter results and arguments stay: the line that replaces them would save nothing. */
const SHORT_CHARS = 500
/** This much of a result stays in its line, so that a model can tell whether it wants the rest. */
const HEAD_CHARS = 120

/** Names one part of the transcript for `recall`: message row, message in it, part in that. */
export const refOf = ({ seq, index }: Place, part: number): string => `${seq}.${index}.${part}`

/** The text that `recall` reads under a ref: the text of a result, or the arguments of a call as JSON. */
export function wholeText(part: ModelPart): string {
	switch (part.type) {
		case 'text':
		case 'reasoning':
			return part.text
		case 'tool-call':
			return JSON.stringify(part.input)
		case 'tool-result':
			return part.content.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n')
		case 'image':
		case 'provider-block':
			return ''
		default:
			return part satisfies never
	}
}

/** Calls keep their ids and names, and results their calls: only what they hold gets shorter. Pure. */
export const elide = (message: ModelMessage, place: Place): ModelMessage => ({
	...message,
	parts: message.parts.map((part, index) => elidePart(part, refOf(place, index))),
})

function elidePart(part: ModelPart, ref: string): ModelPart {
	if (part.type === 'tool-call') return shortCall(part, ref)
	if (part.type !== 'tool-result') return part
	const text = wholeText(part)
	const pictures = part.content.filter(({ type }) => type === 'image')
	if (text.length <= SHORT_CHARS) return part
	const head = text.slice(0, HEAD_CHARS).replace(/\s+/g, ' ')
	const line = `[${leftOut(text.length, ref)}] ${head}…`
	return { ...part, content: [{ type: 'text', text: line }, ...pictures] }
}

/** Each long text among the arguments becomes a line; the others tell what the call was about. */
function shortCall(part: Extract<ModelPart, { type: 'tool-call' }>, ref: string): ModelPart {
	if (wholeText(part).length <= SHORT_CHARS) return part
	if (typeof part.input !== 'object' || part.input === null) return part
	const input = Object.fromEntries(
		Object.entries(part.input).map(([name, value]) => {
			const { length } = typeof value === 'string' ? value : JSON.stringify(value)
			return [name, length <= SHORT_CHARS ? value : `[${leftOut(length, ref)}]`]
		}),
	)
	return { ...part, input }
}

const leftOut = (chars: number, ref: string): string =>
	`${chars.toLocaleString('en')} characters left out; recall {"ref":"${ref}"} returns them`
