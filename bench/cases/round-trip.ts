/** One editor call from a browser's socket to the simulated editor and back, next to its lower bound. */
import { rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import type { WebSocket } from 'ws'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type Section, timesRow } from '../report.ts'
import { Script } from '../script.ts'
import { open, roundTrips, startEcho } from '../sockets.ts'
import { spread } from '../stats.ts'
import { startBenchWorker } from '../worker-process.ts'

const AIM_FACTOR = 1.5
/** About what a small call and its answer weigh. */
const PAYLOAD = 'x'.repeat(300)

/** Round trips of a payload that the other end echoes. */
const echoTrips = (socket: WebSocket, count: number): Promise<number[]> =>
	roundTrips(
		socket,
		count,
		(n) => `${n} ${PAYLOAD}`,
		(text, n) => text.startsWith(`${n} `),
	)

async function rawEcho(count: number): Promise<number[]> {
	const echo = await startEcho()
	const socket = await open(echo.url)
	const times = await echoTrips(socket, count)
	socket.terminate()
	await echo.close()
	return times
}

/** A → object → B → object → A, B being this process. */
async function bareRelay(count: number): Promise<number[]> {
	const worker = await startBenchWorker('bare-relay')
	try {
		const ws = worker.origin.replace('http', 'ws')
		const far = await open(`${ws}/b`)
		far.on('message', (data) => far.send(data.toString()))
		const near = await open(`${ws}/a`)
		const times = await echoTrips(near, count)
		near.terminate()
		far.terminate()
		return times
	} finally {
		await worker.stop()
	}
}

/** The same chain of processes without any work: browser, workerd, forwarder, echo. */
async function bareChain(count: number): Promise<number[]> {
	const worker = await startBenchWorker('bare-relay')
	const echo = new Script('echo', [])
	const ws = worker.origin.replace('http', 'ws')
	const forwarder = new Script('forwarder', [`${ws}/b`, await echo.says('URL')])
	try {
		await forwarder.says('READY')
		const near = await open(`${ws}/a`)
		const times = await echoTrips(near, count)
		near.terminate()
		return times
	} finally {
		await forwarder.end()
		await echo.end()
		await worker.stop()
	}
}

/** Viewer → room → relay → simulated editor and back. */
async function throughFairlead(stack: Stack, count: number): Promise<number[]> {
	const url = `${stack.origin.replace('http', 'ws')}/api/projects/${stack.projectId}/room`
	const socket = await open(url, {
		headers: { cookie: stack.owner.cookie, origin: stack.origin },
		protocol: VIEWER_LINK.subprotocol,
	})
	const hello = { protocolVersion: VIEWER_LINK.version }
	await new Promise<void>((resolve) => {
		socket.on('message', (data) => {
			// The editor may connect a moment later than we do.
			if (data.toString().includes('"phase":"ready"')) resolve()
		})
		socket.send(rpcRequest('hello', 'viewer.hello', hello))
	})
	const params = { method: 'unity_query', params: { action: 'selection' } }
	const times = await roundTrips(
		socket,
		count,
		(n) => rpcRequest(n, 'room.read', params),
		(text, n) => {
			if (!text.includes(`"id":${n},`) && !text.includes(`"id":${n}}`)) return false
			if (!text.includes('"status":"ok"')) throw new Error(`The read failed: ${text.slice(0, 300)}`)
			return true
		},
	)
	socket.terminate()
	return times
}

export async function roundTrip(stack: Stack, quick: boolean): Promise<Section> {
	const count = quick ? 300 : 3_000
	const echo = await rawEcho(count)
	const bare = await bareRelay(count)
	const chain = await bareChain(count)
	const ours = await throughFairlead(stack, count)
	const factor = spread(ours).p50 / spread(bare).p50
	return {
		title: 'Round trip of one editor call',
		rows: [
			timesRow('raw loopback WebSocket echo', 'µs', echo),
			timesRow('bare relay Durable Object (A → DO → B → DO → A)', 'µs', bare),
			timesRow('bare chain: the same, with a forwarder and an echo process behind it', 'µs', chain),
			timesRow('Fairlead: viewer → room → relay → editor and back', 'µs', ours),
			{
				what: 'Fairlead against the bare relay object, p50',
				value: factor,
				unit: '×',
				aim: `≤ ${AIM_FACTOR}`,
				met: factor <= AIM_FACTOR,
				note: 'ours passes two processes more: relay and editor',
			},
			{
				what: 'Fairlead against the bare chain of the same processes, p50',
				value: spread(ours).p50 / spread(chain).p50,
				unit: '×',
			},
		],
	}
}
