/** A model's facts where its payer has set some of them. Pure. */
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { Effort } from '@fairlead/protocol/models/models'
import type { ModelFacts, Price } from '@fairlead/protocol/services/model-row'

type OwnPrice = NonNullable<OwnFacts['price']>
type Rates = Omit<Price, 'long'>
type OwnRates = Omit<OwnPrice, 'long'>

/** The levels that most models have: assumed for an unlisted model whose payer has set a price. */
const USUAL_EFFORTS: readonly Effort[] = ['low', 'medium', 'high']

/** A fact that is not set stays. */
export function withOwn(facts: ModelFacts, own: OwnFacts | undefined): ModelFacts {
	if (!own) return facts
	const reasoning = own.reasoning ?? facts.reasoning
	return {
		...facts,
		windowTokens: own.windowTokens ?? facts.windowTokens,
		maxOutputTokens: own.maxOutputTokens ?? facts.maxOutputTokens,
		price: own.price ? priceOf(facts.price, own.price) : facts.price,
		tools: own.tools ?? facts.tools,
		pictures: own.pictures ?? facts.pictures,
		reasoning,
		efforts: reasoning ? (own.efforts ?? effortsOf(facts, own)) : [],
	}
}

/** A model without levels and without a price may have levels after all: see `takes` in `model-access.ts`. */
function effortsOf({ efforts, price }: ModelFacts, own: OwnFacts): readonly Effort[] {
	return efforts.length === 0 && price === null && own.price ? USUAL_EFFORTS : efforts
}

/** Returns null if input or output is neither listed nor set. */
function priceOf(listed: Price | null, own: OwnPrice): Price | null {
	const rates = ratesOf(listed, own)
	if (!rates) return null
	const aboveTokens = own.long?.aboveTokens ?? listed?.long?.aboveTokens
	if (aboveTokens === undefined) return rates
	const long = ratesOf(listed?.long ?? rates, own.long ?? {})
	return { ...rates, ...(long ? { long: { aboveTokens, ...long } } : {}) }
}

function ratesOf(listed: Rates | null, own: OwnRates): Rates | null {
	const input = own.input ?? listed?.input
	const output = own.output ?? listed?.output
	if (input === undefined || output === undefined) return null
	return {
		input,
		output,
		cacheRead: own.cacheRead ?? listed?.cacheRead ?? input,
		cacheWrite: own.cacheWrite ?? listed?.cacheWrite ?? input,
	}
}
