/** From the model's delta to the client's, through the product and through the AI SDK in a Worker. */
import { STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import type { Stack } from '../../scripts/stack/stack.ts'
import { framesOf } from '../frames.ts'
import { BURST, epochNow, type ModelServer } from '../model-server.ts'
import type { Row, Section } from '../report.ts'
import { median, spread } from '../stats.ts'
import { startBenchWorker } from '../worker-process.ts'

const DELTAS = 2_000
const PACED_DELTAS = 400
const PACE_MS = 5
/** Real models take longer; by then the writes at the start of a run are done. */
const THINK_MS = 200
const AIM_P99_MS = 3
const AIM_SINGLY_MS = 200

/** Sends the request that starts the model's answer. */
type Ask = () => Promise<Response>

interface Heard {
	/** Epoch ms. */
	readonly firstAt: number
	readonly lastAt: number
	/** Per delta: ms from being written to being read. */
	readonly delays: readonly number[]
}

/** Reads the whole stream; the delta's text is the time it was written. */
async function hear(ask: Ask): Promise<Heard> {
	const delays: number[] = []
	let firstAt = 0
	let lastAt = 0
	for await (const { frame, at } of framesOf(await ask(), epochNow)) {
		const match = /"delta":"(\d+\.\d+) /.exec(frame) ?? /"text":"(\d+\.\d+) /.exec(frame)
		if (!match) continue
		if (firstAt === 0) firstAt = at
		lastAt = at
		delays.push(at - Number(match[1]))
	}
	return { firstAt, lastAt, delays }
}

interface Figures {
	readonly firstMs: number
	readonly allMs: number
	/** The same, each delta in its own packet. */
	readonly singlyMs: number
	readonly paced: { p50: number; p99: number }
}

async function figures(server: ModelServer, ask: Ask, rounds: number): Promise<Figures> {
	const firsts: number[] = []
	const alls: number[] = []
	const singles: number[] = []
	const paced: number[] = []
	for (let round = 0; round <= rounds; round++) {
		server.set({ deltas: DELTAS, paceMs: 0 })
		const fast = await hear(ask)
		const spokeAt = server.firstDeltaAt()
		if (fast.delays.length < DELTAS * 0.99) {
			throw new Error(`Only ${fast.delays.length} of ${DELTAS} deltas arrived.`)
		}
		server.set({ deltas: DELTAS, paceMs: 0, burst: 1 })
		const singly = await hear(ask)
		const singlyFrom = server.firstDeltaAt()
		server.set({ deltas: PACED_DELTAS, paceMs: PACE_MS, thinkMs: THINK_MS })
		const slow = await hear(ask)
		server.set({ deltas: 1, paceMs: 1, thinkMs: THINK_MS })
		const single = await hear(ask)
		// The first round pays for starting up.
		if (round === 0) continue
		firsts.push(single.delays[0] ?? Number.NaN)
		alls.push(fast.lastAt - spokeAt)
		singles.push(singly.lastAt - singlyFrom)
		paced.push(...slow.delays)
	}
	return {
		firstMs: median(firsts),
		allMs: median(alls),
		singlyMs: median(singles),
		paced: spread(paced),
	}
}

async function fairlead(stack: Stack): Promise<Ask> {
	const headers = {
		cookie: stack.owner.cookie,
		[STREAM_HEADER.name]: STREAM_HEADER.value,
		origin: stack.origin,
		'content-type': 'application/json',
	}
	return async () => {
		// One conversation each: history is measured elsewhere.
		const created = await fetch(`${stack.origin}/api/projects/${stack.projectId}/conversations`, {
			method: 'POST',
			headers,
			body: '{}',
		})
		const { id } = (await created.json()) as { id: string }
		return fetch(`${stack.origin}/api/conversations/${id}/messages`, {
			method: 'POST',
			headers,
			body: JSON.stringify({
				model: 'anthropic/claude-bench',
				message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'go' }] },
			}),
		})
	}
}

export async function streaming(
	stack: Stack,
	server: ModelServer,
	quick: boolean,
): Promise<Section> {
	const rounds = quick ? 2 : 7
	const direct = await figures(
		server,
		() => fetch(server.url, { method: 'POST', body: '{}' }),
		rounds,
	)
	const sdkWorker = await startBenchWorker('ai-sdk', { ANTHROPIC_BASE_URL: server.url })
	let sdk: Figures
	try {
		sdk = await figures(
			server,
			() => fetch(sdkWorker.origin, { method: 'POST', body: '{}' }),
			rounds,
		)
	} finally {
		await sdkWorker.stop()
	}
	const ours = await figures(server, await fairlead(stack), rounds)
	const share = ours.allMs / sdk.allMs
	const trio = (what: string, pick: (f: Figures) => Partial<Row>): Row[] =>
		(
			[
				['direct', direct],
				['AI SDK in a Worker, nothing stored', sdk],
				['Fairlead, durable', ours],
			] as const
		).map(([who, f]) => ({ what: `${what}: ${who}`, value: 0, unit: 'ms', ...pick(f) }))
	return {
		title: `Streaming (${rounds} rounds)`,
		rows: [
			...trio('first delta', (f) => ({ value: f.firstMs })),
			...trio(`${DELTAS} deltas as fast as they come, ${BURST} in a packet`, (f) => ({
				value: f.allMs,
			})),
			{
				what: 'our time for them against the AI SDK',
				value: share,
				unit: '×',
				aim: '≤ 0.25',
				met: share <= 0.25,
			},
			...trio(`${DELTAS} deltas as fast as they come, one in a packet`, (f) => ({
				value: f.singlyMs,
			})),
			{
				what: 'our time for them, one in a packet',
				value: ours.singlyMs,
				unit: 'ms',
				aim: `≤ ${AIM_SINGLY_MS}`,
				met: ours.singlyMs <= AIM_SINGLY_MS,
			},
			...trio(`added to a delta every ${PACE_MS} ms, the first after ${THINK_MS} ms`, (f) => ({
				value: f.paced.p50,
				p99: f.paced.p99,
			})),
			{
				what: 'our p99 per delta',
				value: ours.paced.p99,
				unit: 'ms',
				aim: `< ${AIM_P99_MS}`,
				met: ours.paced.p99 < AIM_P99_MS,
			},
		],
	}
}
