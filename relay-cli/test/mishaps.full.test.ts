/** Mishaps of machines: sleep, a clock that is set, a home folder that cannot be written. Each with its message. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLink, readLinks } from '../src/home/links.ts'
import { editorKeyOf } from '../src/home/project-key.ts'
import { DEFAULT_TIMING } from '../src/platform/timing.ts'
import { FakeEditor } from './fakes/fake-editor.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { linkedProject } from './kit/linked-project.ts'
import type { ManualClock } from './kit/manual-clock.ts'
import { MCP_ENTRY } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { RelayProcess, runFairlead } from './kit/relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, temporaryFolder, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

/** Longer than a pause that counts as sleep. */
const DEADLINE_MS = 8_000
/** A user that owns nothing. */
const NOBODY = 65_534

let cleanups: Cleanups

beforeEach(() => {
	cleanups = new Cleanups()
})
afterEach(() => cleanups.run())

describe('a machine that sleeps', () => {
	it('comes back by itself: the link is renewed, and a call that arrived meanwhile is made once', async () => {
		const { home, path, room } = await linkedProject(cleanups)
		const relay = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
		const key = editorKeyOf((await room.hello()).relayId, path)
		const editor = cleanups.add(new FakeEditor({ projectPath: path }), (made) => made.disconnect())
		await editor.connect(relay.file)
		relay.signal('SIGSTOP')
		const call = makeCall('c.1', 'unity_hierarchy', { action: 'create', name: 'Cube' }, 600_000)
		const asleep = room.call(key, call).catch(() => null)
		// The server has given the silent relay up.
		room.drop()
		expect(await asleep).toBeNull()
		relay.signal('SIGCONT')
		await room.hello(2)
		expect(await room.call(key, call)).toMatchObject({ status: 'ok' })
		expect(editor.executed).toEqual(['c.1'])
	})

	it('does not use up the time of calls: one that waited for Unity is made afterwards', async () => {
		const { home, path, room } = await linkedProject(cleanups)
		const relay = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
		const key = editorKeyOf((await room.hello()).relayId, path)
		const editor = cleanups.add(new FakeEditor({ projectPath: path, phase: 'compiling' }), (made) =>
			made.disconnect(),
		)
		await editor.connect(relay.file)
		await until('an editor that compiles', () => room.seats().get(key)?.phase === 'compiling')
		const call = makeCall('c.1', 'unity_hierarchy', { action: 'create', name: 'Cube' }, DEADLINE_MS)
		const made = room.call(key, call)
		// The first answer of the relay after the call: the call has arrived.
		await room.call(key, makeCall('c.2', 'list_directory', { path: '.' }))
		relay.signal('SIGSTOP')
		await new Promise((resolve) => setTimeout(resolve, DEADLINE_MS + 2_000))
		relay.signal('SIGCONT')
		editor.setPhase('ready')
		expect(await made).toMatchObject({ status: 'ok' })
		expect(editor.executed).toEqual(['c.1'])
	})
})

describe('a clock that is set', () => {
	const HOUR_MS = 3_600_000
	const { roomPingIntervalMs, roomPongTimeoutMs, maxRedialMs } = DEFAULT_TIMING
	let bench: RelayBench
	let clock: ManualClock
	let room: FakeRoom
	let path: string
	const linkState = () => bench.relay.status().links[0]?.state
	beforeEach(async () => {
		bench = new RelayBench()
		clock = bench.clock
		room = await bench.room()
		path = await bench.project('Game', room)
		await bench.start({ clock })
		await until('the link', () => linkState() === 'linked')
	})
	afterEach(() => bench.end())

	it('back by an hour does not hide a room that fell silent', async () => {
		clock.setAhead(-HOUR_MS)
		room.answersPings = false
		clock.advance(roomPongTimeoutMs)
		expect(linkState()).toBe('linked')
		// Silence is counted in pings without an answer: up to two later.
		clock.advance(2 * roomPingIntervalMs)
		await room.hello(2)
	})

	it('ahead by an hour, as after a sleep, renews the link at once, and carries calls again', async () => {
		room.answersPings = false
		clock.setAhead(HOUR_MS)
		clock.advance(roomPingIntervalMs)
		expect(linkState()).toBe('waiting')
		clock.advance(maxRedialMs)
		await room.hello(2)
		const read = makeCall('c.1', 'list_directory')
		expect(await room.call(bench.keyOf(path), read)).toMatchObject({ status: 'ok' })
	})

	it('back during a call does not fail the call', async () => {
		const editor = await bench.connectedEditor(path)
		const gate = Promise.withResolvers<void>()
		editor.execute = async () => {
			await gate.promise
			return { status: 'ok', result: 'made' }
		}
		const call = makeCall('c.1', 'unity_hierarchy', { action: 'create', name: 'Cube' }, 600_000)
		const answer = room.call(bench.keyOf(path), call)
		await until('the call', () => editor.executed.length > 0)
		clock.setAhead(-HOUR_MS)
		gate.resolve()
		expect(await answer).toMatchObject({ status: 'ok', result: 'made' })
	})

	it('back does not leave commands waiting for the lock of one that was killed', async () => {
		const home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		mkdirSync(join(home, 'links.lock'))
		const { utimesSync } = await import('node:fs')
		const ahead = Date.now() / 1_000 + 3_600
		utimesSync(join(home, 'links.lock'), ahead, ahead)
		const link = { server: 'https://s.example', projectId: 'prj_0000000000', token: 't' }
		await addLink('/Maze', link, home)
		expect(await readLinks(home)).toEqual({ '/Maze': link })
	})
})

describe('a home folder', () => {
	it('that is a file is named, with what to do', async () => {
		const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		const home = join(folder, 'home')
		writeFileSync(home, '')
		expect(await runFairlead(['up'], { FAIRLEAD_HOME: home, NO_COLOR: '1' })).toMatchObject({
			code: 1,
			stderr: `fairlead: ${home} is not a folder. Move it away, or set FAIRLEAD_HOME to a folder.\n`,
		})
	})

	describe.runIf(process.platform !== 'win32')('that may not be written', () => {
		const INITIALIZE = {
			jsonrpc: '2.0',
			id: 1,
			method: 'initialize',
			params: {
				protocolVersion: '2025-11-25',
				capabilities: {},
				clientInfo: { name: 'test-client', version: '1' },
			},
		}

		/** The home's parent may not be written, or the home itself. */
		async function closedHome(exists: boolean) {
			const folder = cleanups.add(temporaryFolder(), (made) => {
				chmodSync(made.path, 0o700)
				made.remove()
			}).path
			const home = join(folder, 'home')
			if (exists) mkdirSync(home, { mode: 0o555 })
			chmodSync(folder, 0o555)
			return home
		}

		/** Its code, and what it wrote. */
		async function runClosed(home: string, args: string[], input = '') {
			// Root may write everywhere.
			const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
			const child = spawn(process.execPath, [MCP_ENTRY, ...args], {
				...user,
				cwd: join(home, '..'),
				env: { ...process.env, FAIRLEAD_HOME: home, NO_COLOR: '1', HOME: home },
			})
			const said = { err: '', out: '' }
			child.stderr.on('data', (chunk) => {
				said.err += chunk
			})
			child.stdout.on('data', (chunk) => {
				said.out += chunk
			})
			child.stdin.write(input)
			const code = await new Promise((resolve) => child.on('close', resolve))
			return { code, ...said }
		}

		const sentence = (home: string): string =>
			`The relay may not write to its home folder ${home}. Make it writable for your user, or set FAIRLEAD_HOME to another folder.`

		it.each([
			['up', false],
			['up', true],
			['up --detach', true],
			['service install', true],
		])('is named by "%s", with what to do (it exists: %s)', async (command, exists) => {
			const home = await closedHome(exists)
			const { code, err } = await runClosed(home, command.split(' '))
			expect({ code, err }).toEqual({ code: 1, err: `fairlead: ${sentence(home)}\n` })
		})

		it('is named to an MCP client, which shows it', async () => {
			const home = await closedHome(true)
			const { code, out } = await runClosed(home, ['mcp'], `${JSON.stringify(INITIALIZE)}\n`)
			expect(code).toBe(1)
			expect(JSON.parse(out)).toMatchObject({ id: 1, error: { message: sentence(home) } })
		})
	})
})
