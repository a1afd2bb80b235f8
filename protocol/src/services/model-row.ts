/** Known facts about a model: its size, price and abilities. */
import type { Effort } from '../models/models.ts'

/** US dollars per million tokens. */
export interface Price {
	readonly input: number
	readonly output: number
	readonly cacheRead: number
	readonly cacheWrite: number
	/** Above this prompt size (all input, cached or not) the whole request costs more. */
	readonly long?: Omit<Price, 'long'> & { readonly aboveTokens: number }
}

export interface ModelFacts {
	/** Shown to people. */
	readonly title: string
	/** Input and output together, in tokens; null: unknown. */
	readonly windowTokens: number | null
	/** Limit of one answer, in tokens; null: unknown. */
	readonly maxOutputTokens: number | null
	/** null if unknown: then only tokens are counted. */
	readonly price: Price | null
	readonly tools: boolean
	readonly pictures: boolean
	readonly reasoning: boolean
	/** The provider can search the web for it. */
	readonly webSearch: boolean
	/** Empty: it cannot be chosen. */
	readonly efforts: readonly Effort[]
}

/** A model of a service, with the page that says so. */
export interface ModelRow extends ModelFacts {
	/** The service's own. A dated or `-latest` form of it is the same model. */
	readonly id: string
	readonly source: string
	/** The day of the source, `YYYY-MM-DD`. */
	readonly asOf: string
}

/** Prices without a rate for writing the cache: it costs what input costs. */
export function price(
	input: number,
	output: number,
	cacheRead: number,
	cacheWrite = input,
): Omit<Price, 'long'> {
	return { input, output, cacheRead, cacheWrite }
}
