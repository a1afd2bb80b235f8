/** From a model's name to its provider. */

import { resolveModel } from '../agent/model/models.ts'
import type { ChatProvider } from '../agent/model/types.ts'
import { anthropicProvider } from '../agent/providers/anthropic/index.ts'
import { demoProvider } from '../agent/providers/demo/index.ts'
import { mcpProvider } from '../agent/providers/mcp/index.ts'
import type { ModelAccess } from '../agent/run/machine-ports.ts'
import type { Env } from '../env.ts'

/** By key and base URL: a client is reused, and remembers which kind of thinking a model accepts. */
const anthropic = new Map<string, ChatProvider>()
const demo = demoProvider()
const mcp = mcpProvider()

/** Null if the provider has no key, or no longer has one. */
export function modelAccess(env: Env, name: string): ModelAccess | null {
	const model = resolveModel(env, name)
	if (!model) return null
	switch (model.provider) {
		case 'demo':
			return { provider: demo, modelId: model.id, webSearch: false }
		case 'mcp':
			return { provider: mcp, modelId: model.id, webSearch: false, sees: 'run' }
		case 'anthropic': {
			const apiKey = env.ANTHROPIC_API_KEY ?? ''
			const baseURL = env.ANTHROPIC_BASE_URL
			const key = `${baseURL ?? ''} ${apiKey}`
			const provider =
				anthropic.get(key) ?? anthropicProvider({ apiKey, ...(baseURL ? { baseURL } : {}) })
			anthropic.set(key, provider)
			return { provider, modelId: model.id, webSearch: env.ANTHROPIC_WEB_SEARCH === '1' }
		}
		default:
			return model.provider satisfies never
	}
}
