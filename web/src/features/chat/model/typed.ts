/** Models by their provider, also those that nobody lists. Only the picker needs it. */
import { KeyProvider } from '@fairlead/protocol/models/keys'
import { isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import type { Model } from '@fairlead/protocol/models/models'
import { SERVICE_TITLES } from '@fairlead/protocol/services/titles'

export function providerOf({ provider }: Model): string {
	const known = KeyProvider.safeParse(provider)
	if (known.success) return SERVICE_TITLES[known.data]
	return isEndpoint(provider) ? `your server ${provider}` : 'Offline, not an AI'
}

/** A model that is not listed, typed as `provider/id`, at a provider that can be used. */
export function typedModel(models: readonly Model[], search: string): Model | null {
	const name = search.trim()
	const slash = name.indexOf('/')
	const [provider, id] = [name.slice(0, slash), name.slice(slash + 1)]
	const usable = models.some((one) => one.usable && one.provider === provider)
	if (slash < 1 || id === '' || /\s/.test(id) || provider === 'demo' || !usable) return null
	if (models.some((one) => one.name === name)) return null
	return {
		name,
		title: id,
		provider,
		isDefault: false,
		usable: true,
		windowTokens: null,
		maxOutputTokens: null,
		price: null,
		tools: true,
		pictures: false,
		reasoning: false,
		webSearch: false,
		efforts: [],
	}
}
