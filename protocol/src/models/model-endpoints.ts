/** Servers of people's own that speak OpenAI's chat completions: Ollama, LM Studio, vLLM and others. Keys go in, and never out. */
import * as z from 'zod/mini'
import { OwnServerKey, StoredKey } from './keys.ts'

export const MAX_ENDPOINTS = 10

const NAME = /^[a-z0-9][a-z0-9-]{0,29}$/

/** Its models are `@name/id`. */
export const EndpointName = z
	.string()
	.check(z.regex(NAME, 'Use up to 30 lower-case letters, digits and dashes, such as my-ollama.'))

/** The provider in the name of a model. */
export type EndpointProvider = `@${string}`
export const endpointProvider = (name: string): EndpointProvider => `@${name}`
export const isEndpoint = (provider: string): provider is EndpointProvider =>
	provider.startsWith('@') && NAME.test(provider.slice(1))
export const endpointNameOf = (provider: EndpointProvider): string => provider.slice(1)

export const EndpointModel = z.object({
	/** The server's own. */
	id: z.string(),
	/** null if the server does not say. */
	windowTokens: z.nullable(z.int()),
})
export type EndpointModel = z.infer<typeof EndpointModel>

export const ModelEndpoint = z.object({
	name: EndpointName,
	/** Its base URL, usually with `/v1`. */
	url: z.string(),
	/** null if it is asked without a key. */
	key: z.nullable(z.omit(StoredKey, { addedAt: true })),
	/** The models that the server listed; others can be chosen by their id. */
	models: z.array(EndpointModel),
	/** When they were listed, in Unix milliseconds. */
	readAt: z.int(),
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>

export const ModelEndpointList = z.object({ endpoints: z.array(ModelEndpoint) })
export type ModelEndpointList = z.infer<typeof ModelEndpointList>

export const PutModelEndpoint = z.object({
	url: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
	/** Absent: it is asked without a key. */
	key: z.optional(OwnServerKey),
})
export type PutModelEndpoint = z.infer<typeof PutModelEndpoint>
