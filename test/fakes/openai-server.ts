/**
 * OpenAI and the services that speak its wires, on the loopback. It plays the same script as the fake of
 * the Messages API, keeps every request, and answers 400 to one that the service would reject.
 *
 * Plain turns are answered by `@copilotkit/aimock`, an independent implementation; the rest by frames cut
 * from recordings (`openai-sse.ts`).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LLMock } from '@copilotkit/aimock'
import {
	aimockResponse,
	isPlain,
	pipe,
	type RecordedRequest,
	readBody,
	type ScriptEntry,
} from './anthropic-server.ts'
import type { AnswerTurn } from './anthropic-sse.ts'
import { type OpenAIDialect, openaiViolations } from './openai-rules.ts'
import { errorFrame, openaiFrames } from './openai-sse.ts'

/** The server answers 401 to it. */
export const WRONG_KEY = 'a-wrong-key-of-nobody'

export interface FakeOpenAI {
	/** The base address of a service, as its SDK wants it. */
	url(dialect: OpenAIDialect): string
	readonly requests: ReadonlyArray<RecordedRequest & { readonly dialect: OpenAIDialect }>
	/** Adds turns; each request takes the next one. */
	script(...turns: ScriptEntry[]): void
	close(): Promise<void>
}

export async function startFakeOpenAI(): Promise<FakeOpenAI> {
	const script: ScriptEntry[] = []
	const requests: Array<RecordedRequest & { dialect: OpenAIDialect }> = []
	const aimock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
	let aimockUrl: Promise<string> | undefined

	async function throughAimock(turn: AnswerTurn, dialect: OpenAIDialect, raw: string) {
		aimockUrl ??= aimock.start()
		const base = await aimockUrl
		aimock.clearFixtures()
		aimock.addFixture({ match: {}, response: aimockResponse(turn) as never })
		return fetch(`${base}/v1/${dialect === 'openai' ? 'responses' : 'chat/completions'}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: raw,
		})
	}

	async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const raw = await readBody(req)
		const [, dialect, path] = /^\/(\w+)\/v1\/(.*)$/.exec(req.url ?? '') ?? []
		const wanted = dialect === 'openai' ? 'responses' : 'chat/completions'
		const asksForModels = req.method === 'GET' && path === 'models'
		if (!asksForModels && (req.method !== 'POST' || path !== wanted)) {
			return sendError(res, 404, 'not_found', `No such path: ${req.method} ${req.url}`)
		}
		if (req.headers.authorization === `Bearer ${WRONG_KEY}`) {
			return sendError(res, 401, 'invalid_api_key', 'Incorrect API key provided.')
		}
		if (asksForModels) {
			res.writeHead(200, { 'content-type': 'application/json' })
			return void res.end(JSON.stringify({ object: 'list', data: [] }))
		}
		const service = dialect as OpenAIDialect
		const body = JSON.parse(raw) as Record<string, unknown>
		const broken = openaiViolations(body, service)
		requests.push({ body, headers: req.headers, violations: broken, dialect: service })
		if (broken.length > 0) return sendError(res, 400, 'invalid_request_error', broken.join(' '))
		const entry = script.shift()
		if (!entry) return sendError(res, 500, 'server_error', 'The script has no turn left.')
		const turn = typeof entry === 'function' ? entry(body) : entry
		switch (turn.kind) {
			case 'silent':
				return
			case 'error':
				return sendError(res, turn.status, turn.type, turn.message, turn.headers)
			case 'answer':
				if ((turn.engine ?? 'own') === 'aimock' && isPlain(turn)) {
					return pipe(await throughAimock(turn, service, raw), res)
				}
				return play(turn, service, String(body['model']), res)
			default:
				return turn satisfies never
		}
	}

	const server = createServer((req, res) => {
		handle(req, res).catch(() => res.destroy())
	})
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
	const { port } = server.address() as AddressInfo
	return {
		url: (dialect) => `http://127.0.0.1:${port}/${dialect}/v1`,
		requests,
		script: (...more) => void script.push(...more),
		close: async () => {
			server.closeAllConnections()
			await new Promise<void>((done) => server.close(() => done()))
			if (aimockUrl) {
				await aimockUrl
				await aimock.stop()
			}
		},
	}
}

async function play(
	turn: AnswerTurn,
	dialect: OpenAIDialect,
	model: string,
	res: ServerResponse,
): Promise<void> {
	res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
	// OpenRouter keeps a slow stream alive with comments.
	let whole = dialect === 'openrouter' ? ': OPENROUTER PROCESSING\n\n' : ''
	for (const [index, frame] of openaiFrames(turn, dialect, model).entries()) {
		if (index === turn.cutAfterEvents) {
			res.write(whole + frame.slice(0, frame.length / 2), () => res.destroy())
			return
		}
		if (index === turn.errorAfter?.events) {
			const { type, message } = turn.errorAfter
			res.end(whole + errorFrame(dialect, type, message))
			return
		}
		whole += frame
		if (!turn.paceMs) continue
		if (res.destroyed) return
		res.write(whole)
		whole = ''
		await sleep(turn.paceMs)
	}
	res.end(whole)
}

function sendError(
	res: ServerResponse,
	status: number,
	code: string,
	message: string,
	headers: Readonly<Record<string, string>> = {},
): void {
	res.writeHead(status, { 'content-type': 'application/json', ...headers })
	res.end(JSON.stringify({ error: { message, type: code, param: null, code } }))
}
