/** The configured models, by `provider/id`. */

import { type EndpointProvider, isEndpoint } from '@fairlead/protocol/model-endpoints'
import { EFFORTS, type Effort } from './registry/facts.ts'

/** Each has its variables: `<NAME>_API_KEY`, `_MODEL`, `_BASE_URL`, `_WEB_SEARCH`, `_EFFORT`. */
export const SERVICES = ['anthropic', 'openai', 'gemini', 'openrouter', 'deepseek'] as const
export type Service = (typeof SERVICES)[number]

/** What a person can have of their own: a key for a service, or an endpoint. */
export type OwnProvider = Service | EndpointProvider

type Prefix = Uppercase<Service>
export type ModelConfig = {
	readonly [name in `${Prefix}_${'API_KEY' | 'MODEL' | 'BASE_URL' | 'WEB_SEARCH' | 'EFFORT'}`]?: string
} & {
	/** `provider/id` of new conversations. Default: the first service with a key, in the order above. */
	readonly DEFAULT_MODEL?: string
	/** `provider/id` that writes titles, or `off`. Default: see `title-model.ts`. */
	readonly TITLE_MODEL?: string
	/** `responses` or `chat`: what OPENAI_BASE_URL speaks. Default `chat`. */
	readonly OPENAI_API?: string
}

export interface ModelChoice {
	/** `mcp`: the calls that an MCP client handed in, see `providers/mcp`. */
	readonly provider: OwnProvider | 'demo' | 'mcp'
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
/** Runs the calls that an MCP client handed in. Nobody can choose it: see `requireUsableModel` and `startRun`. */
export const CLIENT_CALLS: ModelChoice = { provider: 'mcp', id: 'calls', demo: false }
const DEFAULT_MODELS: Record<Service, string> = {
	anthropic: 'claude-sonnet-5',
	openai: 'gpt-6.1-sol',
	gemini: 'gemini-3.8-flash',
	openrouter: 'anthropic/claude-sonnet-5',
	deepseek: 'deepseek-flash',
}

/** The address that the installation names for a service; empty: the service's own. */
export const baseUrlOf = (config: ModelConfig, service: Service): string =>
	config[`${service.toUpperCase() as Prefix}_BASE_URL`] ?? ''

export type OwnProviders = ReadonlySet<OwnProvider>
const NONE: OwnProviders = new Set()

/** `ownKey`: a person's, instead of the installation's. Null if there is neither. */
export function serviceConfig(
	config: ModelConfig,
	service: Service,
	ownKey?: string,
): ServiceConfig | null {
	const prefix = service.toUpperCase() as Prefix
	const apiKey = ownKey ?? config[`${prefix}_API_KEY`] ?? ''
	const baseURL = baseUrlOf(config, service)
	const effort = EFFORTS.find((known) => known === config[`${prefix}_EFFORT`])
	// A server on one's own machine asks for no key.
	if (!apiKey && !(service === 'openai' && baseURL)) return null
	return {
		apiKey,
		...(baseURL ? { baseURL } : {}),
		webSearch: config[`${prefix}_WEB_SEARCH`] === '1',
		...(effort ? { effort } : {}),
	}
}

/** The model of a conversation that does not choose one: the installation's, or one that the person has a key for. */
export function defaultModel(config: ModelConfig, own: OwnProviders = NONE): ModelChoice {
	const chosen = config.DEFAULT_MODEL ? resolveModel(config, config.DEFAULT_MODEL, own) : null
	if (chosen) return chosen
	const provider =
		SERVICES.find((service) => serviceConfig(config, service) !== null) ??
		SERVICES.find((service) => own.has(service))
	if (!provider) return DEMO_MODEL
	const id = config[`${provider.toUpperCase() as Prefix}_MODEL`] || DEFAULT_MODELS[provider]
	return { provider, id, demo: false }
}

/** Null if the provider does not exist. Does not check whether anybody has a key for it. */
export function namedModel(name: string): ModelChoice | null {
	const slash = name.indexOf('/')
	const id = name.slice(slash + 1)
	if (name === modelName(DEMO_MODEL)) return DEMO_MODEL
	if (name === CLIENT_CALLS_NAME) return CLIENT_CALLS
	const prefix = name.slice(0, slash)
	const provider = isEndpoint(prefix) ? prefix : SERVICES.find((service) => service === prefix)
	return provider && id ? { provider, id, demo: false } : null
}

/** The service whose key this model needs, or the endpoint that has it; null: it needs none, or the installation has one. */
export function needsKeyOf(config: ModelConfig, { provider }: ModelChoice): OwnProvider | null {
	if (provider === 'demo' || provider === 'mcp') return null
	if (isEndpoint(provider)) return provider
	return serviceConfig(config, provider) ? null : provider
}

/** Null if there is no such provider, or no key for it. */
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
export const CLIENT_CALLS_NAME = modelName(CLIENT_CALLS)
