/** The OpenAI SDK, loaded with the first request that needs it: it is larger than the rest of the agent. */
import type OpenAI from 'openai'
import { boundedFetch } from '../answer-bounds.ts'
import type { ProviderOptions } from '../provider-options.ts'

/** A function that returns the one client of these options. */
export function lazyClient(options: ProviderOptions): () => Promise<OpenAI> {
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
			fetch: boundedFetch(options.fetch),
		})
	}
	return () => {
		client ??= load()
		return client
	}
}
