import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
	at,
	contextOf,
	editor,
	preview,
	put,
	reopen,
	revert,
	states,
	text,
	useProject,
	world,
	write,
} from './test-kit.ts'

useProject()

describe('the user worked meanwhile', () => {
	it('an edit is a conflict, and stays unless the user overwrites exactly what they saw', async () => {
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

	it('says if the later change was the agent’s own', async () => {
		put('Assets/a.cs', 'one')
		const first = await write('Assets/a.cs', 'two')
		const second = await write('Assets/a.cs', 'three')
		expect(states(await preview(first))).toEqual({ 'Assets/a.cs': 'conflict changed_later' })
		await revert('rev_1.0', [second])
		expect(states(await preview(first))).toEqual({ 'Assets/a.cs': 'ready' })
	})

	it('files the user deleted stay deleted, and files in the way stay', async () => {
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

	it('a prefab that is open in Unity stays as it is: Unity would stop with a dialog', async () => {
		const path = 'Assets/Crate.prefab'
		put(path, 'one')
		const call = editor('unity_asset', { action: 'delete', path }, () => put(path, 'two'))
		world.openFiles = ['Assets/crate.prefab']
		expect(states(await preview(call))).toEqual({ [path]: 'impossible open' })
		expect(states(await revert('rev_1.0', [call]))).toEqual({ [path]: 'impossible open' })
		expect(text(path)).toBe('two')
		world.openFiles = []
		await revert('rev_2.0', [call])
		expect(text(path)).toBe('one')
	})

	it('settings of the project are restored, and the editor is asked to reread them', async () => {
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

describe('a link was placed in the way since', () => {
	/** Moves a folder out of the project and leaves a link to it. */
	function swap(folder: string): string {
		const elsewhere = join(world.project, '..', 'elsewhere')
		renameSync(at(folder), elsewhere)
		symlinkSync(elsewhere, at(folder), 'junction')
		return elsewhere
	}
	const io = (path: string) => ({ [path]: 'impossible io' })

	it('a file behind it is neither overwritten nor shown', async () => {
		put('Assets/Sub/a.cs', 'one')
		const call = await write('Assets/Sub/a.cs', 'two')
		const elsewhere = swap('Assets/Sub')
		expect(states(await preview(call))).toEqual(io('Assets/Sub/a.cs'))
		expect(states(await revert('rev_1.0', [call]))).toEqual(io('Assets/Sub/a.cs'))
		expect(readFileSync(join(elsewhere, 'a.cs'), 'utf8')).toBe('two')
		expect(readdirSync(elsewhere)).toEqual(['a.cs'])
	})

	it.skipIf(process.platform === 'win32')(
		'a link in the place of the file itself leaves the file it leads to as it is (Windows: links to files need a right)',
		async () => {
			put('Assets/a.cs', 'one')
			const call = await write('Assets/a.cs', 'two')
			const elsewhere = join(world.project, '..', 'a.cs')
			renameSync(at('Assets/a.cs'), elsewhere)
			symlinkSync(elsewhere, at('Assets/a.cs'))
			expect(states(await revert('rev_1.0', [call]))).toEqual(io('Assets/a.cs'))
			expect(readFileSync(elsewhere, 'utf8')).toBe('two')
		},
	)

	it('a file behind it is not mistaken for the one that the run created', async () => {
		mkdirSync(at('Assets/Sub'))
		const call = await write('Assets/Sub/a.cs', 'two')
		const elsewhere = swap('Assets/Sub')
		expect(states(await revert('rev_1.0', [call]))).toEqual(io('Assets/Sub/a.cs'))
		expect(readFileSync(join(elsewhere, 'a.cs'), 'utf8')).toBe('two')
	})

	it('a deleted file is not restored behind it, nor is a folder on the way to it', async () => {
		put('Assets/Sub/Deep/a.cs', 'one')
		const call = editor('unity_asset', { action: 'delete', path: 'Assets/Sub/Deep' }, () =>
			rmSync(at('Assets/Sub/Deep'), { recursive: true }),
		)
		const elsewhere = swap('Assets/Sub')
		await revert('rev_1.0', [call])
		expect(readdirSync(elsewhere)).toEqual([])
	})

	it('placed between the check and the write, nothing is written behind it', async () => {
		put('Assets/Sub/a.cs', 'one')
		const call = await write('Assets/Sub/a.cs', 'two')
		let elsewhere = ''
		const snapshot = world.history.recorder.snapshot.bind(world.history.recorder)
		// Recording the current state is the last step before the write.
		world.history.recorder.snapshot = (root, real) => {
			const found = snapshot(root, real)
			elsewhere = swap('Assets/Sub')
			return found
		}
		expect(states(await revert('rev_1.0', [call]))).toEqual(io('Assets/Sub/a.cs'))
		expect(readFileSync(join(elsewhere, 'a.cs'), 'utf8')).toBe('two')
	})
})

describe('the relay dies during a revert', () => {
	it('the revert continues where it was, and answers the same', async () => {
		put('Assets/a.cs', 'one')
		put('Assets/b.cs', 'one')
		const a = await write('Assets/a.cs', 'two')
		const b = await write('Assets/b.cs', 'two')
		const c = await write('Assets/c.cs', 'new')
		const whole = await revert('rev_1.0', [a, b, c])
		// The relay died after recording b, before writing it; c and a were done.
		put('Assets/b.cs', 'two')
		reopen()
		expect(await revert('rev_1.0', [a, b, c])).toEqual(whole)
		expect([text('Assets/a.cs'), text('Assets/b.cs'), text('Assets/c.cs')]).toEqual([
			'one',
			'one',
			null,
		])
	})

	it('the revert does not overwrite what the user saved in between', async () => {
		put('Assets/a.cs', 'one')
		const a = await write('Assets/a.cs', 'two')
		await revert('rev_1.0', [a])
		put('Assets/a.cs', 'mine')
		reopen()
		expect(states(await revert('rev_1.0', [a]))).toEqual({ 'Assets/a.cs': 'skipped changed' })
		expect(text('Assets/a.cs')).toBe('mine')
	})

	it('a revert after a call with an unknown end replaces the current state if the user agrees', async () => {
		put('Assets/a.mat', 'one')
		const call = {
			...contextOf('run_1.9.0', ''),
			method: 'unity_asset',
			params: { action: 'modify_material', path: 'Assets/a.mat' },
		}
		world.history.recorder.before(call)
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
