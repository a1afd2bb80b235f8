/** Estimates of how much of a model's window something takes. */
import type { ModelMessage, ModelPart } from '../model/types.ts'

/** Four characters to a token is near enough for a budget. */
export const CHARS_PER_TOKEN = 4
/** A picture costs about this much with the providers we know. */
export const IMAGE_TOKENS = 1_200

export const textTokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN)

/** A step measures the same parts several times. */
const measured = new WeakMap<ModelPart, number>()

export function partTokens(part: ModelPart): number {
	if (part.type === 'image') return IMAGE_TOKENS
	if (part.type === 'tool-result') {
		return part.content.reduce((sum, one) => sum + partTokens(one), 0)
	}
	const tokens = measured.get(part) ?? textTokens(JSON.stringify(part).length)
	measured.set(part, tokens)
	return tokens
}

export const messageTokens = ({ parts }: ModelMessage): number =>
	parts.reduce((sum, part) => sum + partTokens(part), 0)
