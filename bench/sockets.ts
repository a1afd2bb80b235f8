/** WebSocket round trips, one after another. */

import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** Warm-up, discarded: it includes compilation on both sides. */
const WARM_UP = 200

export async function open(
	url: string,
	options: { headers?: Record<string, string>; protocol?: string } = {},
): Promise<WebSocket> {
	const socket = new WebSocket(url, options.protocol ? [options.protocol] : [], {
		perMessageDeflate: false,
		...(options.headers ? { headers: options.headers } : {}),
	})
	await new Promise<void>((resolve, reject) => {
		socket.once('open', resolve)
		socket.once('error', reject)
	})
	return socket
}

/**
 * Microseconds of `count` round trips.
 * @param frame makes the n-th request · `answers` tells whether a frame is its answer
 */
export async function roundTrips(
	socket: WebSocket,
	count: number,
	frame: (n: number) => string,
	answers: (text: string, n: number) => boolean,
): Promise<number[]> {
	const times: number[] = []
	let waiting: { n: number; resolve: () => void } | null = null
	const listener = (data: Buffer): void => {
		if (waiting && answers(data.toString(), waiting.n)) waiting.resolve()
	}
	socket.on('message', listener)
	for (let n = 0; n < count + WARM_UP; n++) {
		const start = performance.now()
		await new Promise<void>((resolve) => {
			waiting = { n, resolve }
			socket.send(frame(n))
		})
		if (n >= WARM_UP) times.push((performance.now() - start) * 1_000)
	}
	socket.off('message', listener)
	return times
}

export async function startEcho(): Promise<{ url: string; close(): Promise<void> }> {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
	server.on('connection', (socket) => {
		socket.on('message', (data) => socket.send(data.toString()))
	})
	await new Promise((resolve) => server.once('listening', resolve))
	return {
		url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise((resolve) => {
				for (const client of server.clients) client.terminate()
				server.close(() => resolve())
			}),
	}
}
