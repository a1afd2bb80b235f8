/** relay.json of a relay that crashed, whose process id and port other programs have now: nobody gets its token. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runFairlead } from './kit/relay-process.ts'
import { Cleanups, TEST_TIMEOUT_MS, temporaryFolder } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const TOKEN = 'T'.repeat(43)
/** Nobody listens there. */
const NO_PORT = 1

let cleanups: Cleanups
let home: string
let stranger: { port: number; heard: IncomingHttpHeaders[] }

beforeEach(async () => {
	cleanups = new Cleanups()
	home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	const heard: IncomingHttpHeaders[] = []
	const server = createServer((request, response) => {
		heard.push(request.headers)
		response.end('{}')
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	cleanups.add(server, (made) => made.close())
	stranger = { port: (server.address() as AddressInfo).port, heard }
})
afterEach(() => cleanups.run())

async function leaveRelayFile(port: number): Promise<void> {
	const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
	cleanups.add(living, (made) => made.kill('SIGKILL'))
	await once(living, 'spawn')
	mkdirSync(home, { recursive: true })
	const file = { port, token: TOKEN, pid: living.pid, version: '0.1.0' }
	writeFileSync(join(home, 'relay.json'), JSON.stringify(file), { mode: 0o600 })
}

const fairlead = (...args: string[]) => runFairlead(args, { FAIRLEAD_HOME: home, NO_COLOR: '1' })

it.each([
	{ args: ['mcp', 'log'] },
	{ args: ['mcp', 'log', '--json'] },
	{ args: ['mcp', 'revert'] },
	{ args: ['status'] },
])('$args.0 $args.1 says that the relay is not running', async ({ args }) => {
	for (const port of [stranger.port, NO_PORT]) {
		await leaveRelayFile(port)
		const { code, stdout, stderr } = await fairlead(...args)
		expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
		expect(stderr).toMatch(/^fairlead: The relay is not running .*npm run fairlead -- up"\.\n$/)
	}
	expect(stranger.heard).not.toEqual([])
	expect(JSON.stringify(stranger.heard)).not.toContain(TOKEN)
})

it('doctor says that the relay is not running', async () => {
	for (const port of [stranger.port, NO_PORT]) {
		await leaveRelayFile(port)
		const { checks } = Diagnosis.parse(JSON.parse((await fairlead('doctor', '--json')).stdout))
		expect(checks.filter(({ name }) => name === 'relay' || name === 'port')).toMatchObject([
			{ name: 'relay', status: 'failed', found: 'The relay is not running.' },
		])
	}
})

it('up starts one in the background', async () => {
	await leaveRelayFile(NO_PORT)
	expect(await fairlead('up', '--detach')).toMatchObject({
		code: 0,
		stdout: expect.stringContaining('The relay runs in the background'),
	})
	expect(await fairlead('stop')).toMatchObject({ code: 0 })
})
