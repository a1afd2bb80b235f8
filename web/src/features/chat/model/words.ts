/** A model in words. */
import type { Effort, Model } from '@fairlead/protocol/models/models'

/** The planner that answers without a key is named as what it is. */
export const titleOf = ({ title, provider }: Model): string =>
	provider === 'demo' ? 'Demo model' : title

/** Dollars; a small amount has two digits, so that it does not look like nothing. */
const dollars = (amount: number): string =>
	`$${Number(amount < 0.1 ? amount.toPrecision(2) : amount.toFixed(2))}`

export function priceOf({ price, provider }: Model): string {
	if (provider === 'demo') return 'free'
	return price ? `${dollars(price.input)} / ${dollars(price.output)}` : 'price not known'
}

const tokens = (count: number): string =>
	count >= 1_000_000
		? `${Number((count / 1_000_000).toFixed(1))}M tokens`
		: `${Math.round(count / 1_000)}K tokens`

export function abilitiesOf(model: Model): string[] {
	if (model.provider === 'demo') return []
	return [
		...(model.windowTokens === null ? [] : [tokens(model.windowTokens)]),
		...(model.reasoning ? ['thinks'] : []),
		...(model.tools ? [] : ['takes no tools']),
		...(model.pictures ? ['sees pictures'] : []),
		...(model.webSearch ? ['web search'] : []),
		...(model.own ? ['your own values'] : []),
	]
}

/** The levels that can be asked of it. A model of which nothing is known may know them. */
export function effortsOf(model: Model): readonly Effort[] {
	if (model.provider === 'demo' || model.efforts.length > 0) return model.efforts
	const saidNot = model.own && !model.reasoning
	return model.price === null && !saidNot ? ['low', 'medium', 'high'] : []
}

/** Favourites first; else as they are. */
export const inOrder = (models: readonly Model[]): Model[] => [
	...models.filter(({ favourite }) => favourite),
	...models.filter(({ favourite }) => !favourite),
]

/** Each word of the search stands in the model's title, name or provider. */
export function matches(model: Model, search: string): boolean {
	const text = `${titleOf(model)} ${model.name}`.toLowerCase()
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word))
}
