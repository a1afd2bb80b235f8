/** A model in words. */
import type { Model } from '@fairlead/protocol/models'

/** The planner that answers without a key is named as what it is. */
export const titleOf = ({ title, provider }: Model): string =>
	provider === 'demo' ? 'Demo model' : title

const dollars = (amount: number): string => `$${Number(amount.toFixed(2))}`

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
		...(model.pictures ? ['sees pictures'] : []),
		...(model.webSearch ? ['web search'] : []),
	]
}

/** Each word of the search stands in the model's title, name or provider. */
export function matches(model: Model, search: string): boolean {
	const text = `${titleOf(model)} ${model.name}`.toLowerCase()
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word))
}
