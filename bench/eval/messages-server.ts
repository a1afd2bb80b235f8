/** A Messages API on the loopback whose answers come from a function: a recording, a person, another service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnswerTurn, eventsOf, frame } from '../../test/fakes/anthropic-sse.ts'
import { violations } from '../../test/fakes/messages-api-rules.ts'

/** Size limit of one request; a conversation with pictures has a few megabytes. */
const MAX_REQUEST_BYTES = 64 * 1024 * 1024

/** The fields of a request that are read here. */
export interface ModelRequest {
	readonly model: string
	readonly system?: unknown
	readonly tools?: readonly { readonly name: string }[]
	readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** A request to send on as it is. */
export interface Forwarded {
	readonly kind: 'forward'
	/** The address without `/v1`. */
	readonly to: string
}
/** An error in the place of an answer. */
export interface Refused {
	readonly kind: 'refuse'
	readonly message: string
}

export type Answer = (
	request: ModelRequest,
	signal: AbortSignal,
) => Promise<AnswerTurn | Forwarded | Refused>

export interface MessagesServer {
	/** The value of `ANTHROPIC_BASE_URL`. */
	readonly url: string
	close(): Promise<void>
}

export async function startMessagesServer(answer: Answer, port = 0): Promise<MessagesServer> {
	let answered = 0

	async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const raw = await bodyOf(req)
		if (req.method !== 'POST' || !req.url?.startsWith('/v1/messages')) {
			return refuse(res, 404, 'not_found_error', `No such path: ${req.method} ${req.url}`)
		}
		const body: unknown = JSON.parse(raw)
		const gone = new AbortController()
		res.on('close', () => gone.abort())
		const request = body as ModelRequest
		const turn = await answer(request, gone.signal)
		switch (turn.kind) {
			case 'forward':
				return forward(`${turn.to}${req.url}`, req, raw, res, gone.signal)
			case 'refuse':
				return refuse(res, 400, 'invalid_request_error', turn.message)
			case 'answer': {
				const broken = violations(body)
				if (broken.length > 0) return refuse(res, 400, 'invalid_request_error', broken.join(' '))
				res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
				const events = eventsOf(turn, `msg_${++answered}`, request.model)
				res.end(events.map(frame).join(''))
				return
			}
			default:
				return turn satisfies never
		}
	}

	const server = createServer((req, res) => {
		handle(req, res).catch((error: Error) => {
			if (res.headersSent) res.destroy()
			else refuse(res, 400, 'invalid_request_error', error.message)
		})
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, '127.0.0.1', resolve)
	})
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

async function bodyOf(req: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	let bytes = 0
	for await (const chunk of req) {
		bytes += (chunk as Buffer).length
		if (bytes > MAX_REQUEST_BYTES) throw new Error('The request is larger than 64 MB.')
		chunks.push(chunk as Buffer)
	}
	return Buffer.concat(chunks).toString('utf8')
}

/** Hop-by-hop and what fetch sets itself. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'accept-encoding'])

async function forward(
	url: string,
	req: IncomingMessage,
	body: string,
	res: ServerResponse,
	signal: AbortSignal,
): Promise<void> {
	const headers = Object.entries(req.headers).flatMap(([name, value]) =>
		OWN_HEADERS.has(name) || typeof value !== 'string' ? [] : [[name, value] as [string, string]],
	)
	const response = await fetch(url, { method: 'POST', headers, body, signal })
	const kept = ['content-type', 'request-id', 'retry-after', 'retry-after-ms'].flatMap((name) => {
		const value = response.headers.get(name)
		return value === null ? [] : [[name, value] as [string, string]]
	})
	res.writeHead(response.status, Object.fromEntries(kept))
	if (response.body) for await (const chunk of response.body) res.write(chunk)
	res.end()
}

function refuse(res: ServerResponse, status: number, type: string, message: string): void {
	res.writeHead(status, { 'content-type': 'application/json' })
	res.end(JSON.stringify({ type: 'error', error: { type, message } }))
}
