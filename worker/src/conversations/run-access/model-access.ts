/** From a model's name to its provider, with the payer's key. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { endpointNameOf, isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import type { Effort } from '@fairlead/protocol/models/models'
import type { Author } from '@fairlead/protocol/people/author'
import { type ServiceName, serviceOf } from '@fairlead/protocol/services'
import type { ModelFacts } from '@fairlead/protocol/services/model-row'
import { namedModel, type ServiceConfig, serviceConfig } from '../../agent/model/models.ts'
import type { ModelSettings } from '../../agent/model/registry/facts.ts'
import { costAt, factsWith, modelsOf } from '../../agent/model/registry/registry.ts'
import type { ChatProvider } from '../../agent/model/types.ts'
import { tokensOf } from '../../agent/policy/budget.ts'
import { addressOf } from '../../agent/providers/addresses.ts'
import { createProvider } from '../../agent/providers/create-provider.ts'
import { DEMO } from '../../agent/providers/demo/outline.ts'
import { lateProvider } from '../../agent/providers/late-provider.ts'
import { COMPATIBLE } from '../../agent/providers/openai/chat-service.ts'
import type { ModelAccess, ModelOutline, NoAccess } from '../../agent/run/machine-ports.ts'
import { database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import type { Env } from '../../env.ts'
import { openModelKey } from '../../models/model-keys.ts'
import { serverKeyAccess } from '../../models/server-key-limits.ts'
import { payersKey, payersSearchKey } from '../../models/store/model-keys.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'
import { endpointAccess } from './endpoint-access.ts'

/** Clients by service, key and address: reused, since they remember what their models accept. The latest used is last. */
const services = new Map<string, ChatProvider>()
/** The most clients: they hold keys, and drop those of people who are gone. */
const MAX_SERVICES = 100
const demo = lateProvider(DEMO, async () =>
	(await import('../../agent/providers/demo/index.ts')).demoProvider(),
)

export function modelOutline(env: Env, name: string, settings?: ModelSettings): ModelOutline {
	return {
		windowTokens: factsWith(modelsOf(env.MODEL_FACTS), name, settings).windowTokens,
		summarizes: namedModel(name)?.provider !== 'demo' || demo.summarizes !== false,
	}
}

/**
 * The person who caused the run pays if they have a key, else the installation if it has one. Read anew each time, so that
 * a removed key is not used again. Throws if D1 does not answer in time, or the name of a person's own server is not resolved.
 */
export async function modelAccess(
	env: Env,
	projectId: string,
	name: string,
	author: Author,
	settings: ModelSettings = {},
): Promise<ModelAccess | { refused: NoAccess | NoticePart }> {
	// The demo model knows nothing of search.
	if (namedModel(name)?.provider === 'demo') {
		return accessTo(env, projectId, name, author, settings)
	}
	const [access, searches] = await Promise.all([
		accessTo(env, projectId, name, author, settings),
		paysForSearch(env, projectId, author),
	])
	if ('refused' in access || access.webSearch || !searches) return access
	return { ...access, ownSearch: true }
}

/** An unknown answer counts as no: a step needs no search. */
async function paysForSearch(env: Env, projectId: string, author: Author): Promise<boolean> {
	try {
		return (await inTime(payersSearchKey(database(env.DB), projectId, author))) !== undefined
	} catch (error) {
		console.error(JSON.stringify({ level: 'error', event: 'search_key_not_read' }), error)
		return false
	}
}

async function accessTo(
	env: Env,
	projectId: string,
	name: string,
	author: Author,
	settings: ModelSettings,
): Promise<ModelAccess | { refused: NoAccess | NoticePart }> {
	const model = namedModel(name)
	if (!model) return { refused: 'no_model' }
	const known = modelsOf(env.MODEL_FACTS)
	const builtIn = { modelId: model.id, facts: known.facts(name), webSearch: false, paidBy: null }
	switch (model.provider) {
		case 'demo':
			return { ...builtIn, provider: demo }
		default: {
			if (isEndpoint(model.provider)) {
				const wanted = { endpoint: endpointNameOf(model.provider), modelId: model.id }
				const access = await endpointAccess(env, projectId, wanted, author, settings)
				return 'refused' in access ? access : { ...access, ...effortOf(access.facts, settings) }
			}
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
			const paid = ownKey === undefined ? await byServer(env, name, author) : BY_PERSON
			if ('refused' in paid) return paid
			const facts = factsWith(known, name, settings, paid.paidBy)
			return {
				...paid,
				modelId: model.id,
				facts,
				provider: providerOf(model.provider, config, env),
				webSearch: config.webSearch && searches(model.provider, config, env),
				...effortOf(facts, settings, config.effort),
			}
		}
	}
}

const BY_PERSON = { paidBy: 'person' } as const

/** Limits in dollars count with the server's own prices: a person's listed prices may be old, or leave fees out. */
async function byServer(
	env: Env,
	name: string,
	author: Author,
): Promise<Pick<ModelAccess, 'paidBy' | 'warning' | 'charge'> | { refused: NoticePart }> {
	const db = database(env.DB)
	const { price } = factsWith(modelsOf(env.MODEL_FACTS), name)
	const model = { name, hasPrice: price !== null }
	const access = await inTime(serverKeyAccess(env, db, author, model, Date.now()))
	if (access.used) return { refused: access.notice }
	const { warning, charge } = access
	return {
		paidBy: 'server',
		...(warning ? { warning } : {}),
		...(charge
			? {
					charge: (usage) => inTime(charge({ tokens: tokensOf(usage), usd: costAt(price, usage) })),
				}
			: {}),
	}
}

/** The person's choice, else the installation's: a level that the model does not know is dropped. */
function effortOf(
	facts: ModelFacts,
	{ effort: chosen }: ModelSettings,
	usual?: Effort,
): Pick<ModelAccess, 'effort'> {
	const effort = [chosen, usual].find((one) => one !== undefined && takes(facts, one))
	return effort === undefined ? {} : { effort }
}

/** A model that is not listed is asked; the service then says what it takes. */
const takes = ({ efforts, price, reasoning }: ModelFacts, effort: Effort): boolean =>
	efforts.includes(effort) || (efforts.length === 0 && price === null && reasoning)

/** Whether the service's wire has a search of the provider's own. */
function searches(service: ServiceName, config: ServiceConfig, env: Env): boolean {
	const { wire } = serviceOf(service)
	switch (wire.api) {
		case 'messages':
			return true
		case 'responses':
			return hasResponses(config, env)
		case 'chat':
			return wire.search
		default:
			return wire satisfies never
	}
}

/** Only OpenAI itself is sure to have the Responses API. */
const hasResponses = ({ baseURL }: ServiceConfig, env: Env): boolean =>
	!baseURL || env.OPENAI_API === 'responses'

function providerOf(service: ServiceName, config: ServiceConfig, env: Env): ChatProvider {
	const key = `${service} ${config.baseURL ?? ''} ${config.apiKey}`
	const provider = services.get(key) ?? created(service, config, env)
	services.delete(key)
	services.set(key, provider)
	const [oldest] = services.keys()
	if (oldest !== undefined && services.size > MAX_SERVICES) services.delete(oldest)
	return provider
}

function created(service: ServiceName, config: ServiceConfig, env: Env): ChatProvider {
	const { name, wire } = serviceOf(service)
	const compatible = wire.api === 'responses' && !hasResponses(config, env)
	return createProvider(compatible ? COMPATIBLE : { name, wire }, {
		apiKey: config.apiKey,
		baseURL: addressOf(env, service),
	})
}
