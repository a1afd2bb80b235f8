/**
 * Receivers of reports on a loopback port, which hold their sender to what they document: Standard Webhooks by its
 * published library, Slack's incoming webhooks, and the part of GitHub's REST API that reports use.
 * https://api.slack.com/messaging/webhooks · https://docs.github.com/en/rest (statuses, checks, comments, issues)
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export const GITHUB_TOKEN = 'ghp_of-the-test'
const REPOSITORY = '/api/v3/repos/ada/game'

export interface Comment {
	readonly body: string
	readonly created_at: string
}

/** ok · down: 500 · mute: it takes the message, and does not answer · gone: 410 · huge: an answer without an end */
export type Mood = 'ok' | 'down' | 'mute' | 'gone' | 'huge' | 'redirects'

type Json = Readonly<Record<string, unknown>>

export class ReportReceivers {
	mood: Mood = 'ok'
	/** The secret that signs the webhook's messages. */
	hookSecret = ''
	/** Every request, answered or not. */
	readonly requests: string[] = []
	/** The webhook's messages by id: a second one with the same id is ignored, as receivers are told to. */
	readonly hooks = new Map<string, unknown>()
	readonly slack: Json[] = []
	readonly statuses: (Json & { readonly sha: string })[] = []
	readonly checks: Json[] = []
	readonly comments: Comment[] = []
	readonly issues: (Comment & { readonly title: string })[] = []
	/** Bytes of an endless answer that were sent. */
	hugeBytes = 0
	readonly #server = createServer((request, response) => {
		this.#answer(request, response).catch((error: unknown) => {
			response.statusCode = 500
			response.end(String(error))
		})
	})

	async listen(): Promise<string> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections()
		await new Promise((resolve) => this.#server.close(resolve))
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://receiver')
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk as Buffer)
		const body = Buffer.concat(chunks).toString('utf8')
		this.requests.push(`${request.method} ${pathname}`)
		const say = (status: number, text = '', headers: Record<string, string> = {}) =>
			void response.writeHead(status, headers).end(text)
		switch (this.mood) {
			case 'down':
				return say(500, 'try again later')
			case 'gone':
				return say(410)
			case 'redirects':
				return say(307, '', { location: '/elsewhere' })
			case 'huge':
				return this.#endless(response)
			case 'mute':
				this.#take(request, pathname, searchParams, body)
				return
			case 'ok': {
				const [status, answer] = this.#take(request, pathname, searchParams, body)
				const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
				return say(status, text)
			}
			default:
				this.mood satisfies never
		}
	}

	#endless(response: ServerResponse): void {
		response.writeHead(500)
		const block = 'x'.repeat(16_384)
		const more = (): void => {
			while (!response.destroyed) {
				this.hugeBytes += block.length
				if (!response.write(block)) return void response.once('drain', more)
			}
		}
		more()
	}

	#take(
		{ method, headers }: IncomingMessage,
		path: string,
		query: URLSearchParams,
		text: string,
	): [status: number, answer: unknown] {
		if (path === '/hook') {
			const id = String(headers['webhook-id'])
			try {
				const payload = new Webhook(this.hookSecret).verify(text, headers as Record<string, string>)
				if (!this.hooks.has(id)) this.hooks.set(id, payload)
				return [204, '']
			} catch {
				return [401, '']
			}
		}
		if (path === '/services/T000/B000/xyz') return this.#slack(headers['content-type'], text)
		if (!path.startsWith(REPOSITORY)) return [404, { message: 'Not Found' }]
		if (headers.authorization !== `Bearer ${GITHUB_TOKEN}`)
			return [401, { message: 'Bad credentials' }]
		if (!headers['user-agent'] || headers.accept !== 'application/vnd.github+json') {
			return [403, { message: 'Request forbidden by administrative rules.' }]
		}
		return this.#github(`${method} ${path.slice(REPOSITORY.length)}`, query, text)
	}

	#slack(type: string | undefined, text: string): [number, string] {
		if (type !== 'application/json') return [400, 'invalid_payload']
		const message = JSON.parse(text) as Json
		if (typeof message['text'] !== 'string') return [400, 'no_text']
		this.slack.push(message)
		return [200, 'ok']
	}

	#github(call: string, query: URLSearchParams, text: string): [number, unknown] {
		if (call === 'GET ') return [200, { full_name: 'ada/game' }]
		const body = (text === '' ? {} : JSON.parse(text)) as Json
		const since = Date.parse(query.get('since') ?? '')
		const created_at = new Date().toISOString()
		const newer = <T extends Comment>(list: readonly T[]) =>
			list.filter((one) => !(Date.parse(one.created_at) < since))
		const [, sha] = /^POST \/statuses\/([0-9a-f]{40})$/.exec(call) ?? []
		if (sha !== undefined) {
			const states = ['error', 'failure', 'pending', 'success']
			if (!states.includes(String(body['state'])) || String(body['description']).length > 140) {
				return [422, { message: 'Validation Failed' }]
			}
			this.statuses.push({ ...body, sha })
			return [201, { id: this.statuses.length }]
		}
		switch (call) {
			case 'POST /check-runs': {
				if (!body['name'] || !body['head_sha']) return [422, { message: 'Validation Failed' }]
				if (body['status'] === 'completed' && !body['conclusion']) {
					return [422, { message: 'A completed check run has a conclusion.' }]
				}
				this.checks.push(body)
				return [201, { id: this.checks.length }]
			}
			case 'GET /issues/7/comments':
				return [200, newer(this.comments)]
			case 'POST /issues/7/comments':
				this.comments.push({ body: String(body['body']), created_at })
				return [201, { id: this.comments.length }]
			case 'GET /issues':
				return [200, newer(this.issues)]
			case 'POST /issues':
				this.issues.push({ title: String(body['title']), body: String(body['body']), created_at })
				return [201, { number: this.issues.length }]
			default:
				return [404, { message: 'Not Found' }]
		}
	}
}
