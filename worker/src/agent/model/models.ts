/** The configured models, by `provider/id`. */

export interface ModelConfig {
	readonly ANTHROPIC_API_KEY?: string
	readonly ANTHROPIC_MODEL?: string
}

export interface ModelChoice {
	/** `mcp`: the calls that an MCP client handed in, see `providers/mcp`. */
	readonly provider: 'anthropic' | 'demo' | 'mcp'
	/** The provider's own model id. */
	readonly id: string
	/** True for the demo model, which needs no network and is not an AI. */
	readonly demo: boolean
}

export const DEMO_MODEL: ModelChoice = { provider: 'demo', id: 'planner', demo: true }
/** Of runs that MCP clients make: nobody chooses it (`requireKnownModel`). */
export const CLIENT_CALLS: ModelChoice = { provider: 'mcp', id: 'calls', demo: false }
const DEFAULT_ANTHROPIC_MODEL = 'claude-sonnet-5'

/** The model of a conversation that does not choose one. */
export function defaultModel(config: ModelConfig): ModelChoice {
	if (!config.ANTHROPIC_API_KEY) return DEMO_MODEL
	return {
		provider: 'anthropic',
		id: config.ANTHROPIC_MODEL || DEFAULT_ANTHROPIC_MODEL,
		demo: false,
	}
}

/** Null if the provider is unknown or has no key. */
export function resolveModel(
	config: ModelConfig,
	requested: string | null | undefined,
): ModelChoice | null {
	if (!requested) return defaultModel(config)
	const slash = requested.indexOf('/')
	const provider = requested.slice(0, slash)
	const id = requested.slice(slash + 1)
	if (provider === 'demo' && id === DEMO_MODEL.id) return DEMO_MODEL
	if (requested === CLIENT_CALLS_NAME) return CLIENT_CALLS
	if (provider === 'anthropic' && id && config.ANTHROPIC_API_KEY) {
		return { provider: 'anthropic', id, demo: false }
	}
	return null
}

export const modelName = (model: ModelChoice): string => `${model.provider}/${model.id}`
export const CLIENT_CALLS_NAME = modelName(CLIENT_CALLS)
