/** A call that changes a large folder: the relay stays responsive, and the kept content is on disk. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { resolveCall, type ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { fileTools } from '../file-tools/file-tools.ts'
import { SCHEMA } from '../platform/database.ts'
import { type FileHistory, openFileHistory } from './file-history.ts'

const disk = vi.hoisted(() => ({ synced: 0 }))
vi.mock('node:fs', async (original) => {
	const fs = await original<typeof import('node:fs')>()
	return {
		...fs,
		fsyncSync: (file: number) => {
			disk.synced++
			fs.fsyncSync(file)
		},
	}
})

const KEY = 'relay:000000000000'
const MANY = 120
const cleanups = new Cleanups()
let project: string
let database: DatabaseSync
let history: FileHistory

beforeEach(() => {
	const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	const home = join(folder, 'home')
	project = join(folder, 'proj')
	mkdirSync(join(project, 'Assets', 'Big', 'Deep'), { recursive: true })
	mkdirSync(home)
	for (let n = 0; n < MANY; n++) {
		writeFileSync(join(project, 'Assets', 'Big', n % 2 ? 'Deep' : '.', `${n}.txt`), `file ${n}`)
	}
	database = new DatabaseSync(':memory:')
	database.exec(SCHEMA)
	history = openFileHistory({ home, database, now: () => 1_000, maxPaths: MANY + 10 })
})
afterEach(() => {
	database.close()
	return cleanups.run()
})

const big = (): string => join(project, 'Assets', 'Big')
const callOf = (callId: string, path = 'Assets/Big') => ({
	room: 'room',
	callId,
	editorKey: KEY,
	folder: project,
	method: 'unity_asset',
	params: { action: 'delete', path },
})
const changes = (): number => database.prepare('SELECT * FROM changes').all().length

async function revert(callId: string): Promise<ToolResult<'file_history', 'revert'>> {
	const resolved = resolveCall('file_history', { action: 'revert', call_ids: [callId] })
	if (!resolved.ok) throw new Error(resolved.error.message)
	const outcome: CallOutcome | undefined = await fileTools(history).get('file_history')?.(
		resolved.call.args,
		{
			room: 'room',
			callId: 'rev_1.files',
			actionName: 'revert',
			folder: project,
			editorKey: KEY,
			deadlineAt: Number.MAX_SAFE_INTEGER,
			signal: new AbortController().signal,
			progress: () => undefined,
		},
	)
	if (outcome?.status !== 'ok') throw new Error(JSON.stringify(outcome))
	return outcome.result as ToolResult<'file_history', 'revert'>
}

/** How often other work ran until the promise settled. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
	let turns = 0
	let over = false
	const done = promise.finally(() => {
		over = true
	})
	while (!over) {
		await new Promise((resolve) => setImmediate(resolve))
		turns++
	}
	await done
	return turns
}

describe('a folder with many files', () => {
	test('is kept whole while other work runs, and is restored whole', async () => {
		const before = history.recorder.before(callOf('c1'))
		expect(before).toBeInstanceOf(Promise)
		expect(await turnsUntil(before as Promise<unknown>)).toBeGreaterThan(5)
		expect(await before).toBeNull()
		rmSync(big(), { recursive: true })
		const after = history.recorder.after(callOf('c1'))
		expect(await turnsUntil(Promise.resolve(after))).toBeGreaterThan(1)
		const { items } = await revert('c1')
		expect(items.every(({ state }) => state === 'reverted')).toBe(true)
		expect(readdirSync(big(), { recursive: true })).toHaveLength(MANY + 1)
		expect(readFileSync(join(big(), 'Deep', '7.txt'), 'utf8')).toBe('file 7')
	})

	test('that holds too much to be kept is left alone, and the call fails with the reason', async () => {
		for (let n = 0; n < 20; n++) writeFileSync(join(big(), `more${n}.txt`), 'x')
		const refusal = await history.recorder.before(callOf('c1'))
		expect(refusal).toMatchObject({
			error: { code: 'too_large', message: expect.stringMatching(/Assets\/Big.*Nothing was done/) },
		})
		expect(changes()).toBe(0)
		// Part of it is small enough.
		expect(await history.recorder.before(callOf('c2', 'Assets/Big/Deep'))).toBeNull()
		expect(changes()).toBeGreaterThan(MANY / 2)
	})

	test('a call cancelled while its folder is being read records nothing', async () => {
		let wanted = true
		const before = history.recorder.before(callOf('c1'), () => wanted)
		wanted = false
		expect(await before).toBeNull()
		expect(changes()).toBe(0)
	})
})

test('one file is kept at once, and its content, its name and its record are synced before the change', () => {
	writeFileSync(join(project, 'Assets', 'a.txt'), 'one')
	disk.synced = 0
	expect(history.recorder.before(callOf('c1', 'Assets/a.txt'))).toBeNull()
	// The image, its folder, and the folders created for it.
	expect(disk.synced).toBe(process.platform === 'win32' ? 1 : 4)
	expect(changes()).toBe(1)
	disk.synced = 0
	expect(history.recorder.before(callOf('c2', 'Assets/a.txt'))).toBeNull()
	expect(disk.synced).toBe(process.platform === 'win32' ? 0 : 1)
})
