/** What `npm run fairlead --` writes for others to start can be started. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const RUN = resolve(import.meta.dirname, '../../scripts/run.mjs')
let home: string
beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'fairlead-command-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const environment = () => ({
	...process.env,
	HOME: home,
	USERPROFILE: home,
	FAIRLEAD_HOME: join(home, 'relay'),
})

const fairlead = (...args: string[]) =>
	promisify(execFile)(process.execPath, [RUN, 'relay-cli/src/entry.ts', ...args], {
		env: environment(),
	})

test('an MCP client starts the server that was written for it', { timeout: 60_000 }, async () => {
	await fairlead('mcp', 'install', 'cursor')
	const written = JSON.parse(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8'))
	const { command, args } = written.mcpServers.fairlead
	const server = spawn(command, args, { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] })
	const params = {
		protocolVersion: '2025-06-18',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	}
	server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
	const { value } = await createInterface(server.stdout)[Symbol.asyncIterator]().next()
	server.kill()
	expect(JSON.parse(value ?? '{}')).toMatchObject({ id: 1, result: { serverInfo: {} } })
})

test('a relay starts in the background, and stops', { timeout: 60_000 }, async () => {
	await fairlead('up', '--detach')
	const { stdout } = await fairlead('stop')
	expect(stdout).toContain('The relay has stopped')
})
