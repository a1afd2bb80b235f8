/** The OpenAI SDK, loaded with the first request that needs it: it is larger than the rest of the agent. */
import type OpenAI from 'openai'

export interface OpenAIOptions {
	/** Empty: the server asks for none. */
	readonly apiKey: string
	/** With its version, such as `https://api.openai.com/v1`. */
	readonly baseURL: string
	readonly fetch?: typeof globalThis.fetch
	readonly now?: () => number
	readonly stallTimeoutMs?: number
}

/** A function that returns the one client of these options. */
export function lazyClient(options: OpenAIOptions): () => Promise<OpenAI> {
	let client: Promise<OpenAI> | undefined
	async function load(): Promise<OpenAI> {
		const { default: Client } = await import('openai')
		return new Client({
			// The SDK insists on one; servers that ask for none ignore it.
			apiKey: options.apiKey || 'none',
			baseURL: options.baseURL,
			// Explicit, so that nothing is read from the environment.
			organization: null,
			project: null,
			// The loop retries, and tells the user about it.
			maxRetries: 0,
			logLevel: 'off',
			...(options.fetch ? { fetch: options.fetch } : {}),
		})
	}
	return () => {
		client ??= load()
		return client
	}
}
