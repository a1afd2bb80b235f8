/** The requests that set what a person says of a model. Only the server reads these: the page would load their bounds. */
import * as z from 'zod/mini'
import { Effort, ModelName } from './models.ts'

/** Below this, not even the system prompt and the tools fit. */
const MIN_WINDOW_TOKENS = 1_000
/** Ten times the largest window there is. */
const MAX_TOKENS = 100_000_000
/** Higher ones are mistakes: today's dearest model costs $600 for a million. */
const MAX_DOLLARS = 100_000

const tokens = (least: number) => z.int().check(z.minimum(least), z.maximum(MAX_TOKENS))
const Dollars = z.number().check(z.minimum(0), z.maximum(MAX_DOLLARS))
const rates = {
	input: z.optional(Dollars),
	output: z.optional(Dollars),
	cacheRead: z.optional(Dollars),
	cacheWrite: z.optional(Dollars),
}

export const PutOwnFacts = z.object({
	name: ModelName,
	/** `OwnFacts`, instead of those before. A misspelt member is refused: what it means would stay as listed. */
	own: z.strictObject({
		windowTokens: z.optional(tokens(MIN_WINDOW_TOKENS)),
		maxOutputTokens: z.optional(tokens(1)),
		price: z.optional(
			z.strictObject({
				...rates,
				long: z.optional(z.strictObject({ aboveTokens: z.optional(tokens(1)), ...rates })),
			}),
		),
		tools: z.optional(z.boolean()),
		pictures: z.optional(z.boolean()),
		reasoning: z.optional(z.boolean()),
		efforts: z.optional(z.array(Effort).check(z.minLength(1), z.maxLength(Effort.options.length))),
	}),
})
export type PutOwnFacts = z.infer<typeof PutOwnFacts>

export const RemoveOwnFacts = z.object({ name: ModelName })
