import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { resolveCall, TOOLS, type ToolResult } from '@fairlead/protocol/tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/support.ts'
import { type Database, SCHEMA } from '../calls/database.ts'
import { fileTools } from '../files/file-tools.ts'
import { type FileHistory, openFileHistory } from './file-history.ts'

const DAY_MS = 24 * 3_600_000
const KEY = 'relay:000000000000'

type Preview = ToolResult<'file_history', 'preview'>
type Result = ToolResult<'file_history', 'revert'>

const cleanups = new Cleanups()
let home: string
let project: string
let database: Database
let history: FileHistory
let now: number
let openFiles: readonly string[]
let calls: number

/** As after a kill of the relay: all that counts is on disk. */
function reopen(maxImageBytes?: number): void {
	history = openFileHistory({
		home,
		database,
		now: () => now,
		openFilesOf: () => openFiles,
		...(maxImageBytes === undefined ? {} : { maxImageBytes }),
	})
}

beforeEach(() => {
	const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	home = join(folder, 'home')
	project = join(folder, 'proj')
	mkdirSync(join(project, 'Assets'), { recursive: true })
	mkdirSync(home)
	database = new DatabaseSync(':memory:')
	database.exec(SCHEMA)
	now = Date.UTC(2026, 10, 22)
	openFiles = []
	calls = 0
	reopen()
})
afterEach(() => {
	database.close()
	return cleanups.run()
})

const at = (path: string): string => join(project, ...path.split('/'))
const put = (path: string, content: string | Uint8Array): void => {
	mkdirSync(join(at(path), '..'), { recursive: true })
	writeFileSync(at(path), content)
}
const text = (path: string): string | null =>
	existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null
const tree = (folder = 'Assets'): string[] =>
	readdirSync(at(folder), { recursive: true }).map(String).sort()

const contextOf = (callId: string, actionName: string) => ({
	room: 'room',
	callId,
	actionName,
	folder: project,
	editorKey: KEY,
	deadlineAt: Number.MAX_SAFE_INTEGER,
	signal: new AbortController().signal,
})

/** A file tool, as the router runs it. Answers the call's id. */
async function tool(
	name: 'write_file' | 'edit_file',
	args: Record<string, unknown>,
): Promise<string> {
	const callId = `run_1.${++calls}.0`
	const resolved = resolveCall(name, args)
	if (!resolved.ok) throw new Error(resolved.error.message)
	const outcome = await fileTools(history).get(name)!(resolved.call.args, contextOf(callId, 'run'))
	expect(outcome).toMatchObject({ status: 'ok' })
	return callId
}
const write = (path: string, content: string): Promise<string> =>
	tool('write_file', { path, content })

/** A call for an editor: `work` is what the editor does to the disk. */
function editor(method: string, params: Record<string, unknown>, work: () => void): string {
	const callId = `run_1.${++calls}.0`
	const call = { ...contextOf(callId, ''), method, params }
	history.recorder.before(call)
	work()
	history.recorder.after(call)
	return callId
}

async function ask<T>(action: 'preview' | 'revert', callId: string, args: object): Promise<T> {
	const resolved = resolveCall('file_history', { action, ...args })
	if (!resolved.ok) throw new Error(resolved.error.message)
	const outcome = await fileTools(history).get('file_history')!(
		resolved.call.args,
		contextOf(callId, action),
	)
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	TOOLS.file_history.actions[action].output.parse(outcome.result)
	return outcome.result as T
}
const preview = (...call_ids: string[]): Promise<Preview> => ask('preview', 'view.1', { call_ids })
const revert = (callId: string, call_ids: string[], more: object = {}): Promise<Result> =>
	ask('revert', callId, { call_ids, ...more })
const states = (result: Preview | Result): Record<string, string> =>
	Object.fromEntries(
		result.items.map((item) => [item.path, [item.state, item.reason].filter(Boolean).join(' ')]),
	)

describe('the changes of one run to a file', () => {
	it('goes back to before the first of two edits', async () => {
		put('Assets/a.cs', 'one')
		const first = await write('Assets/a.cs', 'two')
		const second = await write('Assets/a.cs', 'three')
		expect(await preview(first, second)).toMatchObject({
			items: [
				{
					path: 'Assets/a.cs',
					change: 'restore',
					state: 'ready',
					diff: expect.stringContaining('-three'),
				},
			],
		})
		expect(await revert('rev_1.0', [first, second])).toEqual({
			items: [{ path: 'Assets/a.cs', kind: 'file', change: 'restore', state: 'reverted' }],
			truncated: false,
			refresh: true,
		})
		expect(text('Assets/a.cs')).toBe('one')
	})

	it('a revert of the revert brings it back, and so on', async () => {
		put('Assets/a.cs', 'one')
		const call = await write('Assets/a.cs', 'two')
		await revert('rev_1.0', [call])
		await revert('rev_2.0', ['rev_1.0'])
		expect(text('Assets/a.cs')).toBe('two')
		await revert('rev_3.0', ['rev_2.0'])
		expect(text('Assets/a.cs')).toBe('one')
	})

	it('a new script goes to the trash with the .meta that Unity made, and its new folder too', async () => {
		const call = await write('Assets/New/Deep/a.cs', 'one')
		put('Assets/New.meta', 'guid: 1')
		put('Assets/New/Deep.meta', 'guid: 2')
		put('Assets/New/Deep/a.cs.meta', 'guid: 3')
		expect(states(await revert('rev_1.0', [call]))).toEqual({
			'Assets/New/Deep/a.cs': 'reverted',
			'Assets/New/Deep': 'reverted',
			'Assets/New': 'reverted',
		})
		expect(tree()).toEqual([])
		const trash = join(home, 'trash', 'rev_1.0', 'Assets', 'New', 'Deep', 'a.cs')
		expect(readFileSync(trash, 'utf8')).toBe('one')
		await revert('rev_2.0', ['rev_1.0'])
		expect(text('Assets/New/Deep/a.cs')).toBe('one')
		expect(text('Assets/New/Deep/a.cs.meta')).toBe('guid: 3')
		expect(text('Assets/New/Deep.meta')).toBe('guid: 2')
	})

	it('a folder that the user has put something into stays', async () => {
		const call = await write('Assets/New/a.cs', 'one')
		put('Assets/New/mine.txt', 'mine')
		expect(states(await preview(call))).toEqual({
			'Assets/New/a.cs': 'ready',
			'Assets/New': 'conflict not_empty',
		})
		expect(states(await revert('rev_1.0', [call]))).toEqual({
			'Assets/New/a.cs': 'reverted',
			'Assets/New': 'skipped not_empty',
		})
		expect(text('Assets/New/mine.txt')).toBe('mine')
	})

	it('reverting a folder reverts what the preview showed, and nothing that changed since', async () => {
		const call = await write('Assets/New/a.cs', 'one')
		put('Assets/New/mine.txt', 'mine')
		const seen = async () => {
			const folder = (await preview(call)).items.find(({ path }) => path === 'Assets/New')
			return [{ path: 'Assets/New', seen: folder!.seen }]
		}
		const old = await seen()
		put('Assets/New/mine.txt', 'mine, edited')
		expect(states(await revert('rev_1.0', [call], { overwrite: old }))).toEqual({
			'Assets/New/a.cs': 'reverted',
			'Assets/New': 'skipped not_empty',
		})
		expect(text('Assets/New/mine.txt')).toBe('mine, edited')
		expect(states(await revert('rev_2.0', [call], { overwrite: await seen() }))['Assets/New']).toBe(
			'reverted',
		)
		expect(existsSync(at('Assets/New'))).toBe(false)
		await revert('rev_3.0', ['rev_2.0'])
		expect(text('Assets/New/mine.txt')).toBe('mine, edited')
	})

	it('a file that stays keeps its folder, whatever was said of the folder', async () => {
		const call = await write('Assets/New/a.cs', 'one')
		put('Assets/New/a.cs', 'edited by hand')
		const { items } = await preview(call)
		const overwrite = items
			.filter(({ kind }) => kind === 'folder')
			.map(({ path, seen }) => ({ path, seen }))
		expect(overwrite).toHaveLength(1)
		expect(states(await revert('rev_1.0', [call], { overwrite }))).toEqual({
			'Assets/New/a.cs': 'skipped changed',
			'Assets/New': 'skipped not_empty',
		})
		expect(text('Assets/New/a.cs')).toBe('edited by hand')
	})

	it('a folder stays when what is in it is skipped', async () => {
		const call = await write('Assets/New/a.cs', 'one')
		await revert('rev_1.0', [call], { skip: ['Assets/New/a.cs'] })
		expect(text('Assets/New/a.cs')).toBe('one')
	})

	it('line ends, a BOM, binary content and the mode of a file come back byte for byte', async () => {
		const bytes = new Uint8Array([0, 1, 2, 255, 13, 10])
		put('Assets/a.png', bytes)
		const call = editor(
			'unity_asset',
			{ action: 'modify_material', path: 'Assets/a.png', color: [1, 0, 0] },
			() => put('Assets/a.png', 'now text'),
		)
		await revert('rev_1.0', [call])
		expect(new Uint8Array(readFileSync(at('Assets/a.png')))).toEqual(bytes)
	})

	it('a call that changed nothing leaves nothing to take back', async () => {
		put('Assets/a.cs', 'one')
		const call = await write('Assets/a.cs', 'one')
		expect(await preview(call)).toEqual({ items: [], truncated: false })
	})
})

describe('the changes of an editor call to assets', () => {
	it('a deleted material comes back with its .meta, so that its GUID is the same', async () => {
		put('Assets/Red.mat', 'red')
		put('Assets/Red.mat.meta', 'guid: 7')
		const call = editor('unity_asset', { action: 'delete', path: 'Assets/Red.mat' }, () => {
			rmSync(at('Assets/Red.mat'))
			rmSync(at('Assets/Red.mat.meta'))
		})
		expect(states(await preview(call))).toEqual({ 'Assets/Red.mat': 'ready' })
		await revert('rev_1.0', [call])
		expect([text('Assets/Red.mat'), text('Assets/Red.mat.meta')]).toEqual(['red', 'guid: 7'])
		await revert('rev_2.0', ['rev_1.0'])
		expect(tree()).toEqual([])
	})

	it('a deleted folder comes back with all that was in it', async () => {
		put('Assets/Mats/Red.mat', 'red')
		put('Assets/Mats/Red.mat.meta', 'guid: 7')
		put('Assets/Mats/Deep/Blue.mat', 'blue')
		put('Assets/Mats.meta', 'guid: 1')
		mkdirSync(at('Assets/Mats/Empty'))
		const before = tree()
		const call = editor('unity_asset', { action: 'delete', path: 'Assets/Mats' }, () => {
			rmSync(at('Assets/Mats'), { recursive: true })
			rmSync(at('Assets/Mats.meta'))
		})
		await revert('rev_1.0', [call])
		expect(tree()).toEqual(before)
		expect(text('Assets/Mats/Deep/Blue.mat')).toBe('blue')
	})

	it('a moved folder goes back', async () => {
		put('Assets/Old/a.mat', 'a')
		put('Assets/Old/a.mat.meta', 'guid: 7')
		const before = tree()
		const args = { action: 'move', path: 'Assets/Old', new_path: 'Assets/New' }
		const call = editor('unity_asset', args, () => {
			put('Assets/New/a.mat', 'a')
			put('Assets/New/a.mat.meta', 'guid: 7')
			rmSync(at('Assets/Old'), { recursive: true })
		})
		await revert('rev_1.0', [call])
		expect(tree()).toEqual(before)
		expect(text('Assets/Old/a.mat.meta')).toBe('guid: 7')
	})

	it('a path that leads out of the project is not looked at', async () => {
		writeFileSync(join(project, '..', 'secret.txt'), 'secret')
		const call = editor('unity_asset', { action: 'delete', path: 'Assets/../../secret.txt' }, () =>
			rmSync(join(project, '..', 'secret.txt')),
		)
		expect((await preview(call)).items).toEqual([])
		expect(existsSync(join(home, 'images'))).toBe(false)
	})
})

describe('the user worked on meanwhile', () => {
	it('an edit is a conflict, and stays unless exactly what was seen is overwritten', async () => {
		put('Assets/a.cs', 'one')
		const call = await write('Assets/a.cs', 'two')
		put('Assets/a.cs', 'mine')
		const { items } = await preview(call)
		expect(items).toMatchObject([{ state: 'conflict', reason: 'changed' }])
		expect(states(await revert('rev_1.0', [call]))).toEqual({ 'Assets/a.cs': 'skipped changed' })
		expect(text('Assets/a.cs')).toBe('mine')
		const overwrite = [{ path: 'Assets/a.cs', seen: items[0]!.seen }]
		put('Assets/a.cs', 'mine, and more')
		expect(states(await revert('rev_2.0', [call], { overwrite }))).toEqual({
			'Assets/a.cs': 'skipped changed',
		})
		put('Assets/a.cs', 'mine')
		expect(states(await revert('rev_3.0', [call], { overwrite }))).toEqual({
			'Assets/a.cs': 'reverted',
		})
		expect(text('Assets/a.cs')).toBe('one')
		await revert('rev_4.0', ['rev_3.0'])
		expect(text('Assets/a.cs')).toBe('mine')
	})

	it("an edit between two of the run's is a conflict too: it would be lost unseen", async () => {
		put('Assets/a.cs', 'one')
		const first = await write('Assets/a.cs', 'two')
		put('Assets/a.cs', 'two, and mine')
		const second = await write('Assets/a.cs', 'three')
		expect(states(await preview(first, second))).toEqual({ 'Assets/a.cs': 'conflict changed' })
		expect(states(await preview(second))).toEqual({ 'Assets/a.cs': 'ready' })
	})

	it('says when it was the agent itself, in a later step', async () => {
		put('Assets/a.cs', 'one')
		const first = await write('Assets/a.cs', 'two')
		const second = await write('Assets/a.cs', 'three')
		expect(states(await preview(first))).toEqual({ 'Assets/a.cs': 'conflict changed_later' })
		await revert('rev_1.0', [second])
		expect(states(await preview(first))).toEqual({ 'Assets/a.cs': 'ready' })
	})

	it('files the user deleted stay deleted, and files that are in the way stay', async () => {
		put('Assets/a.cs', 'one')
		put('Assets/b.cs', 'one')
		const edited = await write('Assets/a.cs', 'two')
		const deleted = editor('unity_asset', { action: 'delete', path: 'Assets/b.cs' }, () =>
			rmSync(at('Assets/b.cs')),
		)
		rmSync(at('Assets/a.cs'))
		put('Assets/b.cs', 'mine')
		expect(states(await revert('rev_1.0', [edited, deleted]))).toEqual({
			'Assets/a.cs': 'skipped deleted',
			'Assets/b.cs': 'skipped occupied',
		})
	})

	it('a prefab that Unity has open stays as it is: Unity would stop and ask about it', async () => {
		const path = 'Assets/Crate.prefab'
		put(path, 'one')
		const call = editor('unity_asset', { action: 'delete', path }, () => put(path, 'two'))
		openFiles = ['Assets/crate.prefab']
		expect(states(await preview(call))).toEqual({ [path]: 'impossible open' })
		expect(states(await revert('rev_1.0', [call]))).toEqual({ [path]: 'impossible open' })
		expect(text(path)).toBe('two')
		openFiles = []
		await revert('rev_2.0', [call])
		expect(text(path)).toBe('one')
	})

	it('settings of the project are restored, and the editor is asked to read them again', async () => {
		const path = 'ProjectSettings/TimeManager.asset'
		put(path, 'm_TimeScale: 1')
		const args = { action: 'modify', settings_category: 'time', properties: { timeScale: 2 } }
		const call = editor('unity_settings', args, () => put(path, 'm_TimeScale: 2'))
		expect(await revert('rev_1.0', [call])).toMatchObject({ refresh: true })
		expect(text(path)).toBe('m_TimeScale: 1')
	})

	it('unchanged files are left alone', async () => {
		const call = await write('Assets/a.cs', 'one')
		rmSync(at('Assets/a.cs'))
		expect(await revert('rev_1.0', [call])).toMatchObject({
			items: [{ state: 'unchanged' }],
			refresh: false,
		})
	})
})

describe('the relay dies in the middle', () => {
	it('goes on where it was, and answers the same', async () => {
		put('Assets/a.cs', 'one')
		put('Assets/b.cs', 'one')
		const a = await write('Assets/a.cs', 'two')
		const b = await write('Assets/b.cs', 'two')
		const c = await write('Assets/c.cs', 'new')
		const whole = await revert('rev_1.0', [a, b, c])
		// As if it had died after recording b, before writing it; c and a were done.
		put('Assets/b.cs', 'two')
		reopen()
		expect(await revert('rev_1.0', [a, b, c])).toEqual(whole)
		expect([text('Assets/a.cs'), text('Assets/b.cs'), text('Assets/c.cs')]).toEqual([
			'one',
			'one',
			null,
		])
	})

	it('does not overwrite what the user saved in between', async () => {
		put('Assets/a.cs', 'one')
		const a = await write('Assets/a.cs', 'two')
		await revert('rev_1.0', [a])
		put('Assets/a.cs', 'mine')
		reopen()
		expect(states(await revert('rev_1.0', [a]))).toEqual({ 'Assets/a.cs': 'skipped changed' })
		expect(text('Assets/a.cs')).toBe('mine')
	})

	it('a call whose end nobody saw can be taken back as what is there now, if the user agrees', async () => {
		put('Assets/a.mat', 'one')
		const call = {
			...contextOf('run_1.9.0', ''),
			method: 'unity_asset',
			params: { action: 'modify_material', path: 'Assets/a.mat' },
		}
		history.recorder.before(call)
		put('Assets/a.mat', 'two')
		reopen()
		const { items } = await preview('run_1.9.0')
		expect(items).toMatchObject([{ state: 'conflict', reason: 'changed' }])
		await revert('rev_1.0', ['run_1.9.0'], {
			overwrite: [{ path: 'Assets/a.mat', seen: items[0]!.seen }],
		})
		expect(text('Assets/a.mat')).toBe('one')
	})
})

describe('the bounds', () => {
	it('the least recently used content goes first, and going back says so', async () => {
		reopen(160)
		put('Assets/a.txt', 'a'.repeat(10))
		put('Assets/b.txt', 'b'.repeat(10))
		const a = await write('Assets/a.txt', 'A')
		now++
		for (let i = 0; i < 20; i++) {
			await write('Assets/b.txt', String(i).padStart(10, '0'))
			now++
		}
		expect(states(await preview(a))).toEqual({ 'Assets/a.txt': 'impossible evicted' })
		const newest = `run_1.${calls}.0`
		expect(states(await preview(newest))).toEqual({ 'Assets/b.txt': 'ready' })
		const kept = readdirSync(join(home, 'images'), { recursive: true, withFileTypes: true })
		expect(kept.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(16)
	})

	it('content too large for the store is not kept, and going back says so', async () => {
		reopen(160)
		put('Assets/a.txt', 'a'.repeat(11))
		const call = await write('Assets/a.txt', 'A')
		expect(states(await preview(call))).toEqual({ 'Assets/a.txt': 'impossible not_kept' })
	})

	it('a month later it is gone, also from the disk; so is what a killed relay left', async () => {
		put('Assets/a.txt', 'a')
		const call = await write('Assets/a.txt', 'A')
		const made = await write('Assets/new.txt', 'A')
		await revert('rev_1.0', [made])
		mkdirSync(join(home, 'images', 'zz'))
		writeFileSync(join(home, 'images', 'zz', 'left.tmp'), 'half')
		now = Date.now() + 31 * DAY_MS
		history.prune()
		expect((await preview(call)).items).toEqual([])
		const files = (folder: string): string[] =>
			readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map((entry) => entry.name)
		expect([...files('images'), ...files('trash')]).toEqual([])
	})

	it('damaged content is never put back', async () => {
		put('Assets/a.txt', 'a')
		const call = await write('Assets/a.txt', 'A')
		const [image] = readdirSync(join(home, 'images'), {
			recursive: true,
			withFileTypes: true,
		}).filter((e) => e.isFile())
		writeFileSync(join(image!.parentPath, image!.name), 'x')
		expect(states(await revert('rev_1.0', [call]))).toEqual({
			'Assets/a.txt': 'impossible evicted',
		})
		expect(text('Assets/a.txt')).toBe('A')
	})
})
