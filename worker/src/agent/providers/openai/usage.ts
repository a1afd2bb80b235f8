/** Tokens as these services count them, in our terms. */
import type { Usage } from '@fairlead/protocol/conversations/runs'

/**
 * `input` contains what was read from and written to the cache; ours does not. `total` is larger than
 * input and output where a service leaves thinking out of its output (Gemini) but bills it as output.
 */
export function usageOf(counts: {
	readonly input: number
	readonly output: number
	readonly cacheRead: number
	readonly cacheWrite: number
	readonly total: number
	/** Thinking; undefined: not told. */
	readonly reasoning: unknown
}): Usage {
	const { input, output, cacheRead, cacheWrite, total, reasoning } = counts
	const apart = Math.max(0, total - input - output)
	const thought = typeof reasoning === 'number' ? count(reasoning) : apart || undefined
	return {
		inputTokens: Math.max(0, input - cacheRead - cacheWrite),
		outputTokens: output + apart,
		cacheReadTokens: cacheRead,
		cacheWriteTokens: cacheWrite,
		...(thought === undefined ? {} : { reasoningTokens: Math.min(thought, output + apart) }),
	}
}

/** A count of a service that may leave it out; never negative. */
export const count = (value: unknown): number =>
	typeof value === 'number' && value > 0 ? Math.round(value) : 0
