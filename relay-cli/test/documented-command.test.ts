/** Everything that `npm run fairlead --` writes for others to start can be started: it is the only command that the docs name. */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRelayFile } from '../src/home/home.ts'
import { until } from './kit/support.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const ROOT = resolve(import.meta.dirname, '../..')
const isWindows = process.platform === 'win32'

let home: string
beforeEach(async () => {
	home = await realpath(await mkdtemp(join(tmpdir(), 'fairlead-command-')))
})
afterEach(async () => {
	// A failed test may have left it running.
	if ((await running()) !== null) await fairlead('stop', '--force').catch(() => undefined)
	await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const environment = () => ({
	...process.env,
	HOME: home,
	USERPROFILE: home,
	XDG_CONFIG_HOME: join(home, '.config'),
	FAIRLEAD_HOME: join(home, 'relay'),
	npm_config_update_notifier: 'false',
})

const fairlead = (...args: string[]) =>
	promisify(execFile)('npm', ['run', 'fairlead', '--', ...args], {
		cwd: ROOT,
		env: environment(),
		// On Windows npm is a script of the shell.
		shell: isWindows,
	})

const running = () => readRelayFile(join(home, 'relay'))
const pidOf = async (): Promise<number> =>
	(await until('relay.json', async () => await running())).pid

const stopped = async (): Promise<void> => {
	expect((await fairlead('stop')).stdout).toContain('The relay has stopped')
	expect(await running()).toBeNull()
}

/** Runs the documented command from a folder other than the clone. */
const fromHome = (...args: string[]) =>
	promisify(execFile)('npm', ['--prefix', ROOT, 'run', 'fairlead', '--', ...args], {
		cwd: home,
		env: environment(),
		shell: isWindows,
	})

test('a file for a bug report is written where the person is', async () => {
	await fromHome('support')
	await fromHome('support', '-o', 'mine.json')
	const written = (await readdir(home)).filter((name) => name.endsWith('.json'))
	expect(written.sort()).toEqual([expect.stringMatching(/^fairlead-support-/), 'mine.json'])
	expect((await readdir(ROOT)).filter((name) => name.startsWith('fairlead-support-'))).toEqual([])
})

test.skipIf(isWindows)('a program is found where the person is', async () => {
	await writeFile(join(home, 'tool'), '#!/bin/sh\n', { mode: 0o755 })
	await fromHome('mcp-servers', 'add', 'tracker', '--', './tool')
	await fromHome('agents', 'add', 'Mine', '--', './tool')
	for (const list of [['mcp-servers', 'list'], ['agents']])
		expect((await fromHome(...list)).stdout).toContain(join(home, 'tool'))
})

test('an MCP client starts the server that was written for it', async () => {
	await fairlead('mcp', 'install', 'cursor')
	const written = JSON.parse(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8'))
	const { command, args } = written.mcpServers.fairlead
	const server = spawn(command, args, {
		cwd: home,
		env: environment(),
		stdio: ['pipe', 'pipe', 'inherit'],
	})
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

test('an MCP client starts what examples/mcp-config says, and uses the Unity project that it is in', async () => {
	const text = await readFile(join(ROOT, 'examples/mcp-config/.mcp.json'), 'utf8')
	// Its README asks for this replacement.
	const written = JSON.parse(text.replaceAll('/path/to/fairlead', ROOT.replaceAll('\\', '/')))
	const { command, args } = written.mcpServers.fairlead
	for (const folder of ['Assets/Levels', 'ProjectSettings'])
		await mkdir(join(home, 'Game', folder), { recursive: true })
	const { PATH = '', HOME, USERPROFILE, FAIRLEAD_HOME } = environment() as NodeJS.ProcessEnv
	const env = { PATH, HOME, USERPROFILE, FAIRLEAD_HOME } as Record<string, string>
	const client = new Client({ name: 'test', version: '1' })
	try {
		await client.connect(
			new StdioClientTransport({ command, args, cwd: join(home, 'Game', 'Assets'), env }),
		)
		const { tools } = await client.listTools()
		expect(tools.map(({ name }) => name)).toContain('unity_query')
		const looked = { name: 'list_directory', arguments: { path: 'Assets' } }
		expect(JSON.stringify(await client.callTool(looked))).toContain('Levels')
	} finally {
		await client.close()
	}
})

test('a relay starts in the background, is restarted and replaced, and stops', async () => {
	await fairlead('up', '--detach')
	const first = await pidOf()
	expect((await fairlead('restart')).stdout).toContain('The relay runs in the background')
	const second = await pidOf()
	expect(second).not.toBe(first)
	await fairlead('up', '--replace', '--detach')
	const third = await pidOf()
	// A relay that could not start again is not stopped.
	const links = join(home, 'relay', 'links.json')
	await writeFile(links, '{ broken')
	for (const again of [['restart'], ['up', '--replace', '--detach']])
		await expect(fairlead(...again)).rejects.toThrow('links.json')
	await rm(links)
	expect(third).not.toBe(second)
	expect((await fairlead('status')).stdout).toContain(`pid ${third}`)
	await stopped()
})

/** The command in what systemd or launchd reads. */
const commandIn = (printed: string): string[] =>
	process.platform === 'darwin'
		? [
				...(/<array>([\s\S]*?)<\/array>/.exec(printed)?.[1] ?? '').matchAll(
					/<string>(.*?)<\/string>/g,
				),
			].map(([, word = '']) => word)
		: [...(/^ExecStart=(.*)$/m.exec(printed)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(
				([, word = '']) => word,
			)

test.skipIf(isWindows)('the start at login starts what it would install', async () => {
	const [command = '', ...args] = commandIn(
		(await fairlead('service', 'install', '--setup', 'never', '--print')).stdout,
	)
	expect(args).toEqual(expect.arrayContaining(['up', '--background', 'service']))
	// The system starts it like this: from another folder, without npm's variables.
	const { HOME, PATH, FAIRLEAD_HOME } = environment() as Record<string, string>
	const relay = spawn(command, args, {
		cwd: home,
		env: { HOME, PATH, FAIRLEAD_HOME },
		stdio: 'inherit',
	})
	const ended = new Promise<number | null>((resolve) => relay.once('close', resolve))
	expect(await pidOf()).toBe(relay.pid)
	const status = JSON.parse((await fairlead('status', '--json')).stdout.replace(/^[^{]*/, ''))
	expect(status).toMatchObject({ mode: 'service', pid: relay.pid, setUp: 'never' })
	// Without --setup it keeps what the relay that runs has.
	const again = commandIn((await fairlead('service', 'install', '--print')).stdout)
	expect(again).toEqual([command, ...args])
	await stopped()
	expect(await ended).toBe(0)
})
