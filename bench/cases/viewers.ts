/** A hundred viewers on one stream beside one: the run's own pace; and a reload in the middle of a long answer. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import * as z from 'zod'
import type { Stack } from '../../scripts/stack/stack.ts'
import { framesOf } from '../frames.ts'
import { epochNow, type ModelServer } from '../model-server.ts'
import type { Row, Section } from '../report.ts'
import { median, spread } from '../stats.ts'

const CROWD_MAIN = fileURLToPath(new URL('../crowd.ts', import.meta.url))
const DeltasOfEach = z.array(z.number().int())

const PACED_DELTAS = 400
const PACE_MS = 5
/** A hundred pages need time to connect before the first word. */
const THINK_MS = 4_000
const CROWD = 100
const LONG_CHUNKS = 10_000
/** The answer stays open this long, so that a page can load in the middle of it. */
const HOLD_MS = 2_500

/** Our page reconnects to a stream that ended; for a stock client the Worker holds it open. */
const CLIENTS = ['page', 'stock client'] as const
type Client = (typeof CLIENTS)[number]
const STREAM_HEADERS: Record<Client, Record<string, string>> = {
	page: { [STREAM_HEADER.name]: STREAM_HEADER.value },
	'stock client': {},
}

interface Heard {
	readonly delays: readonly number[]
	readonly deltas: number
	/** Milliseconds of the run, by its own clock. */
	readonly runMs: number
}

async function hear(response: Response): Promise<Heard> {
	const delays: number[] = []
	let createdAt = 0
	let finishedAt = 0
	for await (const { frame, at } of framesOf(response, epochNow)) {
		const delta = /"delta":"(\d+\.\d+) /.exec(frame)
		if (delta) delays.push(at - Number(delta[1]))
		createdAt = Number(/"createdAt":(\d+)/.exec(frame)?.[1] ?? createdAt)
		finishedAt = Number(/"type":"finish".*"finishedAt":(\d+)/.exec(frame)?.[1] ?? finishedAt)
	}
	return { delays, deltas: delays.length, runMs: finishedAt - createdAt }
}

class Talk {
	readonly #stack: Stack
	readonly #id: string

	private constructor(stack: Stack, id: string) {
		this.#stack = stack
		this.#id = id
	}

	static async open(stack: Stack): Promise<Talk> {
		const talk = new Talk(stack, '')
		const path = `/api/projects/${stack.projectId}/conversations`
		const { id } = (await (await talk.#fetch(path, '{}')).json()) as { id: string }
		return new Talk(stack, id)
	}

	post(model: string): Promise<Response> {
		return this.#fetch(
			`/api/conversations/${this.#id}/messages`,
			JSON.stringify({
				model,
				message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'go' }] },
			}),
		)
	}

	look(): Promise<Response> {
		return this.#fetch(`/api/conversations/${this.#id}/stream`)
	}

	/** This many viewers, in another process; returns the deltas that each received. */
	async crowd(count: number, client: Client): Promise<readonly number[]> {
		const { origin, owner } = this.#stack
		const url = `${origin}/api/conversations/${this.#id}/stream`
		const { stdout } = await promisify(execFile)(process.execPath, [
			'--no-warnings',
			CROWD_MAIN,
			url,
			JSON.stringify({ cookie: owner.cookie, ...STREAM_HEADERS[client] }),
			String(count),
		])
		return DeltasOfEach.parse(JSON.parse(stdout))
	}

	#fetch(path: string, body?: string): Promise<Response> {
		const { origin, owner } = this.#stack
		return fetch(`${origin}${path}`, {
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				cookie: owner.cookie,
				origin,
				'content-type': 'application/json',
				...STREAM_HEADERS.page,
			},
			...(body === undefined ? {} : { body }),
		})
	}
}

/** One paced run with this many viewers in total; returns what the first one received. */
async function watched(
	stack: Stack,
	server: ModelServer,
	viewers: number,
	client: Client = 'page',
): Promise<Heard> {
	server.set({ deltas: PACED_DELTAS, paceMs: PACE_MS, thinkMs: THINK_MS })
	const talk = await Talk.open(stack)
	const first = hear(await talk.post('anthropic/claude-bench'))
	const others = viewers > 1 ? await talk.crowd(viewers - 1, client) : []
	const heard = await first
	for (const deltas of others) {
		if (deltas !== heard.deltas) {
			throw new Error(`A viewer heard ${deltas} of ${heard.deltas} deltas.`)
		}
	}
	return heard
}

/** A page that loads when everything but the end was sent. */
async function reload(
	stack: Stack,
	server: ModelServer,
): Promise<{ ms: number; bytes: number; chunks: number }> {
	server.set({ deltas: LONG_CHUNKS, paceMs: 0, holdMs: HOLD_MS })
	const talk = await Talk.open(stack)
	const answer = await talk.post('anthropic/claude-bench')
	const last = Promise.withResolvers<void>()
	const reading = (async () => {
		let deltas = 0
		for await (const { frame } of framesOf(answer, epochNow)) {
			if (frame.includes('"type":"text-delta"') && ++deltas === LONG_CHUNKS) last.resolve()
		}
		// A run that ended early fails below instead of being waited for.
		last.resolve()
	})()
	await last.promise
	const start = performance.now()
	const again = await talk.look()
	let text = ''
	let ms = 0
	const decoder = new TextDecoder()
	for await (const bytes of again.body ?? []) {
		text += decoder.decode(bytes, { stream: true })
		const chunks = text.split('"type":"text-delta"').length - 1
		if (ms === 0 && chunks >= LONG_CHUNKS) ms = performance.now() - start
	}
	await reading
	const chunks = text.split('"type":"text-delta"').length - 1
	if (chunks !== LONG_CHUNKS) throw new Error(`${chunks} of ${LONG_CHUNKS} chunks came.`)
	return { ms, bytes: text.length, chunks }
}

export async function viewers(stack: Stack, server: ModelServer, quick: boolean): Promise<Section> {
	const rounds = quick ? 1 : 5
	await watched(stack, server, 1)
	const alone: Heard[] = []
	const crowds: Record<Client, Heard[]> = { page: [], 'stock client': [] }
	for (let round = 0; round < rounds; round++) {
		alone.push(await watched(stack, server, 1))
		for (const client of CLIENTS) {
			crowds[client].push(await watched(stack, server, CROWD, client))
		}
	}
	const reloads = []
	for (let round = 0; round < rounds; round++) reloads.push(await reload(stack, server))
	const pace = (heard: readonly Heard[]): number => median(heard.map(({ runMs }) => runMs))
	const row = (who: string, heard: readonly Heard[]): Row[] => {
		const { p50, p99 } = spread(heard.flatMap(({ delays }) => delays))
		return [
			{ what: `the run itself, ${who}`, value: pace(heard), unit: 'ms' },
			{ what: `added to a delta at the first viewer, ${who}`, value: p50, p99, unit: 'ms' },
		]
	}
	const crowdRows = (client: Client): Row[] => {
		const factor = pace(crowds[client]) / pace(alone)
		return [
			...row(`${CROWD} viewers, each a ${client}`, crowds[client]),
			{
				what: `the run with ${CROWD} viewers against 1, each a ${client}`,
				value: factor,
				unit: '×',
				aim: '≤ 1.05',
				met: factor <= 1.05,
			},
		]
	}
	return {
		title: `${CROWD} viewers on one stream (${PACED_DELTAS} deltas, one every ${PACE_MS} ms; 99 of them read in a process of their own), and a reload in the middle of ${LONG_CHUNKS.toLocaleString('en-US')} chunks`,
		rows: [
			...row('1 viewer', alone),
			...CLIENTS.flatMap(crowdRows),
			{
				what: `a page loaded in the middle: until ${LONG_CHUNKS.toLocaleString('en-US')} chunks are there`,
				value: median(reloads.map(({ ms }) => ms)),
				unit: 'ms',
				note: `${Math.round(median(reloads.map(({ bytes }) => bytes)) / 1024)} KB`,
			},
		],
	}
}
