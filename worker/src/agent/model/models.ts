/** The configured models, by `provider/id`. */
import { type EndpointProvider, isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import type { Effort } from '@fairlead/protocol/models/models'
import { SERVICES, type ServiceName, serviceNamed, serviceOf } from '@fairlead/protocol/services'
import { type ServiceVariable, variableOf } from '@fairlead/protocol/services/variables'
import { EFFORTS } from './registry/facts.ts'

/** A provider of a person's own: a key for a service, or an endpoint. */
export type OwnProvider = ServiceName | EndpointProvider

export type ModelConfig = { readonly [name in ServiceVariable]?: string } & {
	/** `provider/id` of new conversations. Default: the first service with a key, in their order. */
	readonly DEFAULT_MODEL?: string
	/** `provider/id` that writes titles, or `off`. Default: see `title-model.ts`. */
	readonly TITLE_MODEL?: string
	/** `responses` or `chat`: what OPENAI_BASE_URL speaks. Default `chat`. */
	readonly OPENAI_API?: string
}

export interface ModelChoice {
	readonly provider: OwnProvider | 'demo'
	/** The provider's own model id. */
	readonly id: string
	/** True for the demo model, which needs no network and is not an AI. */
	readonly demo: boolean
}

/** How to reach a service. */
export interface ServiceConfig {
	/** Empty: a server that needs none. */
	readonly apiKey: string
	/** The service's own address if absent. */
	readonly baseURL?: string
	readonly webSearch: boolean
	readonly effort?: Effort
}

export const DEMO_MODEL: ModelChoice = { provider: 'demo', id: 'planner', demo: true }

/** The address that the installation names for a service; empty: the service's own. */
export const baseUrlOf = (config: ModelConfig, service: ServiceName): string =>
	config[variableOf(service, 'BASE_URL')] ?? ''

export type OwnProviders = ReadonlySet<OwnProvider>
const NONE: OwnProviders = new Set()

/** `ownKey`: a person's, instead of the installation's. Null if there is neither. */
export function serviceConfig(
	config: ModelConfig,
	service: ServiceName,
	ownKey?: string,
): ServiceConfig | null {
	const apiKey = ownKey ?? config[variableOf(service, 'API_KEY')] ?? ''
	const baseURL = baseUrlOf(config, service)
	const effort = EFFORTS.find((known) => known === config[variableOf(service, 'EFFORT')])
	// A server on one's own machine asks for no key.
	if (!apiKey && !(serviceOf(service).ownServers && baseURL)) return null
	return {
		apiKey,
		...(baseURL ? { baseURL } : {}),
		webSearch: config[variableOf(service, 'WEB_SEARCH')] === '1',
		...(effort ? { effort } : {}),
	}
}

/** The model of a conversation that does not choose one: the installation's, or one that the person has a key for. */
export function defaultModel(config: ModelConfig, own: OwnProviders = NONE): ModelChoice {
	const chosen = config.DEFAULT_MODEL ? resolveModel(config, config.DEFAULT_MODEL, own) : null
	if (chosen) return chosen
	const service =
		SERVICES.find(({ name }) => serviceConfig(config, name) !== null) ??
		SERVICES.find(({ name }) => own.has(name))
	if (!service) return DEMO_MODEL
	const id = config[variableOf(service.name, 'MODEL')] || service.defaultModel
	return { provider: service.name, id, demo: false }
}

/** Returns null if the provider does not exist. Does not check whether anybody has a key for it. */
export function namedModel(name: string): ModelChoice | null {
	const slash = name.indexOf('/')
	const id = name.slice(slash + 1)
	if (name === modelName(DEMO_MODEL)) return DEMO_MODEL
	const prefix = name.slice(0, slash)
	const provider = isEndpoint(prefix) ? prefix : serviceNamed(prefix)?.name
	return provider && id ? { provider, id, demo: false } : null
}

/** The service whose key this model needs, or the endpoint that has it; null: it needs none, or the installation has one. */
export function needsKeyOf(config: ModelConfig, { provider }: ModelChoice): OwnProvider | null {
	if (provider === 'demo') return null
	if (isEndpoint(provider)) return provider
	return serviceConfig(config, provider) ? null : provider
}

/** Returns null if there is no such provider, or no key for it. */
export function resolveModel(
	config: ModelConfig,
	requested: string | null | undefined,
	own: OwnProviders = NONE,
): ModelChoice | null {
	if (!requested) return defaultModel(config, own)
	const model = namedModel(requested)
	const needed = model && needsKeyOf(config, model)
	return needed && !own.has(needed) ? null : model
}

export const modelName = (model: ModelChoice): string => `${model.provider}/${model.id}`
