/** What is known of a model: its size, price and abilities. A row of the registry. */

import type { OwnFacts } from '@fairlead/protocol/model-facts'
import { Effort, type ListedFacts } from '@fairlead/protocol/models'

export type { Effort } from '@fairlead/protocol/models'
export const EFFORTS: readonly Effort[] = Effort.options

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
	/** Null: unknown, so only tokens are counted. */
	readonly price: Price | null
	readonly tools: boolean
	readonly pictures: boolean
	readonly reasoning: boolean
	/** The provider can search the web for it. */
	readonly webSearch: boolean
	/** Empty: it cannot be chosen. */
	readonly efforts: readonly Effort[]
}

/** What is said of a run's model besides the registry, as it was when the run began. */
export interface SaidFacts {
	/** By its provider's list, of a model that the registry does not have. */
	readonly listed?: ListedFacts | undefined
	/** By the payer, by the models' names. Counts for calls that the payer's own key or model server pays for. */
	readonly own?: Readonly<Record<string, OwnFacts>> | undefined
}

/** How the model of a run is asked, as its person chose when it began; what it cannot do is left out. */
export interface ModelSettings extends SaidFacts {
	readonly effort?: Effort
}

/** A model of the registry, with the page that says so. */
export interface ModelRow extends ModelFacts {
	/** `provider/model`. A dated or `-latest` form of it is the same model. */
	readonly name: string
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
