import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseTarget } from '../src/commands/pairing/link.ts'
import { RelayStatus } from '../src/doctor/status.ts'
import { readLinks } from '../src/home/links.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { type CommandResult, MAIN, RelayProcess, runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench

beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

const fairlead = (
	args: readonly string[],
	options: { input?: string; env?: Record<string, string> } = {},
): Promise<CommandResult> =>
	runFairlead(args, { FAIRLEAD_HOME: bench.home, NO_COLOR: '1', ...options.env }, options.input)

describe('fairlead', () => {
	it('shows help and version, and refuses unknown commands', async () => {
		expect((await fairlead(['--help'])).stdout).toMatch(/up .*status .*link .*unlink .*simulate/s)
		const { version } = JSON.parse(
			readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
		)
		expect(await fairlead(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
		expect(await fairlead(['dance'])).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('unknown command'),
		})
		expect((await fairlead(['up', '--port', '99999'])).code).toBe(2)
	})

	it.each([
		[['statsu'], /Did you mean status.*fairlead -- --help" lists the commands/s],
		[['bogus'], /^error: unknown command 'bogus'\n"npm run/],
		[['service', 'bogus'], /fairlead -- service --help" lists its commands/],
	])('says of %s what helps', async (args, words) => {
		expect((await fairlead(args)).stderr).toMatch(words)
	})
})

describe.each([['agents'], ['--help']])('fairlead %s', (command) => {
	it('ends without a word when nobody reads what it writes', async () => {
		const child = spawn(process.execPath, [MAIN, command], {
			env: { ...process.env, FAIRLEAD_HOME: bench.home },
		})
		// Before it can have written anything: as the end of a pipe that has ended.
		child.stdout.destroy()
		let stderr = ''
		child.stderr.on('data', (chunk) => {
			stderr += chunk
		})
		const [code] = await once(child, 'close')
		expect([code, stderr]).toEqual([0, ''])
	})
})

describe('fairlead status', () => {
	it('says that the relay is not running', async () => {
		expect(await fairlead(['status'])).toMatchObject({
			code: 3,
			stderr: expect.stringContaining('npm run fairlead -- up'),
		})
		expect(JSON.parse((await fairlead(['status', '--json'])).stdout)).toEqual({ running: false })
	})

	it('shows editors and links of the running relay, without colours when not wanted', async () => {
		const room = await bench.room()
		const path = await bench.project('Game', room)
		await bench.start()
		await bench.connectedEditor(path)
		await room.hello()
		const text = (await fairlead(['status'])).stdout
		expect(text).toMatch(/Game +ready/)
		expect(text).toContain('"Test project" (prj_0000000000): linked')
		expect(text).not.toContain('\u001b')
		expect(text).not.toContain(room.token)
		const json = JSON.parse((await fairlead(['status', '--json'])).stdout)
		expect(RelayStatus.parse(json).editors[0]).toMatchObject({
			name: 'Game',
			project: { projectId: room.projectId },
		})
	})
})

describe('fairlead link', () => {
	it.each<
		[string, (token: string) => { args: string[]; input?: string; env?: Record<string, string> }]
	>([
		['an option', (token) => ({ args: ['--token', token] })],
		['the environment', (token) => ({ args: [], env: { FAIRLEAD_TOKEN: token } })],
		['a pipe', (token) => ({ args: [], input: `${token}\n` })],
	])('takes the token from %s and keeps it for this user only', async (_what, give) => {
		const room = await bench.room()
		const path = await bench.project('Game')
		const { args, ...rest } = give(room.token)
		const result = await fairlead(
			['link', path, '--server', `${room.server}/`, '--project', room.projectId, ...args],
			rest,
		)
		expect(result).toMatchObject({ code: 0, stderr: '' })
		expect(result.stdout).not.toContain(room.token)
		expect(await readLinks(bench.home)).toEqual({ [path]: room.link })
		if (process.platform !== 'win32') {
			expect(statSync(join(bench.home, 'links.json')).mode & 0o777).toBe(0o600)
			expect(statSync(bench.home).mode & 0o777).toBe(0o700)
		}
		// Asking the server must not disconnect a relay that serves the project.
		expect(room.hellos).toEqual([])
	})

	it('does not link with a wrong token, a wrong project, or an address that is not a Fairlead server', async () => {
		const room = await bench.room()
		const path = await bench.project('Game')
		const link = (server: string, project: string, token: string): Promise<CommandResult> =>
			fairlead(['link', path, '--url', `${server}/p/${project}`, '--token', token])
		expect(await link(room.server, room.projectId, 'wrong')).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('token'),
		})
		expect(await link(room.server, 'prj_other', room.token)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('prj_other'),
		})
		expect(await link(`${room.server}/wrong`, room.projectId, room.token)).toMatchObject({
			code: 1,
		})
		const { server } = room
		await room.stop()
		expect(await link(server, room.projectId, room.token)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('ECONNREFUSED'),
		})
		expect(await readLinks(bench.home)).toEqual({})
	})

	it('links a folder that is not a Unity project, and says what works in it', async () => {
		const folder = join(bench.folder, 'site')
		mkdirSync(folder)
		const place = ['--url', 'http://127.0.0.1:1/p/x', '--token', 't', '--no-check']
		const result = await fairlead(['link', folder, ...place])
		expect(result).toMatchObject({
			code: 0,
			stdout: expect.stringContaining('not a Unity project'),
		})
		expect(Object.keys(await readLinks(bench.home))).toEqual([realpathSync(folder)])
	})

	it('refuses a folder that would open everything, or the tokens of the relay', async () => {
		for (const folder of ['/', homedir(), bench.home, bench.folder, join(bench.folder, 'none')])
			expect(await fairlead(['link', folder, '--url', 'http://127.0.0.1:1/p/x'])).toMatchObject({
				code: 2,
				stderr: expect.stringMatching(/cannot be linked|does not exist/),
			})
		expect(await readLinks(bench.home)).toEqual({})
	})

	it('does not send a token in the clear to another machine', async () => {
		const path = await bench.project('Game')
		const args = ['link', path, '--url', 'http://fairlead.example/p/x', '--token', 't']
		expect(await fairlead(args)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('https://'),
		})
		expect((await fairlead([...args, '--insecure', '--no-check'])).code).toBe(0)
	})

	it.each([
		['https://a.example/p/prj_1', 'https://a.example', 'prj_1'],
		['https://a.example/p/prj_1/c/conv_2?x=1#y', 'https://a.example', 'prj_1'],
		['https://a.example/sub/p/prj_1', 'https://a.example/sub', 'prj_1'],
		['https://a.example/projects/prj_1', 'https://a.example', 'prj_1'],
		['https://a.example/p/prj%5f1', 'https://a.example', 'prj_1'],
		['https://a.example/p/100%', 'https://a.example', '100%'],
	])('understands %s', (url, server, projectId) => {
		expect(parseTarget({ url })).toEqual({ server, projectId })
	})

	it.each([
		{ url: 'https://a.example' },
		{ url: 'a.example/p/x' },
		{ url: 'ftp://a/p/x' },
		{ server: 'https://a' },
		{},
		{ url: 'https://u:p@a.example/p/x' },
	])('refuses %j', (options) => {
		expect(() => parseTarget(options)).toThrow()
	})
})

describe('fairlead unlink', () => {
	it('says what to do about a damaged links.json, without a stack', async () => {
		mkdirSync(bench.home, { recursive: true })
		writeFileSync(join(bench.home, 'links.json'), '{')
		const { code, stderr } = await fairlead(['unlink', bench.folder])
		expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
		expect(stderr).toContain('link again')
	})

	it('removes the link with its token, and lists the links if there is none', async () => {
		const room = await bench.room()
		const one = await bench.project('One', room)
		const two = await bench.project('Two', room)
		expect((await fairlead(['unlink', one])).code).toBe(0)
		expect(Object.keys(await readLinks(bench.home))).toEqual([two])
		expect(await fairlead(['unlink', one])).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(two),
		})
	})
})

describe('fairlead mcp install', () => {
	it('takes the name of a client behind --remote for the client', async () => {
		const refused = await fairlead([
			'mcp',
			'install',
			'--remote',
			'cursor',
			'--project',
			bench.folder,
		])
		expect(refused.stderr).toContain('is not linked to a project')
		expect((await fairlead(['mcp', 'install', '--remote', 'emacs'])).stderr).toContain('address')
	})
})

describe('fairlead up', () => {
	it('does not start twice with one home, and names the running relay', async () => {
		const first = bench.cleanups.add(await RelayProcess.start(bench.home), (made) => made.kill())
		expect(await fairlead(['up'])).toMatchObject({
			code: 4,
			stderr: expect.stringContaining(`pid ${first.file.pid}`),
		})
		expect(existsSync(join(bench.home, 'relay.json'))).toBe(true)
		await first.kill()
		// A killed relay's leftovers must not keep the next one from starting.
		const second = bench.cleanups.add(await RelayProcess.start(bench.home), (made) => made.kill())
		expect(second.file.token).not.toBe(first.file.token)
	})

	it('says when the port is taken', async () => {
		const room = await bench.room()
		const result = await fairlead(['up', '--port', new URL(room.server).port])
		expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('in use') })
		expect(existsSync(join(bench.home, 'relay.json'))).toBe(false)
	})

	it('leaves nothing behind when it is ended while it starts', async () => {
		const relay = bench.cleanups.add(await RelayProcess.start(bench.home, []), (made) =>
			made.kill(),
		)
		expect(await relay.kill('SIGINT')).toBe(0)
		expect(relay.output).toContain('Stopped.')
		expect(existsSync(join(bench.home, 'relay.json'))).toBe(false)
	})

	it('prints a line per event for people', async () => {
		const room = await bench.room()
		await bench.project('Game', room)
		const relay = bench.cleanups.add(await RelayProcess.start(bench.home, []), (made) =>
			made.kill(),
		)
		await room.hello()
		await relay.kill('SIGINT')
		expect(relay.output).toMatch(/Listening on 127\.0\.0\.1:\d+\. 1 linked folder\./)
		expect(relay.output).toContain('Stopped.')
		expect(relay.output).not.toContain(room.token)
	})
})
