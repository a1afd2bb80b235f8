import { createHash } from 'node:crypto'
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { describe, expect, it, test } from 'vitest'
import { folderNamedAsFile } from '../files/named-as-file.ts'
import { secretsInAssetFolder } from '../files/secrets-inside.ts'
import { put, revert, runTool, states, text, tree, useProject, world } from '../history/test-kit.ts'

useProject()

type Name = 'append_to_file' | 'move_file' | 'copy_file' | 'delete_file'

const good = async (name: Name, args: object): Promise<{ callId: string; result: unknown }> => {
	const { callId, outcome } = await runTool(name, { ...args })
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return { callId, result: outcome.result }
}
const refused = async (name: Name, args: object): Promise<{ code: string; message: string }> => {
	const { outcome } = await runTool(name, { ...args })
	if (outcome.status === 'ok') throw new Error(`ended well: ${JSON.stringify(outcome.result)}`)
	return outcome.error
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex')

describe('append_to_file', () => {
	it('adds to the end in the form of the file, and is reverted', async () => {
		put('Assets/a.txt', '\uFEFFone\r\ntwo\r\n')
		const { callId, result } = await good('append_to_file', {
			path: 'Assets/a.txt',
			content: 'three\nfour\n',
		})
		expect(result).toMatchObject({ created: false, diff: expect.stringContaining('+three') })
		expect(text('Assets/a.txt')).toBe('\uFEFFone\r\ntwo\r\nthree\r\nfour\r\n')
		await revert('r.1', [callId])
		expect(text('Assets/a.txt')).toBe('\uFEFFone\r\ntwo\r\n')
	})

	it('creates a missing file', async () => {
		expect(
			(await good('append_to_file', { path: 'NOTES.md', content: 'one\n' })).result,
		).toMatchObject({ created: true })
		expect(text('NOTES.md')).toBe('one\n')
	})
})

describe.each([
	['move_file', 'moved'],
	['copy_file', 'copied'],
] as const)('%s of a folder with files that usually hold secrets', (tool, done) => {
	it('is refused with the list: no question has named them', async () => {
		put('keys/deep/id_rsa', 'PRIVATE')
		put('keys/readme.txt', 'hello')
		const { code, message } = await refused(tool, {
			from: 'keys',
			to: 'Assets/StreamingAssets/keys',
		})
		expect([code, message]).toEqual([
			'denied',
			`keys holds files that usually hold secrets (keys/deep/id_rsa). Nothing was ${done}.`,
		])
		expect(tree()).toEqual([])
		expect(text('keys/deep/id_rsa')).toBe('PRIVATE')
		// The file by its own name, and the folder whose own name says it, are asked about.
		await good(tool, { from: 'keys/deep/id_rsa', to: 'other/id_rsa' })
		put('.ssh/known_hosts', 'x')
		await good(tool, { from: '.ssh', to: 'other/.ssh' })
	})
})

test('an editor copies and moves no folder with them either, alone or in a batch', async () => {
	put('Assets/Keys/deep/upload.keystore', 'x')
	put('Assets/Art/a.png', 'x')
	const look = async (method: string, params: Record<string, unknown>) =>
		(await secretsInAssetFolder(world.project, { method, params }))?.error.message ?? null
	const asset = (action: string, path: string) => ({ action, path, new_path: 'Assets/New' })
	const said =
		'Assets/Keys holds files that usually hold secrets (Assets/Keys/deep/upload.keystore). Nothing was'
	expect(await look('unity_asset', asset('move', 'Assets/Keys'))).toBe(`${said} moved.`)
	expect(await look('unity_asset', asset('copy', 'Assets/Keys'))).toBe(`${said} copied.`)
	const operations = ['Assets/Art', 'Assets/Keys'].map((path) => ({
		tool: 'unity_asset',
		args: asset('copy', path),
	}))
	expect(await look('unity_batch', { operations })).toBe(`${said} copied.`)
	expect(
		await look('unity_batch', { operations: [null, 'x', ...operations.slice(0, 1)] }),
	).toBeNull()
	expect(await look('unity_asset', asset('move', 'Assets/Art'))).toBeNull()
	expect(await look('unity_asset', asset('reimport', 'Assets/Keys'))).toBeNull()
})

test('an editor looks into no folder outside of the project for a copy, a move or a deletion', async () => {
	const away = `${world.project}-away`
	mkdirSync(join(away, 'art.dir'), { recursive: true })
	writeFileSync(join(away, 'id_rsa'), 'x')
	const link = join(world.project, 'Assets', 'Linked')
	symlinkSync(away, link)
	const outside = { error: { code: 'outside_project' } }
	const ways = [`../${basename(away)}`, `Assets/../../${basename(away)}`, away, 'Assets/Linked']
	for (const path of ways) {
		const copy = { action: 'copy', path, new_path: 'Assets/New' }
		const calls = [
			{ method: 'unity_asset', params: copy },
			{ method: 'unity_asset', params: { ...copy, action: 'move' } },
			{ method: 'unity_batch', params: { operations: [{ tool: 'unity_asset', args: copy }] } },
		]
		for (const call of calls) {
			const said = await secretsInAssetFolder(world.project, call)
			expect(said).toMatchObject(outside)
			expect(JSON.stringify(said)).not.toContain('id_rsa')
		}
		const gone = { method: 'unity_asset', params: { action: 'delete', path: `${path}/art.dir` } }
		expect(folderNamedAsFile(world.project, gone)).toMatchObject(outside)
	}
})

test('a large folder is looked through in slices', async () => {
	for (let n = 0; n < 300; n++) put(`Assets/Many/${n}.txt`, '')
	put('Assets/Many/id_rsa', 'x')
	const params = { action: 'copy', path: 'Assets/Many', new_path: 'Assets/New' }
	const looking = secretsInAssetFolder(world.project, { method: 'unity_asset', params })
	expect(looking).toBeInstanceOf(Promise)
	expect(await looking).toMatchObject({ error: { code: 'denied' } })
})

describe.each(['move_file', 'copy_file'] as const)(
	'%s of a file that a person has seen',
	(tool) => {
		it('is refused if it is another by then, or a folder', async () => {
			put('notes.txt', 'harmless\n')
			const seen = {
				from: 'notes.txt',
				to: 'Assets/Editor/Run.cs',
				expected_sha256: sha256('harmless\n'),
			}
			put('notes.txt', 'class Evil {}\n')
			expect(await refused(tool, seen)).toMatchObject({
				code: 'stale_file',
				message: 'notes.txt has changed since it was read. Nothing was changed.',
			})
			put('folder/a.txt', 'a')
			expect(await refused(tool, { ...seen, from: 'folder' })).toMatchObject({
				code: 'stale_file',
				hint: 'expected_sha256 is for a file: leave it out.',
			})
			expect(tree()).toEqual([])
			put('notes.txt', 'harmless\n')
			await good(tool, seen)
			expect(text('Assets/Editor/Run.cs')).toBe('harmless\n')
		})
	},
)

describe('move_file', () => {
	it('takes the .meta along, so that references stay valid, and is reverted with it', async () => {
		put('Assets/Spin.cs', 'class Spin {}')
		put('Assets/Spin.cs.meta', 'guid: 1')
		const args = { from: 'Assets/Spin.cs', to: 'Assets/Scripts/Turn.cs' }
		const { callId, result } = await good('move_file', args)
		expect(result).toEqual({
			path: 'Assets/Scripts/Turn.cs',
			from: 'Assets/Spin.cs',
			kind: 'file',
			replaced: false,
			metaMoved: true,
		})
		expect(tree()).toEqual(['Scripts', join('Scripts', 'Turn.cs'), join('Scripts', 'Turn.cs.meta')])
		expect(text('Assets/Scripts/Turn.cs.meta')).toBe('guid: 1')
		const reverted = await revert('r.1', [callId])
		expect(Object.values(states(reverted))).not.toContain('skipped')
		expect(tree()).toEqual(['Spin.cs', 'Spin.cs.meta'])
		expect(text('Assets/Spin.cs.meta')).toBe('guid: 1')
	})

	it('moves a folder with everything in it, and is reverted', async () => {
		put('Assets/Old/a/b.txt', 'b')
		put('Assets/Old/c.txt', 'c')
		put('Assets/Old.meta', 'guid: 2')
		const { callId } = await good('move_file', { from: 'Assets/Old', to: 'Assets/New/Inner' })
		expect(text('Assets/New/Inner/a/b.txt')).toBe('b')
		expect(text('Assets/New/Inner.meta')).toBe('guid: 2')
		expect(existsSync(join(world.project, 'Assets/Old'))).toBe(false)
		await revert('r.1', [callId])
		expect(text('Assets/Old/a/b.txt')).toBe('b')
		expect(text('Assets/Old.meta')).toBe('guid: 2')
		expect(existsSync(join(world.project, 'Assets/New/Inner'))).toBe(false)
	})

	it('replaces a file only when told to; the replaced one keeps its .meta', async () => {
		put('Assets/a.txt', 'a')
		put('Assets/a.txt.meta', 'guid: a')
		put('Assets/b.txt', 'b')
		put('Assets/b.txt.meta', 'guid: b')
		const args = { from: 'Assets/a.txt', to: 'Assets/b.txt' }
		expect((await refused('move_file', args)).code).toBe('conflict')
		expect(text('Assets/b.txt')).toBe('b')
		const { callId } = await good('move_file', { ...args, overwrite: true })
		expect(text('Assets/b.txt')).toBe('a')
		expect(text('Assets/b.txt.meta')).toBe('guid: b')
		await revert('r.1', [callId])
		expect([text('Assets/a.txt'), text('Assets/b.txt')]).toEqual(['a', 'b'])
		expect([text('Assets/a.txt.meta'), text('Assets/b.txt.meta')]).toEqual(['guid: a', 'guid: b'])
	})

	it('says that a file was replaced, also one whose name differs in case alone', async () => {
		put('Assets/a.txt', 'a')
		put('Assets/A.txt', 'A')
		// If case does not count, both names are one file, and the move is a renaming.
		const replaced = readdirSync(join(world.project, 'Assets')).length === 2
		const args = { from: 'Assets/a.txt', to: 'Assets/A.txt', overwrite: true }
		expect((await good('move_file', args)).result).toMatchObject({ replaced })
		expect(tree()).toEqual(['A.txt'])
	})

	it.each([
		['a missing file', 'Assets/none.txt', 'Assets/x.txt', 'not_found'],
		['a folder into itself', 'Assets/F', 'Assets/F/inner', 'invalid_arguments'],
		['a path onto itself', 'Assets/a.txt', 'Assets/./a.txt', 'invalid_arguments'],
		['a file onto a folder', 'Assets/a.txt', 'Assets/F', 'conflict'],
		['a link', 'Assets/link', 'Assets/x.txt', 'unsupported'],
		['something to the outside', 'Assets/a.txt', '../x.txt', 'outside_project'],
		['something through a link', 'Assets/a.txt', 'Assets/out/x.txt', 'outside_project'],
		['something into Library', 'Assets/a.txt', 'Library/x.txt', 'denied'],
		['Assets itself', 'Assets', 'Stuff', 'denied'],
		['the project', '.', 'Assets/x', 'invalid_arguments'],
	])('refuses %s, and changes nothing', async (_what, from, to, code) => {
		put('Assets/a.txt', 'a')
		put('Assets/F/b.txt', 'b')
		mkdirSync(join(world.project, '..', 'outside'))
		symlinkSync(join(world.project, 'Assets/a.txt'), join(world.project, 'Assets/link'))
		symlinkSync(join(world.project, '..', 'outside'), join(world.project, 'Assets/out'))
		const before = tree('.')
		const error = await refused('move_file', { from, to, overwrite: true })
		expect(error.code).toBe(code)
		expect(tree('.')).toEqual(before)
	})

	it('leaves a folder alone in which Unity has a scene open', async () => {
		put('Assets/Levels/One.unity', 'scene')
		world.openFiles = ['Assets/Levels/One.unity']
		const error = await refused('move_file', { from: 'Assets/Levels', to: 'Assets/Maps' })
		expect(error).toMatchObject({
			code: 'conflict',
			message: expect.stringContaining('Assets/Levels/One.unity is open in Unity'),
		})
		expect(text('Assets/Levels/One.unity')).toBe('scene')
	})
})

describe('copy_file', () => {
	it('copies a folder without the .meta files and without links, and is reverted', async () => {
		put('Assets/A/x.txt', 'x')
		put('Assets/A/x.txt.meta', 'guid: x')
		put('Assets/A/sub/y.bin', new Uint8Array([0, 1, 2]))
		symlinkSync(join(world.project, 'Assets/A/x.txt'), join(world.project, 'Assets/A/link'))
		const { callId, result } = await good('copy_file', { from: 'Assets/A', to: 'Assets/B/A' })
		expect(result).toMatchObject({ kind: 'directory', files: 2, skipped: 1, replaced: false })
		expect(tree('Assets/B')).toEqual(
			['A', join('A', 'sub'), join('A', 'sub', 'y.bin'), join('A', 'x.txt')].sort(),
		)
		await revert('r.1', [callId])
		expect(existsSync(join(world.project, 'Assets/B/A'))).toBe(false)
		expect(text('Assets/A/x.txt')).toBe('x')
	})

	it('that is cancelled leaves no part of it', async () => {
		for (let i = 0; i < 40; i++) put(`Assets/A/${i}.txt`, String(i))
		const { copyFile } = await import('./moves.ts')
		const stop = new AbortController()
		const copying = copyFile(
			world.project,
			{ from: 'Assets/A', to: 'Assets/B', overwrite: false },
			stop.signal,
		)
		stop.abort()
		await expect(copying).rejects.toThrow()
		expect(readdirSync(join(world.project, 'Assets'))).toEqual(['A'])
	})
})

describe('delete_file', () => {
	it("moves a file and its .meta to the relay's trash, and is reverted", async () => {
		put('Assets/a.txt', 'a')
		put('Assets/a.txt.meta', 'guid: a')
		const { callId, result } = await good('delete_file', { path: 'Assets/a.txt' })
		expect(result).toEqual({ path: 'Assets/a.txt', kind: 'file', metaDeleted: true })
		expect(tree()).toEqual([])
		expect(readdirSync(join(world.home, 'trash', callId, 'Assets')).sort()).toEqual([
			'a.txt',
			'a.txt.meta',
		])
		await revert('r.1', [callId])
		expect([text('Assets/a.txt'), text('Assets/a.txt.meta')]).toEqual(['a', 'guid: a'])
	})

	it('deletes a folder that is named like a file only by a path that a person is asked about', async () => {
		put('Assets/Big.art/a.txt', 'a')
		expect(await refused('delete_file', { path: 'Assets/Big.art' })).toMatchObject({
			code: 'invalid_arguments',
			hint: expect.stringContaining('Assets/Big.art/ '),
		})
		expect(text('Assets/Big.art/a.txt')).toBe('a')
		expect((await good('delete_file', { path: 'Assets/Big.art/' })).result).toMatchObject({
			kind: 'directory',
		})
	})

	it('refuses the folders that every Unity project needs', async () => {
		put('Assets/a.txt', 'a')
		for (const path of ['Assets', 'ProjectSettings', 'assets/.'])
			expect(['denied', 'not_found']).toContain((await refused('delete_file', { path })).code)
		expect(text('Assets/a.txt')).toBe('a')
	})
})

/**
 * A program of the attacker's swaps a folder for a link to the outside between any two steps. Here the swap happens
 * before every second call, in turns with the calls themselves.
 */
it('nothing outside the project is moved, copied or deleted while a folder turns into a link', async () => {
	const outside = join(world.project, '..', 'outside')
	mkdirSync(outside)
	writeFileSync(join(outside, 'secret.txt'), 'secret')
	const way = join(world.project, 'Assets/F')
	const aside = join(world.project, 'Assets/.aside')
	const outcomes: CallOutcome[] = []
	for (let round = 0; round < 120; round++) {
		put('Assets/mine.txt', 'mine')
		put('Assets/F/secret.txt', 'inside')
		const call =
			round % 3 === 0
				? runTool('move_file', { from: 'Assets/mine.txt', to: 'Assets/F/x.txt', overwrite: true })
				: round % 3 === 1
					? runTool('copy_file', { from: 'Assets/F/secret.txt', to: `Assets/copy${round}.txt` })
					: runTool('delete_file', { path: 'Assets/F/secret.txt' })
		for (let turn = 0; turn < round % 4; turn++) await null
		if (existsSync(way)) {
			renameSync(way, aside)
			symlinkSync(outside, way)
		}
		outcomes.push((await call).outcome)
		renameSync(way, join(world.project, `Assets/.link${round}`))
		if (existsSync(aside)) renameSync(aside, way)
	}
	expect(readdirSync(outside)).toEqual(['secret.txt'])
	for (let round = 1; round < 120; round += 3)
		expect(text(`Assets/copy${round}.txt`)).not.toBe('secret')
	// Otherwise nothing was tried.
	expect(outcomes.filter(({ status }) => status === 'ok').length).toBeGreaterThan(0)
	expect(outcomes.filter(({ status }) => status === 'error').length).toBeGreaterThan(0)
})

describe('a read-only file', () => {
	const locked = (): void => {
		put('Assets/Locked.txt', 'checked in')
		chmodSync(join(world.project, 'Assets/Locked.txt'), 0o444)
		put('Assets/free.txt', 'free')
	}

	it.each([
		['append_to_file', { path: 'Assets/Locked.txt', content: 'more' }],
		['move_file', { from: 'Assets/Locked.txt', to: 'Assets/b.txt' }],
		['move_file', { from: 'Assets/free.txt', to: 'Assets/Locked.txt', overwrite: true }],
		['copy_file', { from: 'Assets/free.txt', to: 'Assets/Locked.txt', overwrite: true }],
		['delete_file', { path: 'Assets/Locked.txt' }],
	] as const)('is not changed by %s %j', async (name, args) => {
		locked()
		expect((await refused(name, args)).message).toBe(
			'Assets/Locked.txt is read-only. Nothing was changed.',
		)
		expect(text('Assets/Locked.txt')).toBe('checked in')
		expect(text('Assets/free.txt')).toBe('free')
	})

	it('can be copied', async () => {
		locked()
		await good('copy_file', { from: 'Assets/Locked.txt', to: 'Assets/b.txt' })
		expect(text('Assets/b.txt')).toBe('checked in')
	})
})
