/**
 * Brave Search and Tavily on the loopback, as they document their wires: https://api-dashboard.search.brave.com/documentation,
 * https://docs.tavily.com/documentation/api-reference. Answers that go wrong are chosen by the test.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SearchService } from '@fairlead/protocol/models/search-keys'

/** Both services refuse it. */
export const WRONG_SEARCH_KEY = 'a-wrong-search-key-of-nobody'

export interface FakePage {
	readonly url: string
	readonly title: string
	readonly snippet: string
	readonly date?: string
}

export interface SearchRequest {
	readonly service: SearchService
	/** `usage`: Tavily's question about a key. */
	readonly asked: 'search' | 'usage'
	readonly key: string
	readonly query: string
	readonly count: number
}

/**
 * throttled: 429, `times` times · quota: the plan is used up · down: HTTP 503 · html: no JSON · odd: JSON of something else ·
 * mute: never answers · slow: begins an answer and never ends it · huge: an answer without an end · moved: a redirect
 */
export type SearchMood =
	| { readonly kind: 'ok' | 'quota' | 'down' | 'html' | 'odd' | 'mute' | 'slow' | 'huge' | 'moved' }
	| {
			readonly kind: 'throttled'
			readonly times: number
			readonly retryAfter?: string
			/** Brave's plans without a limit for the month. */
			readonly endless?: boolean
	  }

export class SearchServer {
	mood: SearchMood = { kind: 'ok' }
	pages: readonly FakePage[] = []
	readonly requests: SearchRequest[] = []
	readonly #server = createServer((request, response) => {
		this.#answer(request, response).catch(() => response.destroy())
	})

	async listen(): Promise<string> {
		await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections()
		await new Promise<void>((done) => this.#server.close(() => done()))
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const asked = await readRequest(request)
		if (asked === null) return send(response, 404, { detail: 'Not Found' })
		this.requests.push(asked)
		if (asked.key === WRONG_SEARCH_KEY) return refuse(asked.service, response)
		const { mood } = this
		switch (mood.kind) {
			case 'ok':
				return send(response, 200, this.#found(asked))
			case 'quota':
				return asked.service === 'brave'
					? send(response, 429, braveLimit(2_000), BRAVE_USED_UP)
					: send(response, 432, tavilyError('This request exceeds your plan.'))
			case 'throttled': {
				const { times, retryAfter, endless = false } = mood
				this.mood = times > 1 ? { ...mood, times: times - 1 } : { kind: 'ok' }
				const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
				return asked.service === 'brave'
					? send(response, 429, endless ? braveLimit(0, 0) : braveLimit(12), {
							...(endless ? BRAVE_ENDLESS : BRAVE_THROTTLED),
							...headers,
						})
					: send(response, 429, tavilyError('Your request has been blocked.'), headers)
			}
			case 'down':
				return send(response, 503, { message: 'Service Unavailable' })
			case 'html':
				response.writeHead(200, { 'content-type': 'text/html' })
				return void response.end('<html>Welcome to the hotel network</html>')
			case 'odd':
				return send(response, 200, { pages: ['https://a.example'] })
			case 'mute':
				return
			case 'slow':
				response.writeHead(200, { 'content-type': 'application/json' })
				return void response.write('{"results": [')
			case 'huge':
				return endless(response)
			case 'moved':
				response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' })
				return void response.end()
			default:
				return mood satisfies never
		}
	}

	#found({ service, asked, query, count }: SearchRequest): unknown {
		if (asked === 'usage') return { key: { usage: 3, limit: null }, account: { plan_usage: 3 } }
		const pages = this.pages.slice(0, count)
		if (service === 'tavily') {
			const results = pages.map(({ url, title, snippet, date }) => ({
				url,
				title,
				content: snippet,
				score: 0.9,
				raw_content: null,
				...(date === undefined ? {} : { published_date: date }),
			}))
			return { query, answer: null, images: [], results, response_time: 0.4 }
		}
		const results = pages.map(({ url, title, snippet, date }) => ({
			type: 'search_result',
			url,
			title,
			description: snippet,
			family_friendly: true,
			thumbnail: { src: 'https://imgs.search.brave.example/a.png' },
			...(date === undefined ? {} : { page_age: date }),
		}))
		return {
			type: 'search',
			query: { original: query },
			// Brave leaves it out if nothing was found.
			...(results.length > 0 ? { web: { type: 'search', results } } : {}),
		}
	}
}

async function readRequest(request: IncomingMessage): Promise<SearchRequest | null> {
	let body = ''
	for await (const chunk of request) body += chunk
	const url = new URL(request.url ?? '/', 'http://127.0.0.1')
	const key = String(request.headers.authorization ?? '').replace(/^Bearer /, '')
	switch (`${request.method} ${url.pathname}`) {
		case 'GET /res/v1/web/search':
			return {
				service: 'brave',
				asked: 'search',
				key: String(request.headers['x-subscription-token'] ?? ''),
				query: url.searchParams.get('q') ?? '',
				count: Number(url.searchParams.get('count')),
			}
		case 'POST /search': {
			const { query, max_results } = JSON.parse(body) as { query: string; max_results: number }
			return { service: 'tavily', asked: 'search', key, query, count: max_results }
		}
		case 'GET /usage':
			return { service: 'tavily', asked: 'usage', key, query: '', count: 0 }
		default:
			return null
	}
}

const braveHeaders = (limit: string, policy: string, remaining: string) => ({
	'x-ratelimit-limit': limit,
	'x-ratelimit-policy': policy,
	'x-ratelimit-remaining': remaining,
	'x-ratelimit-reset': '1, 1419704',
})
const BRAVE_THROTTLED = braveHeaders('1, 2000', '1;w=1, 2000;w=2592000', '0, 1988')
const BRAVE_USED_UP = braveHeaders('1, 2000', '1;w=1, 2000;w=2592000', '0, 0')
const BRAVE_ENDLESS = braveHeaders('50, 0', '50;w=1, 0;w=2592000', '0, 0')

const braveError = (code: string, status: number, meta: object = {}) => ({
	type: 'ErrorResponse',
	error: { id: '5f1', status, code, detail: 'See the documentation.', meta },
})
const braveLimit = (current: number, limit = 2_000) =>
	braveError('RATE_LIMITED', 429, {
		plan: 'Free',
		rate_limit: 1,
		rate_current: 1,
		quota_limit: limit,
		quota_current: current,
	})
const tavilyError = (error: string) => ({ detail: { error } })

function refuse(service: SearchService, response: ServerResponse): void {
	if (service === 'brave') send(response, 422, braveError('SUBSCRIPTION_TOKEN_INVALID', 422))
	else send(response, 401, tavilyError('Unauthorized: missing or invalid API key.'))
}

function send(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers })
	response.end(JSON.stringify(body))
}

function endless(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'application/json' })
	const more = () => {
		while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
		if (!response.destroyed) response.once('drain', more)
	}
	response.write('{"results": [')
	more()
}
