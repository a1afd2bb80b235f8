/** Which model writes titles. Pure. */
import { isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import { serviceOf } from '@fairlead/protocol/services'
import { baseUrlOf, type ModelConfig, namedModel } from '../model/models.ts'
import type { Models } from '../model/registry/registry.ts'

/**
 * `provider/model`, for a conversation that this model answers: the provider's cheapest. Null: the conversation keeps
 * the words of its first message. At an address of someone's own nobody knows which model is cheap.
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

/** By the sum of its rates; of equal ones, the first of the registry. */
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
