/** Commands of a real relay: progress in the room, the end of a killed relay, a revert. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandOutput } from '@fairlead/protocol/commands/running-commands'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeLink } from '../src/home/links.ts'
import { editorKeyOf } from '../src/home/project-key.ts'
import { isAlive, node } from '../src/programs/test-kit.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { linkedProject } from './kit/linked-project.ts'
import { RelayProcess } from './kit/relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let cleanups: Cleanups
let home: string
let path: string
let room: FakeRoom
let relay: RelayProcess
let key: string

beforeEach(async () => {
	cleanups = new Cleanups()
	const linked = await linkedProject(cleanups)
	;({ home, path, room } = linked)
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

it.each(['by the user', 'by the server'] as const)(
	'a command in the background ends when its project is unlinked %s',
	async (how) => {
		const begun = await room.call(key, run('c.1', node(WAITS), { background: true }))
		const { handle } = (begun as { result: { handle: string } }).result
		const printed = () =>
			room.call(key, makeCall(`c.${++asked}`, 'run_command', { action: 'output', handle }))
		let asked = 1
		const pid = await until('its number', async () => {
			const page = (await printed()) as { result: { output: string } }
			return Number(page.result.output) || null
		})
		if (how === 'by the user') await removeLink(path, home)
		else room.drop(CLOSE.unlinked)
		await until('its end', () => !isAlive(pid))
	},
)

it('files that a command was said to change are told if they differ, and reverted', async () => {
	const file = join(path, 'Assets', 'a.txt')
	writeFileSync(file, 'before')
	writeFileSync(join(path, 'Assets', 'same.txt'), 'same')
	const change = node(`require('fs').writeFileSync('Assets/a.txt', 'after')`)
	const changed = run('run_1.1.0', change, { changes: ['Assets/a.txt', 'Assets/same.txt'] })
	expect(await room.call(key, changed)).toMatchObject({
		result: { state: 'exited', changed: [{ path: 'Assets/a.txt', change: 'changed' }] },
	})
	expect(readFileSync(file, 'utf8')).toBe('after')
	const revert = { action: 'revert', call_ids: ['run_1.1.0'], skip: [], overwrite: [] }
	expect(await room.call(key, makeCall('rev_1.files', 'file_history', revert))).toMatchObject({
		result: { items: [{ path: 'Assets/a.txt', state: 'reverted' }] },
	})
	expect(readFileSync(file, 'utf8')).toBe('before')
})

it('the room hears how many commands run in the background, reads them, and stops one', async () => {
	const count = (wanted: number | undefined) =>
		until(`${wanted} in the background`, () =>
			room.seats().get(key)?.backgroundCommands === wanted ? true : null,
		)
	const begun = await room.call(key, run('c.1', node(WAITS), { background: true }))
	const { handle } = (begun as { result: { handle: string } }).result
	await count(1)
	const pid = await until('its number', async () => {
		const outcome = await room.read('commands.output', { editorKey: key, of: { handle } })
		return (outcome.status === 'ok' && Number((outcome.result as CommandOutput).output)) || null
	})
	const list = await room.read('commands.list', { editorKey: key })
	expect(list).toMatchObject({ result: { commands: [{ handle, state: 'running' }] } })
	// A lost connection changes nothing of it.
	room.drop()
	await room.hello(2)
	await count(1)
	const asked = { editorKey: key, handle }
	expect(await room.ask('commands.stop', asked)).toMatchObject({ state: 'ended' })
	await until('its end', () => !isAlive(pid))
	await count(undefined)
})
