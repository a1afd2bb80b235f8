/**
 * A Messages API on the loopback, for tests and benchmarks. It plays a script, keeps every
 * request, and answers 400 to a request that the real API would reject.
 *
 * Plain turns (text, thinking, tool calls) are answered by `@copilotkit/aimock`, so that the
 * adapter meets an independent implementation. What aimock cannot do it serves itself: web
 * search blocks, pause_turn, refusal, errors with headers, a chosen pace, a stream that waits for
 * the test or is cut inside a token.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LLMock } from '@copilotkit/aimock'
import { type AnswerTurn, eventsOf, frame, stopReasonOf, type TurnBlock } from './anthropic-sse.ts'
import { violations } from './messages-api-rules.ts'

export type { AnswerTurn, TurnBlock } from './anthropic-sse.ts'

export interface ErrorTurn {
	readonly kind: 'error'
	readonly status: number
	readonly type: string
	readonly message: string
	readonly headers?: Readonly<Record<string, string>>
}

/** The request is accepted and never answered. */
export interface SilentTurn {
	readonly kind: 'silent'
}

export type Turn = AnswerTurn | ErrorTurn | SilentTurn
/** A turn, or a function that creates one from the request body. */
export type ScriptEntry = Turn | ((body: Record<string, unknown>) => Turn)

export interface RecordedRequest {
	readonly body: Record<string, unknown>
	readonly headers: Readonly<Record<string, string | string[] | undefined>>
	/** Empty if the request was valid. */
	readonly violations: readonly string[]
}

export interface FakeAnthropic {
	/** The value of `ANTHROPIC_BASE_URL`. */
	readonly url: string
	readonly requests: readonly RecordedRequest[]
	/** Adds turns; each request takes the next one. */
	script(...turns: ScriptEntry[]): void
	/** Answers requests when no turn is left; without it they get a 500. */
	otherwise(turn: ScriptEntry): void
	close(): Promise<void>
}

export const answer = (
	blocks: readonly TurnBlock[],
	more: Omit<AnswerTurn, 'kind' | 'blocks'> = {},
): AnswerTurn => ({ kind: 'answer', blocks, ...more })
export const text = (words: string): AnswerTurn => answer([{ type: 'text', text: words }])
export const calls = (
	...list: ReadonlyArray<{ id: string; name: string; input: unknown }>
): AnswerTurn => answer(list.map((call) => ({ type: 'tool_use', ...call })))
export const overloaded: ErrorTurn = {
	kind: 'error',
	status: 529,
	type: 'overloaded_error',
	message: 'Overloaded',
}
export const rateLimited = (seconds: number): ErrorTurn => ({
	kind: 'error',
	status: 429,
	type: 'rate_limit_error',
	message: 'This request would exceed your rate limit.',
	headers: { 'retry-after': String(seconds) },
})

export async function startFakeAnthropic(...turns: ScriptEntry[]): Promise<FakeAnthropic> {
	const script: ScriptEntry[] = [...turns]
	const requests: RecordedRequest[] = []
	let fallback: ScriptEntry | undefined
	const aimock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
	let aimockUrl: Promise<string> | undefined

	/** Turns go through aimock one at a time until the answer has begun: it has one list of fixtures. */
	let aimockTurn: Promise<unknown> = Promise.resolve()
	function throughAimock(url: string, turn: AnswerTurn, raw: string): Promise<Response> {
		const answered = aimockTurn.then(() => {
			aimock.clearFixtures()
			aimock.addFixture({ match: {}, response: aimockResponse(turn) as never })
			return fetch(`${url}/v1/messages`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: raw,
			})
		})
		aimockTurn = answered.catch(() => undefined)
		return answered
	}

	async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const raw = await readBody(req)
		if (req.method !== 'POST' || !req.url?.startsWith('/v1/messages')) {
			return sendError(res, 404, 'not_found_error', `No such path: ${req.method} ${req.url}`)
		}
		const body = JSON.parse(raw) as Record<string, unknown>
		const broken = violations(body)
		requests.push({ body, headers: req.headers, violations: broken })
		if (broken.length > 0) {
			return sendError(res, 400, 'invalid_request_error', broken.join(' '))
		}
		const entry = script.shift() ?? fallback
		if (!entry) return sendError(res, 500, 'api_error', 'The script has no turn left.')
		const turn = typeof entry === 'function' ? entry(body) : entry
		switch (turn.kind) {
			case 'silent':
				return
			case 'error':
				return sendError(res, turn.status, turn.type, turn.message, turn.headers)
			case 'answer':
				if (engineOf(turn) === 'own') return play(turn, body, requests.length, res)
				aimockUrl ??= aimock.start()
				return pipe(await throughAimock(await aimockUrl, turn, raw), res)
			default:
				return turn satisfies never
		}
	}

	const server = createServer((req, res) => {
		handle(req, res).catch(() => res.destroy())
	})
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		script: (...more) => void script.push(...more),
		otherwise: (turn) => {
			fallback = turn
		},
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

const STOP_REASONS_OF_AIMOCK = new Set(['end_turn', 'tool_use', 'max_tokens'])

const engineOf = (turn: AnswerTurn): 'own' | 'aimock' =>
	turn.engine ?? (isPlain(turn) ? 'aimock' : 'own')

/** True if aimock can play it. */
export function isPlain(turn: AnswerTurn): boolean {
	const kinds = turn.blocks.map((block) => block.type)
	// aimock puts thinking first, then text, then calls, and makes its own usage.
	const order = ['thinking', 'text', 'tool_use'] as string[]
	const ranks = kinds.map((kind) => order.indexOf(kind))
	const plain =
		ranks.every((rank, n) => rank >= 0 && rank >= (ranks[n - 1] ?? 0)) &&
		kinds.filter((kind) => kind === 'thinking').length <= 1 &&
		kinds.filter((kind) => kind === 'text').length <= 1 &&
		kinds.some((kind) => kind !== 'thinking') &&
		turn.blocks.every((block) => !('rawInput' in block) && !('deltas' in block))
	const special =
		turn.usage !== undefined ||
		turn.paceMs !== undefined ||
		turn.gate !== undefined ||
		turn.errorAfter !== undefined ||
		turn.cutAfterEvents !== undefined ||
		!STOP_REASONS_OF_AIMOCK.has(stopReasonOf(turn))
	return plain && !special
}

async function play(
	turn: AnswerTurn,
	body: Record<string, unknown>,
	n: number,
	res: ServerResponse,
): Promise<void> {
	const events = eventsOf(turn, `msg_fake_${n}`, String(body['model']))
	res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
	const pace = turn.paceMs ?? 0
	const cut = new Promise((resolve) => res.once('close', resolve))
	let whole = ''
	let deltas = 0
	for (const [index, event] of events.entries()) {
		if (index === turn.cutAfterEvents) {
			const half = frame(event)
			res.write(whole + half.slice(0, half.length / 2), () => res.destroy())
			return
		}
		if (index === turn.errorAfter?.events) {
			const { type, message } = turn.errorAfter
			res.end(whole + frame({ type: 'error', error: { type, message } } as { type: string }))
			return
		}
		const isDelta = event.type === 'content_block_delta'
		if (isDelta && turn.gate) {
			if (whole !== '') res.write(whole)
			whole = ''
			await Promise.race([turn.gate(deltas++), cut])
		}
		if (res.destroyed) return
		whole += frame(event)
		if (pace === 0) continue
		res.write(whole)
		whole = ''
		if (isDelta) await sleep(pace)
	}
	res.end(whole)
}

/** The turn in aimock's words. */
export function aimockResponse(turn: AnswerTurn): Record<string, unknown> {
	const thinking = turn.blocks.find((block) => block.type === 'thinking')
	const words = turn.blocks.find((block) => block.type === 'text')
	const toolCalls = turn.blocks.flatMap((block) =>
		block.type === 'tool_use'
			? [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }]
			: [],
	)
	const finish = { end_turn: 'stop', tool_use: 'tool_calls', max_tokens: 'length' }[
		stopReasonOf(turn) as 'end_turn'
	]
	return {
		...(words ? { content: words.text } : {}),
		...(toolCalls.length > 0 ? { toolCalls } : {}),
		...(thinking ? { reasoning: thinking.thinking, reasoningSignature: thinking.signature } : {}),
		finishReason: finish,
	}
}

export async function pipe(answered: Response, res: ServerResponse): Promise<void> {
	res.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' })
	if (answered.body) for await (const chunk of answered.body) res.write(chunk)
	res.end()
}

function sendError(
	res: ServerResponse,
	status: number,
	type: string,
	message: string,
	headers: Readonly<Record<string, string>> = {},
): void {
	res.writeHead(status, { 'content-type': 'application/json', ...headers })
	res.end(JSON.stringify({ type: 'error', error: { type, message } }))
}

export async function readBody(req: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	for await (const chunk of req) chunks.push(chunk as Buffer)
	return Buffer.concat(chunks).toString('utf8')
}
