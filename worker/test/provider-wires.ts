/** Every service behind one face, for the contract suite: a provider, and a loopback server that plays scripts. */
import { SERVICE_NAMES, type ServiceName, serviceNamed } from '@fairlead/protocol/services'
import type { Service } from '@fairlead/protocol/services/service'
import {
	type ErrorTurn,
	type ScriptEntry,
	startFakeAnthropic,
} from '../../test/fakes/anthropic-server.ts'
import type { OpenAIDialect } from '../../test/fakes/openai-rules.ts'
import { startFakeOpenAI, WRONG_KEY } from '../../test/fakes/openai-server.ts'
import type { ChatProvider, ProviderErrorClass } from '../src/agent/model/types.ts'
import { createProvider } from '../src/agent/providers/create-provider.ts'
import { COMPATIBLE, originOf } from '../src/agent/providers/openai/chat-service.ts'
import type { ProviderOptions } from '../src/agent/providers/provider-options.ts'

export interface Wire {
	readonly provider: ChatProvider
	/** The key and the URL for another adapter of this wire ({@link providerAt}). */
	readonly at: { readonly apiKey: string; readonly baseURL: string }
	/** A provider with a key that the service refuses. */
	readonly refused: ChatProvider
	/** It gives up on a silent server after 50 ms. */
	readonly impatient: ChatProvider
	script(...turns: ScriptEntry[]): void
	readonly requests: ReadonlyArray<{
		readonly body: Record<string, unknown>
		readonly violations: readonly string[]
	}>
	close(): Promise<void>
}

const IMPATIENT_MS = 50

/** Every service, and a server at an address of one's own. */
export type WireName = ServiceName | 'compatible'
export const WIRES: readonly WireName[] = [...SERVICE_NAMES, 'compatible']
const speaker = (name: WireName): Pick<Service, 'name' | 'wire'> => serviceNamed(name) ?? COMPATIBLE

/** Models that aimock knows to reason, instead of the service's default. */
const MODELS: Partial<Record<WireName, string>> = {
	openai: 'gpt-5.5',
	deepseek: 'deepseek-reasoner',
}
/** A model that the service has. */
export const modelOf = (name: WireName): string =>
	MODELS[name] ?? serviceNamed(name)?.defaultModel ?? 'qwen3:8b'

/** The mark that tells our parts of this wire from those of other services. */
export function markOf(wireName: WireName): string {
	const { name, wire } = speaker(wireName)
	return wire.api === 'chat' ? originOf({ name, wire }, modelOf(wireName)) : name
}

/** How the server for a service differs from one at an address of one's own. */
const DIALECTS: Partial<Record<WireName, OpenAIDialect>> = {
	openai: 'openai',
	deepseek: 'deepseek',
	gemini: 'gemini',
	openrouter: 'openrouter',
}

/** The adapter of a wire for a server at this base address, as its SDK wants it. */
export const providerAt = (name: WireName, options: ProviderOptions): ChatProvider =>
	createProvider(speaker(name), options)

export async function startWire(name: WireName): Promise<Wire> {
	if (speaker(name).wire.api === 'messages') {
		const fake = await startFakeAnthropic()
		const at = { apiKey: 'test', baseURL: fake.url }
		return {
			...fake,
			at,
			provider: providerAt(name, at),
			// The fake of the Messages API knows no keys: it answers as the service does.
			refused: providerAt(name, { ...at, fetch: async () => refusal() }),
			impatient: providerAt(name, { ...at, stallTimeoutMs: IMPATIENT_MS }),
		}
	}
	const fake = await startFakeOpenAI()
	const at = { apiKey: 'test', baseURL: fake.url(DIALECTS[name] ?? 'compatible') }
	return {
		...fake,
		at,
		provider: providerAt(name, at),
		refused: providerAt(name, { ...at, apiKey: WRONG_KEY }),
		impatient: providerAt(name, { ...at, stallTimeoutMs: IMPATIENT_MS }),
	}
}

const refusal = (): Response =>
	Response.json(
		{ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
		{ status: 401 },
	)

const error = (
	status: number,
	type: string,
	message: string,
	headers?: Record<string, string>,
): ErrorTurn => ({ kind: 'error', status, type, message, ...(headers ? { headers } : {}) })

type Refusals = ReadonlyArray<readonly [ProviderErrorClass, ErrorTurn]>

const OF_MANY: Refusals = [
	['rate_limit', error(429, 'rate_limit_exceeded', 'Rate limit reached.', { 'retry-after': '7' })],
	['overload', error(503, 'server_error', 'The engine is currently overloaded.')],
	['server_error', error(502, 'bad_gateway', 'Bad gateway')],
	['server_error', error(500, 'server_error', 'CUDA out of memory')],
]

/** Wording from the services' documentation and recordings. */
const REFUSALS: Partial<Record<WireName, Refusals>> & { readonly compatible: Refusals } = {
	anthropic: [
		['rate_limit', error(429, 'rate_limit_error', 'Too many requests.', { 'retry-after': '7' })],
		['overload', error(529, 'overloaded_error', 'Overloaded')],
		['server_error', error(500, 'api_error', 'Internal server error')],
		['too_long', error(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000')],
		['quota', error(400, 'invalid_request_error', 'Your credit balance is too low')],
		['key', error(403, 'permission_error', 'Your API key does not have permission')],
		['invalid', error(404, 'not_found_error', 'model: claude-9')],
	],
	openai: [
		...OF_MANY,
		['too_long', error(400, 'context_length_exceeded', 'Your input exceeds the context window.')],
		['quota', error(429, 'insufficient_quota', 'You exceeded your current quota.')],
		['content', error(400, 'invalid_prompt', 'Your prompt was flagged.')],
		['key', error(403, 'forbidden', 'You are not allowed to use this model.')],
		['invalid', error(404, 'model_not_found', 'The model gpt-9 does not exist.')],
	],
	deepseek: [
		...OF_MANY,
		[
			'too_long',
			error(400, 'invalid_request_error', "This model's maximum context length is 1000000"),
		],
		['quota', error(402, 'unknown_error', 'Insufficient Balance')],
		['invalid', error(422, 'invalid_request_error', 'Invalid parameters')],
	],
	openrouter: [
		...OF_MANY,
		['too_long', error(400, '400', "This endpoint's maximum context length is 200000 tokens.")],
		['quota', error(402, '402', 'Insufficient credits.')],
		['content', error(403, '403', 'Your input was flagged by moderation.')],
		['network', error(408, '408', 'Request timed out')],
	],
	gemini: [
		...OF_MANY,
		[
			'too_long',
			error(400, 'INVALID_ARGUMENT', 'The input token count (1200000) exceeds the maximum'),
		],
		[
			'quota',
			error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, check your billing'),
		],
		['key', error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')],
	],
	compatible: [
		...OF_MANY,
		['too_long', error(400, 'invalid_request', 'the request exceeds the available context size')],
		['invalid', error(404, 'not_found_error', 'model "qwen9" not found, try pulling it first')],
	],
}

/** Refusals of a service, with their meaning. */
export const refusalsOf = (name: WireName): Refusals => REFUSALS[name] ?? REFUSALS.compatible
