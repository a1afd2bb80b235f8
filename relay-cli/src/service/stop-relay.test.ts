import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { isProcessAlive } from '../home/home.ts'
import { askRelay } from '../requests/local-client.ts'
import { isWriter } from './relay-writer.ts'
import { killRelay, stopRelay } from './stop-relay.ts'

const IDLE = 'setInterval(() => {}, 1e6)'
const TOKEN = 'x'.repeat(43)
const cleanups = new Cleanups()
let home: string
let innocent: ChildProcess
let pid: number

beforeEach(async () => {
	home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	await run(['-e', IDLE])
})
afterEach(() => cleanups.run())

/** Nothing ends it but a signal. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
	const options = { stdio: 'ignore', env: { ...process.env, ...env } } as const
	innocent = spawn(process.execPath, args, options)
	cleanups.add(innocent, (process) => process.kill('SIGKILL'))
	await once(innocent, 'spawn')
	pid = innocent.pid ?? 0
}

/** A program with the name of the relay's. */
async function runLikeRelay(command: string, itsHome: string): Promise<void> {
	const program = join(home, 'fairlead.mjs')
	mkdirSync(home, { recursive: true })
	writeFileSync(program, IDLE)
	await run([program, command, '--alone'], { FAIRLEAD_HOME: itsHome })
}

function leaveRelayFile(port: number): void {
	mkdirSync(home, { recursive: true })
	const file = { port, token: TOKEN, pid, version: '0.1.0' }
	writeFileSync(join(home, 'relay.json'), JSON.stringify(file), { mode: 0o600 })
}

/** Another program on the port; what it was asked. */
async function foreignServer(): Promise<{ port: number; heard: IncomingMessage[] }> {
	const heard: IncomingMessage[] = []
	const server: Server = createServer((request, response) => {
		heard.push(request)
		response.end('{}')
	})
	server.on('upgrade', (request, socket) => {
		heard.push(request)
		socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	cleanups.add(server, (made) => made.close())
	return { port: (server.address() as AddressInfo).port, heard }
}

it('a process that has the id of a relay that crashed is left alone, and the file goes', async () => {
	const { port } = await foreignServer()
	for (const at of [port, 1]) {
		leaveRelayFile(at)
		expect(await stopRelay(home, 100)).toEqual({ kind: 'not-running' })
		expect(existsSync(join(home, 'relay.json'))).toBe(false)
		leaveRelayFile(at)
		await expect(killRelay(home, pid)).rejects.toThrow('so it was left alone')
		expect(isProcessAlive(pid)).toBe(true)
		expect(innocent.signalCode).toBeNull()
	}
})

it.each(['another home', 'an older file', 'a file to read'])(
	'no program is ended for its name: %s',
	async (kind) => {
		if (kind === 'a file to read') await run(['-e', IDLE, '/w/fairlead/docs/mcp.md', 'mcp'])
		else await runLikeRelay('mcp', kind === 'another home' ? join(home, 'other') : home)
		leaveRelayFile(1)
		if (kind === 'an older file') utimesSync(join(home, 'relay.json'), 1e9, 1e9)
		await expect(killRelay(home, pid)).rejects.toThrow('so it was left alone')
		expect(await stopRelay(home, 100)).toEqual({ kind: 'not-running' })
		expect(isProcessAlive(pid)).toBe(true)
		expect(innocent.signalCode).toBeNull()
	},
)

it('the relay that wrote the file is ended, though it does not answer', async () => {
	await runLikeRelay('up', home)
	leaveRelayFile(1)
	expect(await stopRelay(home)).toEqual({ kind: 'stopped', pid })
	expect(innocent.signalCode).toBe('SIGTERM')
})

it.each([
	'/opt/node24/bin/node /clone/relay-cli/src/entry.ts up --port 0',
	'node scripts/run.mjs relay-cli/src/entry.ts up',
	'/Users/a b/bin/node --max-old-space-size=200 /Users/a b/Unity Games/relay-cli/src/main.ts mcp',
	'node --import /x/hook.mjs /usr/local/bin/fairlead up',
	'"C:\\Program Files\\nodejs\\node.exe" "C:\\a b\\relay-cli\\src\\entry.ts" "up" "--background"',
	'"C:\\nodejs\\node.exe" C:\\clone\\scripts\\run.mjs relay-cli/src/entry.ts mcp',
	'node /usr/lib/node_modules/fairlead/dist/fairlead.mjs mcp --alone',
])('a command of a relay is known: %s', (command) => {
	expect(isWriter({ command, begunAt: 1_000, home: '/h' }, 5_000, '/h')).toBe('yes')
	expect(isWriter({ command, begunAt: 1_000, home: null }, 5_000, '/h')).toBe('yes')
	expect(isWriter({ command, begunAt: null, home: null }, 5_000, '/h')).toBe('unknown')
	expect(isWriter({ command, begunAt: 1_000, home: '/i' }, 5_000, '/h')).toBe('no')
	expect(isWriter({ command, begunAt: 9_000, home: '/h' }, 5_000, '/h')).toBe('no')
})

it.each([
	'tail -f /clone/fairlead/docs/mcp.md',
	'tail -f /clone/node /x/fairlead.mjs up',
	'vim fairlead.mjs mcp',
	'node /x/other.js /y/fairlead.mjs up',
	'node /clone/relay-cli/src/entry.ts agents hook',
	'node /clone/relay-cli/src/entry.ts stop up',
	'node /x/notfairlead.mjs up',
	'',
])('a command that is not of a relay is known: %s', (command) => {
	expect(isWriter({ command, begunAt: 1_000, home: '/h' }, 5_000, '/h')).toBe('no')
})

it('a program that has the port of a relay that crashed never gets the token', async () => {
	const { port, heard } = await foreignServer()
	leaveRelayFile(port)
	await stopRelay(home, 100)
	const file = { port, token: TOKEN, pid }
	const asked = { method: 'GET', path: '/status', timeoutMs: 1_000 } as const
	expect(await askRelay(file, asked)).toBeNull()
	expect(heard.length).toBeGreaterThan(0)
	for (const { headers, url } of heard) expect(JSON.stringify([headers, url])).not.toContain(TOKEN)
})
