/** The models that an installation can use: the known ones of each configured service, and its defaults. */
import { type EndpointModel, endpointProvider } from '@fairlead/protocol/models/model-endpoints'
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { ListedFacts, ListedModel, Model } from '@fairlead/protocol/models/models'
import { SERVICES, type ServiceName } from '@fairlead/protocol/services'
import type { ModelFacts } from '@fairlead/protocol/services/model-row'
import {
	DEMO_MODEL,
	defaultModel,
	type ModelConfig,
	modelName,
	namedModel,
	type OwnProviders,
	resolveModel,
	serviceConfig,
} from './models.ts'
import { withOwn } from './registry/own-facts.ts'
import { factsWith, type Models, modelsOf } from './registry/registry.ts'

/** A model server of the person, with what it lists. */
export interface OwnEndpoint {
	readonly name: string
	readonly models: readonly EndpointModel[]
}

/** A provider's list, as the person has had it read. */
export interface OwnList {
	readonly provider: ServiceName
	readonly models: readonly ListedModel[]
	readonly readAt: number
}

/** The person's own models, which are offered too. */
export interface PersonsOwn {
	readonly endpoints?: readonly OwnEndpoint[]
	/** The lists of providers. */
	readonly listed?: readonly OwnList[]
	/** Names; they are offered also if nobody lists them. */
	readonly favourites?: readonly string[]
	/** Their own facts about models, which are offered also if nobody lists them. */
	readonly facts?: readonly { readonly name: string; readonly own: OwnFacts }[]
}

/** The default first, then as the registry has them. `own`: services that the person has a key for; `alsoUnusable`: also what needs a key. */
export function offeredModels(
	config: ModelConfig & { readonly MODEL_FACTS?: string },
	own?: OwnProviders,
	alsoUnusable = false,
	persons: PersonsOwn = {},
): Model[] {
	const { endpoints = [], listed = [], favourites = [], facts = [] } = persons
	const known = modelsOf(config.MODEL_FACTS)
	const first = modelName(defaultModel(config, own))
	const ofServices = known.names.filter((name) => (alsoUnusable || isUsable(name)) && isOwn(name))
	const ofEndpoints = endpoints.flatMap((one) =>
		one.models.map(({ id }) => `${endpointProvider(one.name)}/${id}`),
	)
	const mayOffer = (name: string): boolean =>
		namedModel(name) !== null && (alsoUnusable || isUsable(name))
	const marked = new Set(favourites.filter(mayOffer))
	const set = new Map(facts.map(({ name, own: ofModel }) => [name, ofModel]))
	const readAt = new Map<string, number>(
		listed.flatMap((list) =>
			list.models.map(({ id }) => [`${list.provider}/${id}`, list.readAt] as const),
		),
	)
	// Below the rows of the registry, which say more.
	const ofLists = [...readAt.keys()].filter(
		(name) => !known.knows(name) && (alsoUnusable || isUsable(name)),
	)
	const names = new Set([
		first,
		...ofEndpoints,
		...ofServices,
		...ofLists,
		...marked,
		...[...set.keys()].filter(mayOffer),
		modelName(DEMO_MODEL),
	])
	const factsOf = listedFacts(known, persons)
	return [...names].map((name) => {
		const isSet = set.has(name) && paysFor(own, name)
		const { title, windowTokens, maxOutputTokens, price, tools, pictures, ...abilities } = withOwn(
			factsOf(name),
			isSet ? set.get(name) : undefined,
		)
		const { reasoning, webSearch, efforts } = abilities
		return {
			name,
			title,
			provider: name.slice(0, name.indexOf('/')),
			isDefault: name === first,
			usable: isUsable(name),
			windowTokens,
			maxOutputTokens,
			price,
			tools,
			pictures,
			reasoning,
			webSearch,
			efforts: [...efforts],
			...(readAt.has(name) && !known.knows(name) ? { listedAt: readAt.get(name) } : {}),
			...(marked.has(name) ? { favourite: true } : {}),
			...(isSet ? { own: true } : {}),
		}
	})

	function isUsable(name: string): boolean {
		return resolveModel(config, name, own) !== null
	}

	/** A server at an address of one's own has other models: only what the installation says of it. */
	function isOwn(name: string): boolean {
		const service = SERVICES.find((one) => name.startsWith(`${one.name}/`))
		if (!service?.ownServers) return true
		return !serviceConfig(config, service.name)?.baseURL || known.own.includes(name)
	}
}

/** Whether a key or a model server of the person pays for the model. */
export function paysFor(own: OwnProviders | undefined, name: string): boolean {
	const model = namedModel(name)
	if (!model || model.provider === 'demo') return false
	return own?.has(model.provider) ?? false
}

/** The facts about a model that hold for this person where they have set none. */
export function listedFacts(
	known: Models,
	{ endpoints = [], listed = [] }: PersonsOwn,
): (name: string) => ModelFacts {
	const sizes = new Map(
		endpoints.flatMap((one) =>
			one.models.map((model) => [`${endpointProvider(one.name)}/${model.id}`, model.windowTokens]),
		),
	)
	const entries = new Map<string, ListedFacts>(
		listed.flatMap(({ provider, models }) =>
			models.map(({ id, ...facts }) => [`${provider}/${id}`, facts] as const),
		),
	)
	return (name) => {
		const facts = factsWith(known, name, { listed: entries.get(name) })
		return { ...facts, windowTokens: facts.windowTokens ?? sizes.get(name) ?? null }
	}
}
