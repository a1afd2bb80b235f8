/** The process `fairlead mcp`: without a relay, with what a dead one left, and with clients that misbehave. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { newNonce, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isProcessAlive, readRelayFile } from '../src/home/home.ts'
import { addLink } from '../src/home/links.ts'
import { MCP_WIRE } from '../src/requests/wire.ts'
import { MCP_ENTRY, startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }
const INITIALIZE = {
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: {
		protocolVersion: '2025-06-18',
		capabilities: {},
		clientInfo: { name: 'raw', version: '1' },
	},
}

let bench: RelayBench
let path: string

beforeEach(async () => {
	bench = new RelayBench()
	path = await bench.project('Game')
})
afterEach(() => bench.end())

interface Raw {
	readonly child: ChildProcessWithoutNullStreams
	readonly lines: () => Record<string, unknown>[]
	readonly errors: () => string
	send(message: unknown): void
}

/** Without a client library, so that every byte of its output is seen. */
function raw(...args: string[]): Raw {
	const child = spawn(process.execPath, [MCP_ENTRY, 'mcp', ...args], {
		cwd: path,
		env: { ...process.env, FAIRLEAD_HOME: bench.home },
	})
	bench.cleanups.add(child, () => child.kill('SIGKILL'))
	let out = ''
	let errors = ''
	child.stdout.on('data', (chunk) => {
		out += chunk
	})
	child.stderr.on('data', (chunk) => {
		errors += chunk
	})
	child.stdin.on('error', () => undefined)
	return {
		child,
		// Throws for anything that is not a message.
		lines: () =>
			out
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line) as Record<string, unknown>),
		errors: () => errors,
		send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
	}
}

const answered = ({ lines }: Raw, id: number) =>
	until(`the answer ${id}`, () => lines().find((one) => one['id'] === id))

test('the command mcp is a relay itself where there is none, and a second client uses it', async () => {
	const revision = 'legacy'
	const one = await startMcp(bench.cleanups, { home: bench.home, cwd: path, revision })
	// The client has its lists before there is a relay.
	expect((await one.client.listTools()).tools).not.toHaveLength(0)
	const file = await until('its relay', () => readRelayFile(bench.home))
	expect(file.pid).toBe(one.pid)
	const editor = bench.editor(path)
	await editor.connect(file)
	expect((await one.client.callTool(LOOK)).structuredContent).toBeDefined()
	const two = await startMcp(bench.cleanups, { home: bench.home, cwd: path })
	expect((await two.client.callTool(LOOK)).structuredContent).toBeDefined()
	expect(one.said()).toContain('from this process')
	expect(two.said()).toBe('')
	await one.client.close()
	const next = await until('its own relay', async () => {
		const found = await readRelayFile(bench.home)
		return found?.pid === two.pid ? found : null
	})
	await editor.connect(next)
	expect((await two.client.callTool(LOOK)).structuredContent).toBeDefined()
})

test('the command mcp takes the place of a relay that stays away, and the client notices nothing', async () => {
	await bench.start()
	const { client, pid, said } = await startMcp(bench.cleanups, {
		home: bench.home,
		cwd: path,
	})
	const editor = await bench.connectedEditor(path)
	await client.callTool(LOOK)
	await bench.relay.close()
	const file = await until('its own relay', async () => {
		const found = await readRelayFile(bench.home)
		return found?.pid === pid ? found : null
	})
	await editor.connect(file)
	expect((await client.callTool(LOOK)).structuredContent).toBeDefined()
	expect(said()).toContain('Connecting again')
})

/** A server of another program. `status`: its answer to a path that it does not know; null: it lets the client in. */
async function stranger(
	status: string | null = null,
): Promise<{ server: Server; port: number; seen: string[] }> {
	const seen: string[] = []
	const server = createServer((asked, response) => {
		seen.push(JSON.stringify(asked.headers))
		response.end('hello')
	})
	server.on('upgrade', (asked, socket) => {
		seen.push(JSON.stringify(asked.headers))
		socket.write(
			status === null
				? 'HTTP/1.1 101 Switching Protocols\r\nFairlead-Nonce: x\r\n\r\n'
				: `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`,
		)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	bench.cleanups.add(server, () => {
		server.closeAllConnections()
		server.close()
	})
	const address = server.address()
	return { server, seen, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

test.each([
	['lets everybody in', null],
	['knows no such path', '404 Not Found'],
	['does not like the request', '400 Bad Request'],
	['answers as if asked for a page', '200 OK'],
])(
	'relay.json of a dead relay, whose id and port others have now, one that %s: no token is sent there, and mcp serves',
	async (_, status) => {
		const { port, seen } = await stranger(status)
		const token = 'T'.repeat(43)
		await mkdir(bench.home, { recursive: true })
		await writeFile(
			join(bench.home, 'relay.json'),
			// This test's own process lives, and is not a relay.
			JSON.stringify({ port, token, pid: process.pid, version: '0.1.0' }),
		)
		const { client, said } = await startMcp(bench.cleanups, {
			home: bench.home,
			cwd: path,
			revision: 'legacy',
		})
		expect((await client.listTools()).tools).not.toHaveLength(0)
		expect(said()).toContain('is not the relay that wrote relay.json')
		expect(seen).not.toHaveLength(0)
		expect(seen.join()).not.toContain(token)
	},
)

test('a client in a linked folder gets that folder, not the editor of another project', async () => {
	const room = await bench.room()
	const site = join(bench.folder, 'site')
	await mkdir(join(site, 'src'), { recursive: true })
	await addLink(site, room.link, bench.home)
	await bench.start()
	const editor = await bench.connectedEditor(path)
	const inside = await startMcp(bench.cleanups, { home: bench.home, cwd: join(site, 'src') })
	expect(await inside.client.callTool(LOOK)).toMatchObject({ isError: true })
	expect(editor.executed).toEqual([])
	expect(inside.said()).toBe('')
	// Nowhere, the only editor that is open is meant, and that is said.
	const nowhere = await startMcp(bench.cleanups, { home: bench.home, cwd: bench.folder })
	expect((await nowhere.client.callTool(LOOK)).structuredContent).toBeDefined()
	expect(nowhere.said()).toContain('calls go to the only editor that is open')
})

test('nobody without the token of relay.json gets in', async () => {
	const { port } = await bench.start()
	const said = await new Promise<string>((resolve) => {
		const socket = connect(port, '127.0.0.1')
		let text = ''
		socket.on('data', (chunk) => {
			text += chunk
			if (text.endsWith('\r\n\r\n')) {
				const hello = { version: 1, proof: 'x', session: 'abcdefgh', folder: null }
				socket.write(`${JSON.stringify({ ...hello, mode: 'auto', allow: [], pid: 1 })}\n`)
			}
		})
		socket.on('close', () => resolve(text))
		socket.write(
			`GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: ${MCP_WIRE.upgrade}\r\n${TOKEN_PROOF.nonceHeader}: ${newNonce()}\r\n\r\n`,
		)
	})
	expect(said).toContain('"ok":false')
})

test('a web page does not get in', async () => {
	const { port } = await bench.start()
	const asked = request({
		port,
		path: '/mcp',
		headers: {
			connection: 'Upgrade',
			upgrade: MCP_WIRE.upgrade,
			[TOKEN_PROOF.nonceHeader]: newNonce(),
			origin: 'https://example.com',
		},
	})
	asked.end()
	const [response] = await once(asked, 'response')
	expect(response.statusCode).toBe(403)
	response.resume()
})

test('the output of mcp is protocol only, also for lines that are no message', async () => {
	await bench.start()
	const client = raw()
	client.child.stdin.write('nonsense\n\n{"half":')
	client.child.stdin.write('1}\n')
	client.send(INITIALIZE)
	expect(await answered(client, 1)).toMatchObject({ jsonrpc: '2.0', result: { serverInfo: {} } })
	client.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
	client.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
	await answered(client, 2)
	expect(client.lines().every((one) => one['jsonrpc'] === '2.0')).toBe(true)
})

test('the command mcp ends when the client closes its input, and the relay cancels what had not begun', async () => {
	await bench.start()
	const editor = await bench.connectedEditor(path, { phase: 'compiling' })
	const client = raw()
	client.send(INITIALIZE)
	await answered(client, 1)
	client.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
	const params = { name: 'unity_hierarchy', arguments: { action: 'create' } }
	client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })
	await until('the call', () => callsIn('received') === 1)
	client.child.stdin.end()
	const [code] = await once(client.child, 'close')
	expect(code).toBe(0)
	await until('the end of the call', () => callsIn('received') === 0)
	editor.setPhase('ready')
	const again = await startMcp(bench.cleanups, { home: bench.home, cwd: path })
	await again.client.callTool(LOOK)
	expect(editor.executed).toHaveLength(1)
})

/** Calls of MCP clients in this state, as the log says. */
let logged: { ended: string | null }[] = []
function callsIn(_state: 'received'): number {
	void fetch(`http://127.0.0.1:${bench.relay.port}/mcp/log?limit=9`, {
		headers: { authorization: `Bearer ${bench.relay.token}` },
	})
		.then(async (answer) => {
			logged = (await answer.json()) as typeof logged
		})
		.catch(() => undefined)
	return logged.filter(({ ended }) => ended === null).length
}

test('a parent that is killed takes mcp along', async () => {
	await bench.start()
	const parent = spawn(
		process.execPath,
		[
			'-e',
			`const c = require('node:child_process').spawn(process.execPath, ${JSON.stringify([MCP_ENTRY, 'mcp'])}, { stdio: ['pipe', 'ignore', 'ignore'] }); console.log(c.pid); setInterval(() => {}, 1e6)`,
		],
		{ cwd: path, env: { ...process.env, FAIRLEAD_HOME: bench.home } },
	)
	bench.cleanups.add(parent, () => parent.kill('SIGKILL'))
	const [said] = await once(parent.stdout, 'data')
	const pid = Number(String(said))
	expect(isProcessAlive(pid)).toBe(true)
	parent.kill('SIGKILL')
	await until('its end', () => !isProcessAlive(pid))
})

test('wrong options end with a sentence, and code 2', async () => {
	for (const [args, said] of [
		[['--mode', 'maybe'], '--mode can be'],
		[['--allow', 'everything'], '--allow takes'],
		[['--project', bench.folder], 'is not in a project'],
		[['--nothing'], 'npm run fairlead -- mcp --help'],
	] as const) {
		const client = raw(...args)
		const [code] = await once(client.child, 'close')
		expect(code).toBe(2)
		expect(client.errors()).toContain(said)
		expect(client.lines()).toEqual([])
	}
})

test('install writes the options it was given', async () => {
	const env = { HOME: bench.folder, USERPROFILE: bench.folder, FAIRLEAD_HOME: bench.home }
	const args = ['mcp', 'install', 'cursor', '--project', path, '--mode', 'ask', '--allow', 'write']
	expect(await runFairlead(args, env)).toMatchObject({ code: 0 })
	const config = await readFile(join(bench.folder, '.cursor', 'mcp.json'), 'utf8')
	const { args: written, env: kept } = JSON.parse(config).mcpServers.fairlead
	// The client does not have this shell's variables.
	expect(kept).toEqual({ FAIRLEAD_HOME: bench.home })
	expect(written.slice(1)).toEqual(['mcp', '--project', path, '--mode', 'ask', '--allow', 'write'])
	expect(await runFairlead(['mcp', 'uninstall', 'cursor'], env)).toMatchObject({ code: 0 })
})

test('uninstall without a name takes out the entry of a client whose folder is not there', async () => {
	const env = { HOME: bench.folder, USERPROFILE: bench.folder, FAIRLEAD_HOME: bench.home }
	expect(await runFairlead(['mcp', 'install', 'claude-code'], env)).toMatchObject({ code: 0 })
	expect(existsSync(join(bench.folder, '.claude'))).toBe(false)
	expect(await runFairlead(['mcp', 'uninstall'], env)).toMatchObject({ code: 0 })
	expect(existsSync(join(bench.folder, '.claude.json'))).toBe(false)
})

test('a home that another process holds: the client is told why', async () => {
	await bench.start()
	const client = raw('--alone')
	client.send(INITIALIZE)
	const [code] = await once(client.child, 'close')
	expect(code).toBe(1)
	expect(client.errors()).toContain('Leave out --alone')
	expect(client.lines()).toMatchObject([{ id: 1, error: { message: expect.any(String) } }])
})

test('the older official client works', async () => {
	await bench.start()
	await bench.connectedEditor(path)
	const client = new Client({ name: 'older', version: '1' })
	bench.cleanups.add(client, (made) => made.close())
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [MCP_ENTRY, 'mcp'],
			cwd: path,
			env: { PATH: process.env['PATH'] ?? '', FAIRLEAD_HOME: bench.home },
		}),
	)
	expect((await client.listTools()).tools).not.toHaveLength(0)
	expect((await client.callTool(LOOK)).structuredContent).toBeDefined()
	const { contents } = await client.readResource({ uri: 'fairlead://console' })
	expect(contents).toHaveLength(1)
	expect((await client.listPrompts()).prompts).not.toHaveLength(0)
})
