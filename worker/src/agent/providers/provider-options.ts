/** How an adapter reaches a service. */
export interface ProviderOptions {
	/** Empty: the server asks for none. */
	readonly apiKey: string
	/** As the service's SDK takes it: OpenAI's with a version, such as `https://api.openai.com/v1`, Anthropic's without. */
	readonly baseURL: string
	readonly fetch?: typeof globalThis.fetch
	readonly now?: () => number
	readonly stallTimeoutMs?: number
}
