/** The relay's local socket, on which MCP clients are served besides its port. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestOptions, request } from 'node:http'
import { connect, createServer as createSocketServer, type Server } from 'node:net'
import { join } from 'node:path'
import { newNonce, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRelayFile } from '../src/home/relay-file.ts'
import { type Dialed, dialRelay } from '../src/requests/dial.ts'
import { newLocalSocket } from '../src/requests/local-socket.ts'
import { MCP_WIRE } from '../src/requests/wire.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

/** Nothing listens there. */
const CLOSED_PORT = 1

let bench: RelayBench
beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

/** Dials the relay of relay.json, with `other` in place of what the file says. */
async function dial(
	other: { readonly port?: number; readonly token?: string } = {},
): Promise<Dialed> {
	const file = await readRelayFile(bench.home)
	if (!file) throw new Error('No relay is running.')
	const dialed = await dialRelay(
		{ ...file, ...other },
		{
			session: 'session1',
			folder: null,
			mode: 'auto',
			allow: [],
			pid: process.pid,
		},
	)
	if (dialed.kind === 'connected')
		bench.cleanups.add(dialed.socket, (socket) => void socket.destroy())
	return dialed
}

/** The socket that relay.json names. */
const nearby = async (): Promise<string> => (await readRelayFile(bench.home))?.mcpSocket ?? ''

/** The status of the answer to a request on the socket. */
async function ask(options: RequestOptions): Promise<number | undefined> {
	const socketPath = await nearby()
	return new Promise((resolve, reject) => {
		const asked = request({ socketPath, ...options })
		asked.on('response', (response) => {
			response.resume()
			resolve(response.statusCode)
		})
		asked.on('upgrade', ({ statusCode }, socket) => {
			socket.destroy()
			resolve(statusCode)
		})
		asked.on('error', reject)
		asked.end()
	})
}

function listen(server: Server, address: string): Promise<void> {
	bench.cleanups.add(server, (made) => void made.close())
	return new Promise((resolve) => server.listen(address, resolve))
}

test('a client is served on the socket, and on the port where the socket is gone', async () => {
	const { port } = await bench.start()
	expect(await ask({ path: '/mcp', headers: { host: `127.0.0.1:${port}` } })).toBe(404)
	expect((await dial()).kind).toBe('connected')
	if (process.platform !== 'win32') {
		await rm(await nearby())
		expect((await dial()).kind).toBe('connected')
		expect((await dial({ port: CLOSED_PORT })).kind).toBe('stale')
	}
})

test('a relay takes the place of what an earlier one left, and leaves nothing itself', async () => {
	const near = join(bench.home, 'mcp.sock')
	if (process.platform !== 'win32') {
		await mkdir(bench.home)
		await writeFile(near, '')
	}
	const { port } = await bench.start()
	expect(await ask({ path: '/mcp', headers: { host: `127.0.0.1:${port}` } })).toBe(404)
	await bench.relay.close()
	expect(existsSync(near)).toBe(false)
})

test('a relay that ends leaves no connection open on its socket', async () => {
	await bench.start()
	const socket = connect(await nearby())
	bench.cleanups.add(socket, (one) => void one.destroy())
	const closed = once(socket, 'close')
	socket.write('GET /mcp HTTP/1.1\r\n')
	// An answer to a later connection says that the relay has taken this one.
	expect(await ask({ path: '/mcp' })).toBe(404)
	await bench.relay.close()
	await closed
})

test('only MCP clients with the token get in, and no web page', async () => {
	const { port } = await bench.start()
	const host = `127.0.0.1:${port}`
	const upgrade = { connection: 'Upgrade', upgrade: MCP_WIRE.upgrade }
	const mcp = { ...upgrade, host, [TOKEN_PROOF.nonceHeader]: newNonce() }
	expect(await ask({ path: '/mcp', headers: mcp })).toBe(101)
	expect(await ask({ path: '/mcp', headers: { ...mcp, origin: 'https://a.example' } })).toBe(403)
	expect(await ask({ path: '/editor', headers: { ...mcp, upgrade: 'websocket' } })).toBe(404)
	expect(await ask({ path: '/status', headers: { host } })).toBe(404)
	expect((await dial({ token: 'x'.repeat(43) })).kind).toBe('stale')
})

test('a path that is too long for a socket has none', () => {
	expect(newLocalSocket(`/${'a'.repeat(120)}`, 'linux')).toBeNull()
	expect(newLocalSocket('/home/ada/.fairlead', 'linux')).toBe('/home/ada/.fairlead/mcp.sock')
})

test('nobody can tell the name of a pipe beforehand', () => {
	const name = (): string | null => newLocalSocket(String.raw`C:\Users\Ada\.fairlead`, 'win32')
	expect(name()).toMatch(/^\\\\\.\\pipe\\fairlead-[0-9a-f]{32}$/)
	expect(name()).not.toBe(name())
})

test.skipIf(process.platform === 'win32')(
	'a program that has the place that a relay could not get sees nothing of its clients',
	async () => {
		const place = join(bench.home, 'mcp.sock')
		await mkdir(place, { recursive: true })
		const { port } = await bench.start()
		await rm(place, { recursive: true })
		let seen = 0
		const squatter = createSocketServer((victim) => {
			const relay = connect(port, '127.0.0.1')
			bench.cleanups.add(relay, (socket) => void socket.destroy())
			victim.on('data', (bytes) => {
				seen += bytes.length
			})
			victim.on('error', () => undefined).pipe(relay)
			relay.on('error', () => undefined).pipe(victim)
		})
		await listen(squatter, place)
		expect((await dial()).kind).toBe('connected')
		expect(seen).toBe(0)
	},
)

test.skipIf(process.platform === 'win32')(
	'a program that answers on the socket without a proof does not keep a client from the port',
	async () => {
		await bench.start()
		const place = await nearby()
		await rm(place)
		let asked = 0
		await listen(
			createServer((_, response) => {
				asked++
				response.writeHead(404).end()
			}),
			place,
		)
		expect((await dial()).kind).toBe('connected')
		expect(asked).toBe(1)
	},
)
