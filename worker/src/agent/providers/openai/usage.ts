/** Tokens as these services count them, in our terms. */
import type { Usage } from '@fairlead/protocol/runs'

export const NO_USAGE: Usage = {
	inputTokens: 0,
	outputTokens: 0,
	cacheReadTokens: 0,
	cacheWriteTokens: 0,
}

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
}): Usage {
	const { input, output, cacheRead, cacheWrite, total } = counts
	return {
		inputTokens: Math.max(0, input - cacheRead - cacheWrite),
		outputTokens: Math.max(output, total - input),
		cacheReadTokens: cacheRead,
		cacheWriteTokens: cacheWrite,
	}
}

/** A count of a service that may leave it out; never negative. */
export const count = (value: unknown): number =>
	typeof value === 'number' && value > 0 ? Math.round(value) : 0
