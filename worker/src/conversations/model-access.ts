/** From a model's name to its provider. */

import {
	resolveModel,
	type Service,
	type ServiceConfig,
	serviceConfig,
} from '../agent/model/models.ts'
import type { Effort, ModelFacts } from '../agent/model/registry/facts.ts'
import { modelsOf } from '../agent/model/registry/registry.ts'
import type { ChatProvider } from '../agent/model/types.ts'
import { anthropicProvider } from '../agent/providers/anthropic/index.ts'
import { demoProvider } from '../agent/providers/demo/index.ts'
import { mcpProvider } from '../agent/providers/mcp/index.ts'
import { chatProvider } from '../agent/providers/openai/chat.ts'
import {
	COMPATIBLE,
	DEEPSEEK,
	GEMINI,
	OPENROUTER,
} from '../agent/providers/openai/chat-services.ts'
import { openaiProvider } from '../agent/providers/openai/index.ts'
import type { ModelAccess } from '../agent/run/machine-ports.ts'
import type { Env } from '../env.ts'

/** By service, key and address: a client is reused, and remembers what its models accept. */
const services = new Map<string, ChatProvider>()
const demo = demoProvider()
const mcp = mcpProvider()

/** Null if the provider has no key, or no longer has one. */
export function modelAccess(env: Env, name: string): ModelAccess | null {
	const model = resolveModel(env, name)
	if (!model) return null
	const facts = modelsOf(env.MODEL_FACTS).facts(name)
	const access = { modelId: model.id, facts }
	switch (model.provider) {
		case 'demo':
			return { ...access, provider: demo, webSearch: false }
		case 'mcp':
			return { ...access, provider: mcp, webSearch: false, sees: 'run' }
		default: {
			const config = serviceConfig(env, model.provider)
			if (!config) return null
			return {
				...access,
				provider: providerOf(model.provider, config, env),
				webSearch: config.webSearch,
				...(config.effort && takes(facts, config.effort) ? { effort: config.effort } : {}),
			}
		}
	}
}

/** A model that is not listed is asked; the service then says what it takes. */
const takes = ({ efforts, price }: ModelFacts, effort: Effort): boolean =>
	efforts.includes(effort) || (efforts.length === 0 && price === null)

function providerOf(service: Service, config: ServiceConfig, env: Env): ChatProvider {
	const key = `${service} ${config.baseURL ?? ''} ${config.apiKey}`
	const provider = services.get(key) ?? createProvider(service, config, env)
	services.set(key, provider)
	return provider
}

function createProvider(
	service: Service,
	{ apiKey, baseURL }: ServiceConfig,
	env: Env,
): ChatProvider {
	const at = (own: string) => ({ apiKey, baseURL: baseURL ?? own })
	switch (service) {
		case 'anthropic':
			return anthropicProvider({ apiKey, ...(baseURL ? { baseURL } : {}) })
		case 'openai':
			// Only OpenAI itself is sure to have the Responses API.
			return baseURL && env.OPENAI_API !== 'responses'
				? chatProvider(COMPATIBLE, { apiKey, baseURL })
				: openaiProvider(at('https://api.openai.com/v1'))
		case 'gemini':
			return chatProvider(GEMINI, at('https://generativelanguage.googleapis.com/v1beta/openai/'))
		case 'openrouter':
			return chatProvider(OPENROUTER, at('https://openrouter.ai/api/v1'))
		case 'deepseek':
			return chatProvider(DEEPSEEK, at('https://api.deepseek.com'))
		default:
			return service satisfies never
	}
}
