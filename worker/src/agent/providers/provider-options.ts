/** How an adapter reaches a service. */
export interface ProviderOptions {
	/** The key; empty if the server asks for none. */
	readonly apiKey: string
	/** The URL that the service's SDK takes: OpenAI's with a version (`https://api.openai.com/v1`), Anthropic's without. */
	readonly baseURL: string
	readonly fetch?: typeof globalThis.fetch
	readonly now?: () => number
	readonly stallTimeoutMs?: number
}
