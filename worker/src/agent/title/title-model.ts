/** The choice of the model that writes titles. Pure. */
import { isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import { serviceOf } from '@fairlead/protocol/services'
import { baseUrlOf, type ModelConfig, namedModel } from '../model/models.ts'
import type { Models } from '../model/registry/registry.ts'

/**
 * `provider/model`, the cheapest of the provider that answers the conversation. null: the conversation keeps the
 * words of its first message. At an address of someone's own nobody knows which model is cheap.
 */
export function titleModel(
	config: ModelConfig,
	known: Pick<Models, 'names' | 'facts'>,
	answering: string,
): string | null {
	const provider = namedModel(answering)?.provider
	if (provider === undefined || config.TITLE_MODEL === 'off') return null
	if (config.TITLE_MODEL) return config.TITLE_MODEL
	if (provider === 'demo') return answering
	if (isEndpoint(provider) || baseUrlOf(config, provider)) return null
	const { titleModel: named } = serviceOf(provider)
	return named ? `${provider}/${named}` : cheapest(known, `${provider}/`)
}

/** The model with the lowest sum of its rates; the registry's first of equal ones. */
function cheapest(
	{ names, facts }: Pick<Models, 'names' | 'facts'>,
	prefix: string,
): string | null {
	const [first] = names
		.flatMap((name) => {
			const { price } = facts(name)
			return name.startsWith(prefix) && price ? [{ name, rates: price.input + price.output }] : []
		})
		.sort((a, b) => a.rates - b.rates)
	return first?.name ?? null
}
