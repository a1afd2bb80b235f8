import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
	at,
	editor,
	preview,
	put,
	revert,
	states,
	text,
	tree,
	useProject,
	world,
	write,
} from './test-kit.ts'

useProject()

describe('the changes of one run to a file', () => {
	it('restores the content from before the first of two edits', async () => {
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

	it('reverting the revert restores it, and so on', async () => {
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
		const trash = join(world.home, 'trash', 'rev_1.0', 'Assets', 'New', 'Deep', 'a.cs')
		expect(readFileSync(trash, 'utf8')).toBe('one')
		await revert('rev_2.0', ['rev_1.0'])
		expect(text('Assets/New/Deep/a.cs')).toBe('one')
		expect(text('Assets/New/Deep/a.cs.meta')).toBe('guid: 3')
		expect(text('Assets/New/Deep.meta')).toBe('guid: 2')
	})

	it('a folder that the user has added a file to stays', async () => {
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

	it('a file that stays keeps its folder, whatever was chosen for the folder', async () => {
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

	it('a folder stays if its content is skipped', async () => {
		const call = await write('Assets/New/a.cs', 'one')
		await revert('rev_1.0', [call], { skip: ['Assets/New/a.cs'] })
		expect(text('Assets/New/a.cs')).toBe('one')
	})

	it('line endings, a BOM, binary content and the mode of a file are restored byte for byte', async () => {
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

	it('a call that changed nothing leaves nothing to revert', async () => {
		put('Assets/a.cs', 'one')
		const call = await write('Assets/a.cs', 'one')
		expect(await preview(call)).toEqual({ items: [], truncated: false })
	})
})

describe('the changes of an editor call to assets', () => {
	it('a deleted material is restored with its .meta, so that its GUID is the same', async () => {
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

	it('a deleted folder is restored with its content', async () => {
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

	it('a moved folder is moved back', async () => {
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

	it('a path that leads out of the project is not read', async () => {
		writeFileSync(join(world.project, '..', 'secret.txt'), 'secret')
		const call = editor('unity_asset', { action: 'delete', path: 'Assets/../../secret.txt' }, () =>
			rmSync(join(world.project, '..', 'secret.txt')),
		)
		expect((await preview(call)).items).toEqual([])
		expect(existsSync(join(world.home, 'images'))).toBe(false)
	})
})
