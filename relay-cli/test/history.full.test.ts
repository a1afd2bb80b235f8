/** The file history of a killed relay: real processes, a fake room and editor. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { editorKeyOf } from '../src/home/project-key.ts'
import { FakeEditor } from './fakes/fake-editor.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { linkedProject } from './kit/linked-project.ts'
import { RelayProcess } from './kit/relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const RED = { action: 'modify_material', path: 'Assets/Red.mat', color: [1, 0, 0] }
/** Enough that a kill finds some done and some not. */
const FILES = 150

let cleanups: Cleanups
let home: string
let path: string
let room: FakeRoom
let relay: RelayProcess
let key: string

const at = (name: string): string => join(path, 'Assets', name)
const textOf = (name: string): string | null =>
	existsSync(at(name)) ? readFileSync(at(name), 'utf8') : null
const ok = (result: unknown): CallOutcome => ({ status: 'ok', result })

async function startRelay(): Promise<void> {
	relay = cleanups.add(await RelayProcess.start(home), (made) => made.kill())
}

beforeEach(async () => {
	cleanups = new Cleanups()
	;({ home, path, room } = await linkedProject(cleanups))
	await startRelay()
	key = editorKeyOf((await room.hello()).relayId, path)
})
afterEach(() => cleanups.run())

const revert = (callId: string, call_ids: string[]) =>
	makeCall(callId, 'file_history', { action: 'revert', call_ids, skip: [], overwrite: [] })

it('an asset that the editor changed while the relay was dead is reverted', async () => {
	writeFileSync(at('Red.mat'), 'white')
	const gate = Promise.withResolvers<CallOutcome>()
	const editor = cleanups.add(
		new FakeEditor({ projectPath: path, execute: () => gate.promise }),
		(made) => made.disconnect(),
	)
	await editor.connect(relay.file)
	room.call(key, makeCall('run_1.1.0', 'unity_asset', RED)).catch(() => undefined)
	await until('the call', () => editor.executed.length > 0)
	await relay.kill()
	writeFileSync(at('Red.mat'), 'red')
	gate.resolve(ok({}))
	await startRelay()
	await room.hello(2)
	const settled = room.call(key, makeCall('run_1.1.0', 'unity_asset', RED))
	await editor.connect(relay.file)
	expect(await settled).toMatchObject({ status: 'ok' })
	expect(await room.call(key, revert('rev_1.files', ['run_1.1.0']))).toMatchObject({
		result: { items: [{ path: 'Assets/Red.mat', state: 'reverted' }], refresh: true },
	})
	expect(textOf('Red.mat')).toBe('white')
})

it('an asset deleted by a call that was sent twice is brought back', async () => {
	writeFileSync(at('Red.mat'), 'red')
	const gate = Promise.withResolvers<CallOutcome>()
	const editor = cleanups.add(
		new FakeEditor({ projectPath: path, execute: () => gate.promise }),
		(made) => made.disconnect(),
	)
	await editor.connect(relay.file)
	const remove = { action: 'delete', path: 'Assets/Red.mat' }
	const call = room.call(key, makeCall('run_1.1.0', 'unity_asset', remove))
	await until('the call', () => editor.received.length > 0)
	await editor.disconnect(CLOSE.reloading)
	// The editor says that it has not begun the call, begins it, and only then gets it a second time.
	editor.reportAsNotBegun('run_1.1.0')
	editor.phase = 'reloading'
	await editor.connect(relay.file)
	rmSync(at('Red.mat'))
	editor.setPhase('ready')
	await until('the second sending', () => editor.received.length > 1)
	gate.resolve(ok({}))
	expect(await call).toMatchObject({ status: 'ok' })
	await room.call(key, revert('rev_1.files', ['run_1.1.0']))
	expect(textOf('Red.mat')).toBe('red')
})

it('a revert continues after the kill, without a new request, and reports all of it', async () => {
	const ids: string[] = []
	for (let i = 0; i < FILES; i++) {
		writeFileSync(at(`f${i}.txt`), `before ${i}`)
		ids.push(`run_1.1.${i}`)
		const params = { path: `Assets/f${i}.txt`, content: `after ${i}` }
		await room.call(key, makeCall(`run_1.1.${i}`, 'write_file', params))
	}
	const call = revert('rev_1.files', ids)
	room.call(key, call).catch(() => undefined)
	await until('the first file', () => textOf('f0.txt') === 'before 0')
	await relay.kill()
	await startRelay()
	await room.hello(2)
	const outcome = await room.call(key, call)
	expect(outcome).toMatchObject({ status: 'ok' })
	const { items } = (outcome as { result: { items: { state: string }[] } }).result
	expect(items.map(({ state }) => state)).toEqual(Array(FILES).fill('reverted'))
	for (let i = 0; i < FILES; i++) expect(textOf(`f${i}.txt`)).toBe(`before ${i}`)
})

it('a folder named like a file is not deleted by a call that an approval for files may cover', async () => {
	mkdirSync(at('Big.art'))
	const editor = cleanups.add(new FakeEditor({ projectPath: path }), (made) => made.disconnect())
	await editor.connect(relay.file)
	const remove = (index: number, name: string) =>
		room.call(key, makeCall(`run_1.1.${index}`, 'unity_asset', { action: 'delete', path: name }))
	expect(await remove(0, 'Assets/Big.art')).toMatchObject({
		status: 'error',
		error: { code: 'invalid_arguments', hint: expect.stringContaining('Assets/Big.art/ ') },
	})
	writeFileSync(at('Red.mat'), 'red')
	expect(await remove(1, 'Assets/Red.mat')).toMatchObject({ status: 'ok' })
	expect(editor.received).toHaveLength(1)
})

describe('a folder that takes long to record', () => {
	const remove = (callId: string, folder = 'Assets/Big') =>
		makeCall(callId, 'unity_asset', { action: 'delete', path: folder })
	const look = (callId: string) => makeCall(callId, 'unity_query', { action: 'selection' })

	/** Makes a big folder, and an editor that deletes the named path. */
	async function withBigFolder(): Promise<FakeEditor> {
		mkdirSync(at('Big'))
		for (let i = 0; i < 2 * FILES; i++) writeFileSync(at(`Big/f${i}.txt`), `text ${i}`)
		const editor = cleanups.add(new FakeEditor({ projectPath: path }), (made) => made.disconnect())
		await editor.connect(relay.file)
		editor.execute = ({ method, params }) => {
			if (method === 'unity_asset') rmSync(join(path, String(params['path'])), { recursive: true })
			return ok({})
		}
		return editor
	}

	it('is restored whole; the calls behind it keep their order', async () => {
		const editor = await withBigFolder()
		const calls = [look('run_1.1.0'), remove('run_1.1.1'), look('run_1.1.2'), look('run_1.1.3')]
		const outcomes = await Promise.all(calls.map((call) => room.call(key, call)))
		expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
		expect(editor.executed).toEqual(calls.map(({ callId }) => callId))
		expect(existsSync(at('Big'))).toBe(false)
		expect(await room.call(key, revert('rev_1.files', ['run_1.1.1']))).toMatchObject({
			result: { refresh: true },
		})
		expect(readdirSync(at('Big'))).toHaveLength(2 * FILES)
	})

	it('is left alone when its call is cancelled meanwhile, and the calls behind it run', async () => {
		const editor = await withBigFolder()
		const removed = room.call(key, remove('run_1.1.0'))
		const looked = room.call(key, look('run_1.1.1'))
		// After both frames are on their way.
		await new Promise((resolve) => setImmediate(resolve))
		room.notify('call.cancel', { callIds: ['run_1.1.0'] })
		expect(await removed).toMatchObject({ status: 'error', error: { code: 'cancelled' } })
		expect(await looked).toMatchObject({ status: 'ok' })
		expect(editor.executed).toEqual(['run_1.1.1'])
		expect(existsSync(at('Big'))).toBe(true)
	})

	it('is deleted once if the editor’s socket is lost meanwhile', async () => {
		const editor = await withBigFolder()
		const removed = room.call(key, remove('run_1.1.0'))
		await editor.disconnect()
		await editor.connect(relay.file)
		expect(await removed).toMatchObject({ status: 'ok' })
		expect(editor.executed).toEqual(['run_1.1.0'])
	})
})
