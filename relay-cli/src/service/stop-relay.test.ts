import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { isProcessAlive } from '../home/home.ts'
import { askRelay } from '../requests/local-client.ts'
import { killRelay, stopRelay } from './stop-relay.ts'

const TOKEN = 'x'.repeat(43)
const cleanups = new Cleanups()
let home: string
let innocent: ChildProcess
let pid: number

beforeEach(async () => {
	home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	innocent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
	cleanups.add(innocent, (process) => process.kill('SIGKILL'))
	await once(innocent, 'spawn')
	pid = innocent.pid ?? 0
})
afterEach(() => cleanups.run())

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
		await killRelay(pid)
		expect(isProcessAlive(pid)).toBe(true)
		expect(innocent.signalCode).toBeNull()
	}
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
