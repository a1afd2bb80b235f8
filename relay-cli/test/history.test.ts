/** What a killed relay knows of files: real processes, a fake room and editor. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/calls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { editorKeyOf } from '../src/editors/project-key.ts'
import { FakeEditor } from './fake-editor.ts'
import type { FakeRoom } from './fake-room.ts'
import { linkedProject } from './linked-project.ts'
import { RelayProcess } from './relay-process.ts'
import { Cleanups, makeCall, TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const RED = { action: 'modify_material', path: 'Assets/Red.mat', color: [1, 0, 0] }
/** Enough that a kill finds some of them done and some not. */
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

it('an asset that the editor changed while the relay was dead goes back', async () => {
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

it('a revert goes on after the kill, without being asked again, and tells of all of it', async () => {
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
