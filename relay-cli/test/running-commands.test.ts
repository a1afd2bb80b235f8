/** Commands of a real relay: progress in the room, the end of a killed relay, a revert. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { editorKeyOf } from '../src/editors/project-key.ts'
import { isAlive, node } from '../src/programs/test-kit.ts'
import type { FakeRoom } from './fake-room.ts'
import { linkedProject } from './linked-project.ts'
import { RelayProcess } from './relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let cleanups: Cleanups
let path: string
let room: FakeRoom
let relay: RelayProcess
let key: string

beforeEach(async () => {
	cleanups = new Cleanups()
	const linked = await linkedProject(cleanups)
	;({ path, room } = linked)
	relay = cleanups.add(await RelayProcess.start(linked.home), (made) => made.kill())
	key = editorKeyOf((await room.hello()).relayId, path)
})
afterEach(() => cleanups.run())

const run = (callId: string, command: string[], more: object = {}) =>
	makeCall(callId, 'run_command', { action: 'run', command, ...more })
const WAITS = 'console.log(process.pid); setInterval(() => {}, 1000)'

/** The number that a command printed, as the room was told. */
const told = (callId: string): Promise<number> =>
	until('progress', () => {
		const lines = room.heard<{ callId: string; message: string }>('call.progress')
		return Number(lines.find((one) => one.callId === callId)?.message) || null
	})

it('the room is told what a command writes, and ends it', async () => {
	const running = room.call(key, run('c.1', node(WAITS)))
	const pid = await told('c.1')
	room.notify('call.cancel', { callIds: ['c.1'] })
	expect(await running).toMatchObject({ result: { state: 'ended', output: `${pid}\n` } })
	await until('its end', () => !isAlive(pid))
})

it.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGTERM'] as const)(
	'a relay that ends by %s leaves no command behind',
	async (signal) => {
		room.call(key, run('c.1', node(WAITS))).catch(() => undefined)
		const pid = await told('c.1')
		await room.call(key, run('c.2', node(''))).catch(() => undefined)
		expect(isAlive(pid)).toBe(true)
		await relay.kill(signal)
		await until('its end', () => !isAlive(pid))
	},
)

it('what a command was said to change is reverted', async () => {
	const file = join(path, 'Assets', 'a.txt')
	writeFileSync(file, 'before')
	const change = node(`require('fs').writeFileSync('Assets/a.txt', 'after')`)
	const changed = run('run_1.1.0', change, { changes: ['Assets/a.txt'] })
	expect(await room.call(key, changed)).toMatchObject({ result: { state: 'exited' } })
	expect(readFileSync(file, 'utf8')).toBe('after')
	const revert = { action: 'revert', call_ids: ['run_1.1.0'], skip: [], overwrite: [] }
	expect(await room.call(key, makeCall('rev_1.files', 'file_history', revert))).toMatchObject({
		result: { items: [{ path: 'Assets/a.txt', state: 'reverted' }] },
	})
	expect(readFileSync(file, 'utf8')).toBe('before')
})
