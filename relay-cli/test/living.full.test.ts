/** The relay in the background: started, followed, restarted, replaced and stopped by commands. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/stack/ports.ts'
import { RelayStatus } from '../src/doctor/status.ts'
import { isProcessAlive, readRelayFile } from '../src/home/home.ts'
import { editorKeyOf } from '../src/home/project-key.ts'
import { killRelay } from '../src/service/stop-relay.ts'
import { FakeEditor } from './fakes/fake-editor.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { linkedProject } from './kit/linked-project.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { type CommandResult, RelayProcess, runFairlead } from './kit/relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, temporaryFolder, until } from './kit/support.ts'

/** A test starts several programs, one after another. */
vi.setConfig({ testTimeout: 4 * TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let cleanups: Cleanups
let home: string
let path: string
let room: FakeRoom

beforeEach(async () => {
	cleanups = new Cleanups()
	;({ home, path, room } = await linkedProject(cleanups))
	// A relay in the background is nobody's child.
	cleanups.add(home, async (folder) => {
		const file = await readRelayFile(folder)
		if (file !== null && file.pid !== process.pid) await killRelay(folder, file.pid)
	})
})
afterEach(() => cleanups.run())

const fairlead = (...args: string[]): Promise<CommandResult> =>
	runFairlead(args, { FAIRLEAD_HOME: home, NO_COLOR: '1' })
async function running(): Promise<RelayFile> {
	const file = await readRelayFile(home)
	if (file === null) throw new Error('no relay runs')
	return file
}
const statusNow = async (): Promise<RelayStatus> =>
	RelayStatus.parse(JSON.parse((await fairlead('status', '--json')).stdout))

describe('a relay in the background', () => {
	it('outlives its command, serves its projects, and is stopped by another one', async () => {
		expect(await fairlead('up', '--detach')).toMatchObject({
			code: 0,
			stdout: expect.stringContaining('in the background'),
		})
		const { pid } = await running()
		await room.hello()
		expect(await fairlead('up', '-d')).toMatchObject({
			code: 0,
			stdout: expect.stringContaining(`already running (pid ${pid})`),
		})
		expect((await statusNow()).mode).toBe('detached')
		expect(await fairlead('stop')).toMatchObject({ code: 0, stderr: '' })
		expect(await readRelayFile(home)).toBeNull()
		expect(existsSync(join(home, 'relay.json'))).toBe(false)
		expect(await fairlead('stop')).toMatchObject({ code: 3 })
	})

	it('that cannot start says why, and the reason is in the log', async () => {
		const port = String(room.port)
		expect(await fairlead('up', '--detach', '--port', port)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(`Port ${port} is in use by another program`),
		})
		expect((await fairlead('logs')).stdout).toContain(`Port ${port} is in use`)
	})

	it('writes a log that "logs" shows, without the token', async () => {
		expect((await fairlead('logs')).code).toBe(1)
		await fairlead('up', '--detach')
		await room.hello()
		const shown = await until('the link in the log', async () => {
			const { stdout } = await fairlead('logs', '-n', '50')
			return stdout.includes('linked as "Test project"') ? stdout : null
		})
		expect(shown).toMatch(/^\S+Z info +Listening on 127\.0\.0\.1:\d+\. 1 linked folder\.$/m)
		expect(shown).not.toContain(room.token)
		expect((await fairlead('logs', '-n', '1')).stdout.trim().split('\n')).toHaveLength(1)
	})

	it('keeps its port and whose set-up it serves when it is restarted', async () => {
		const port = await freePort()
		await fairlead('up', '--detach', '--port', String(port), '--setup', 'never')
		const before = await running()
		expect(await fairlead('restart')).toMatchObject({ code: 0 })
		const after = await running()
		expect(after.pid).not.toBe(before.pid)
		expect(after.port).toBe(port)
		const status = await fairlead('status', '--json')
		expect(JSON.parse(status.stdout)).toMatchObject({ setUp: 'never' })
		const other = await fairlead('up', '--detach', '--setup', 'always')
		expect(other.code).not.toBe(0)
		expect(other.stderr).toContain('up --detach --replace --setup always')
		expect(await fairlead('up', '--detach')).toMatchObject({ code: 0 })
	})
})

describe('a restart while a call is under way', () => {
	it.each(['restart', 'up'])('by "%s" loses no call, and makes none twice', async (command) => {
		await fairlead('up', '--detach')
		const { relayId } = await room.hello()
		const key = editorKeyOf(relayId, path)
		const gate = Promise.withResolvers<CallOutcome>()
		const editor = cleanups.add(
			new FakeEditor({ projectPath: path, execute: () => gate.promise }),
			(made) => made.disconnect(),
		)
		await editor.connect(await running())
		const call = makeCall('c.1', 'unity_hierarchy', { action: 'create', name: 'Cube' }, 600_000)
		room.call(key, call).catch(() => undefined)
		await until('the call', () => editor.executed.length > 0)
		const args = command === 'up' ? ['up', '--detach', '--replace'] : ['restart']
		expect(await fairlead(...args)).toMatchObject({ code: 0, stderr: '' })
		expect((await room.hello(2)).journal).toMatchObject([{ callId: 'c.1', state: 'started' }])
		const outcome: CallOutcome = { status: 'ok', result: 'made' }
		const again = room.call(key, call)
		await editor.connect(await running())
		gate.resolve(outcome)
		expect(await again).toEqual(outcome)
		expect(editor.executed).toEqual(['c.1'])
	})
})

describe('a second relay', () => {
	it('takes over from one in a terminal, which ends as if it had been stopped', async () => {
		const first = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
		await room.hello()
		const second = await fairlead('up', '--detach', '--replace')
		expect(second).toMatchObject({ code: 0, stderr: '' })
		expect((await running()).pid).not.toBe(first.file.pid)
		expect(await first.kill('SIGTERM')).toBe(0)
		await room.hello(2)
	})

	it('a relay of another user has another home: both run, and neither can read the other', async () => {
		const other = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		const one = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
		const two = cleanups.add(await RelayProcess.start(`${other}/home`), (made) => made.kill())
		expect(one.file.port).not.toBe(two.file.port)
		expect(one.file.token).not.toBe(two.file.token)
		await room.hello()
		if (process.platform === 'win32') return
		const open = (folder: string): string[] =>
			[
				folder,
				...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
			].filter((name) => (statSync(name).mode & 0o077) !== 0)
		// A folder closed to others hides what is in it.
		expect(open(home).filter((name) => statSync(name).isFile() || name === home)).toEqual([])
	})
})

describe('a relay that an MCP client started for itself', () => {
	it('steps aside for one that serves the projects, and its client goes on with that one', async () => {
		const { client } = await startMcp(cleanups, { home, cwd: path })
		const before = await client.listTools()
		expect(room.hellos).toEqual([])
		// The client's first questions are answered while the relay is starting.
		await expect.poll(() => readRelayFile(home), { timeout: 20_000 }).not.toBeNull()
		const own = await running()
		expect(await fairlead('up', '--detach')).toMatchObject({ code: 0, stderr: '' })
		expect((await running()).pid).not.toBe(own.pid)
		await room.hello()
		expect(await client.listTools()).toEqual(before)
		expect((await statusNow()).mode).toBe('detached')
	})
})

describe('a relay that hangs', () => {
	it('is said to be stuck, and is killed only on request', async () => {
		const relay = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
		relay.signal('SIGSTOP')
		const { stopRelay } = await import('../src/service/stop-relay.ts')
		expect(await stopRelay(home, 200)).toEqual({ kind: 'stuck', pid: relay.file.pid })
		expect(isProcessAlive(relay.file.pid)).toBe(true)
		await killRelay(home, relay.file.pid)
		expect(isProcessAlive(relay.file.pid)).toBe(false)
	})
})
