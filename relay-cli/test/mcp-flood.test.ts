/** Sockets that never prove that they know the token take no place from MCP clients. */
import { connect, type Socket } from 'node:net'
import { newNonce, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Dialed, dialRelay } from '../src/requests/dial.ts'
import { MCP_WIRE } from '../src/requests/wire.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
beforeEach(async () => {
	bench = new RelayBench()
	await bench.start()
})
afterEach(() => bench.end())

/** Open, and past the upgrade. */
async function unproven(): Promise<Socket> {
	const socket = connect({ host: '127.0.0.1', port: bench.relay.port })
	bench.cleanups.add(socket, async (one) => void one.destroy())
	socket.on('error', () => undefined)
	let said = ''
	socket.on('data', (chunk) => {
		said += chunk
	})
	const { port } = bench.relay
	socket.write(
		`GET ${MCP_WIRE.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: ${MCP_WIRE.upgrade}\r\n${TOKEN_PROOF.nonceHeader}: ${newNonce()}\r\n\r\n`,
	)
	await until('the upgrade', () => said.includes(' 101 '))
	return socket
}

async function client(nth: number): Promise<Dialed> {
	const { port, token } = bench.relay
	const dialed = await dialRelay(
		{ port, token, pid: process.pid, version: '0' },
		{
			session: `session${nth}`,
			folder: null,
			mode: 'auto',
			allow: [],
			pid: process.pid,
		},
	)
	if (dialed.kind === 'connected') {
		const { socket } = dialed
		bench.cleanups.add(socket, async (one) => void one.destroy())
	}
	return dialed
}

it('a client gets in while more sockets than the relay keeps prove nothing; the oldest of them is closed', async () => {
	const flood: Socket[] = []
	for (let n = 0; n < 40; n++) flood.push(await unproven())
	expect((await client(1)).kind).toBe('connected')
	const closed = () => flood.filter((socket) => socket.closed)
	await until('the oldest to be closed', () => closed().length >= 8)
	expect(flood.at(-1)?.closed).toBe(false)
	expect(closed()).toEqual(flood.slice(0, closed().length))
})

it('a flood closes no client, and clients are bounded by their own number', async () => {
	const clients: Dialed[] = []
	for (let n = 0; n < 32; n++) clients.push(await client(n))
	for (let n = 0; n < 40; n++) await unproven()
	for (const one of clients) expect(one.kind === 'connected' && !one.socket.closed).toBe(true)
	expect(await client(33)).toMatchObject({
		kind: 'refused',
		why: expect.stringContaining('At most 32 MCP clients'),
	})
})
