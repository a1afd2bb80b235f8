/** From a model's name to its provider, with the key of whoever pays. */
import type { Author } from '@fairlead/protocol/author'
import type { NoticePart } from '@fairlead/protocol/stream-parts'
import { openModelKey } from '../accounts/model-keys.ts'
import { SecretLocked } from '../accounts/sealed-secret.ts'
import { serverKeyAccess } from '../accounts/server-key-limits.ts'
import {
	namedModel,
	type Service,
	type ServiceConfig,
	serviceConfig,
} from '../agent/model/models.ts'
import type { Effort, ModelFacts } from '../agent/model/registry/facts.ts'
import { modelsOf } from '../agent/model/registry/registry.ts'
import type { ChatProvider } from '../agent/model/types.ts'
import { tokensOf } from '../agent/policy/budget.ts'
import { addressOf } from '../agent/providers/addresses.ts'
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
import type { ModelAccess, ModelOutline, NoAccess } from '../agent/run/machine-ports.ts'
import { database } from '../db/client.ts'
import { inTime } from '../db/in-time.ts'
import { payersKey } from '../db/model-keys.ts'
import type { Env } from '../env.ts'

/** By service, key and address: a client is reused, and remembers what its models accept. The latest used is last. */
const services = new Map<string, ChatProvider>()
/** Clients hold keys: those of people who are not here any more are let go of. */
const MAX_SERVICES = 100
const demo = demoProvider()
const mcp = mcpProvider()

export function modelOutline(env: Env, name: string): ModelOutline {
	const own = { demo, mcp } as const
	const provider = namedModel(name)?.provider
	const built = provider === 'demo' || provider === 'mcp' ? own[provider] : null
	return {
		windowTokens: modelsOf(env.MODEL_FACTS).facts(name).windowTokens,
		summarizes: built?.summarizes !== false,
	}
}

/**
 * The person who caused the run pays if they have a key, else the installation if it has one. Read anew each time, so that
 * a removed key is not used again. Throws if D1 does not answer in time.
 */
export async function modelAccess(
	env: Env,
	projectId: string,
	name: string,
	author: Author,
): Promise<ModelAccess | { refused: NoAccess | NoticePart }> {
	const model = namedModel(name)
	if (!model) return { refused: 'no_model' }
	const facts = modelsOf(env.MODEL_FACTS).facts(name)
	const access = { modelId: model.id, facts }
	switch (model.provider) {
		case 'demo':
			return { ...access, provider: demo, webSearch: false, paidBy: null }
		case 'mcp':
			return { ...access, provider: mcp, webSearch: false, paidBy: null, sees: 'run' }
		default: {
			const db = database(env.DB)
			const row = await inTime(payersKey(db, projectId, author, model.provider))
			let ownKey: string | undefined
			try {
				if (row) ownKey = await openModelKey(env, db, row)
			} catch (error) {
				if (error instanceof SecretLocked) return { refused: 'key_locked' }
				throw error
			}
			const config = serviceConfig(env, model.provider, ownKey)
			if (!config) return { refused: 'no_key' }
			const paid = ownKey === undefined ? await byServer(env, { name, facts }, author) : BY_PERSON
			if ('refused' in paid) return paid
			return {
				...access,
				...paid,
				provider: providerOf(model.provider, config, env),
				webSearch: config.webSearch,
				...(config.effort && takes(facts, config.effort) ? { effort: config.effort } : {}),
			}
		}
	}
}

const BY_PERSON = { paidBy: 'person' } as const

async function byServer(
	env: Env,
	{ name, facts }: { readonly name: string; readonly facts: ModelFacts },
	author: Author,
): Promise<Pick<ModelAccess, 'paidBy' | 'warning' | 'charge'> | { refused: NoticePart }> {
	const db = database(env.DB)
	const model = { name, hasPrice: facts.price !== null }
	const access = await inTime(serverKeyAccess(env, db, author, model, Date.now()))
	if (access.used) return { refused: access.notice }
	const { warning, charge } = access
	const { costOf } = modelsOf(env.MODEL_FACTS)
	return {
		paidBy: 'server',
		...(warning ? { warning } : {}),
		...(charge
			? {
					charge: (usage) => inTime(charge({ tokens: tokensOf(usage), usd: costOf(name, usage) })),
				}
			: {}),
	}
}

/** A model that is not listed is asked; the service then says what it takes. */
const takes = ({ efforts, price }: ModelFacts, effort: Effort): boolean =>
	efforts.includes(effort) || (efforts.length === 0 && price === null)

function providerOf(service: Service, config: ServiceConfig, env: Env): ChatProvider {
	const key = `${service} ${config.baseURL ?? ''} ${config.apiKey}`
	const provider = services.get(key) ?? createProvider(service, config, env)
	services.delete(key)
	services.set(key, provider)
	const [oldest] = services.keys()
	if (oldest !== undefined && services.size > MAX_SERVICES) services.delete(oldest)
	return provider
}

function createProvider(service: Service, config: ServiceConfig, env: Env): ChatProvider {
	const at = { apiKey: config.apiKey, baseURL: addressOf(env, service) }
	switch (service) {
		case 'anthropic':
			return anthropicProvider(at)
		case 'openai':
			// Only OpenAI itself is sure to have the Responses API.
			return config.baseURL && env.OPENAI_API !== 'responses'
				? chatProvider(COMPATIBLE, at)
				: openaiProvider(at)
		case 'gemini':
			return chatProvider(GEMINI, at)
		case 'openrouter':
			return chatProvider(OPENROUTER, at)
		case 'deepseek':
			return chatProvider(DEEPSEEK, at)
		default:
			return service satisfies never
	}
}
