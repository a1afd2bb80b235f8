/** A linked folder that is not a Unity project: its names mean nothing to Unity. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderKindOnDisk } from '../unity/unity-project.ts'
import { codeOf, onDisk, place, put, run, useFolder } from './test-kit.ts'

useFolder()
beforeEach(() => rmSync(join(place.project, 'ProjectSettings'), { recursive: true }))

describe('a plain folder', () => {
	it('is told by what is in it; nothing is said of one that is not there', () => {
		const folder = join(place.outside, 'site')
		for (const name of ['assets', 'src', 'packages'])
			mkdirSync(join(folder, name), { recursive: true })
		expect(folderKindOnDisk(folder)).toBe('plain')
		expect(folderKindOnDisk(join(folder, 'none'))).toBeNull()
	})

	it.each(['Assets', 'ProjectSettings', 'Library', 'Packages/manifest.json'])(
		'has no %s: what is left of a Unity project goes by its rules',
		(trace) => {
			const folder = join(place.outside, 'site')
			mkdirSync(join(folder, trace, '..'), { recursive: true })
			expect(folderKindOnDisk(folder)).toBe('plain')
			mkdirSync(join(folder, trace))
			expect(folderKindOnDisk(folder)).toBe('unity')
			rmSync(join(folder, trace), { recursive: true })
			symlinkSync(join(folder, 'nowhere'), join(folder, trace))
			expect(folderKindOnDisk(folder)).toBe('unity')
		},
	)

	it.each(['library/index.js', 'Temp/a.txt', 'obj/b.txt'])('writes to %s', async (path) => {
		expect(codeOf(await run('write_file', { path, content: 'x' }))).toBe('ok')
		expect(onDisk(path)).toBe('x')
	})

	it('is not told to read a binary file with a tool of Unity', async () => {
		put('a.bin', Buffer.alloc(100))
		const said = 'Only text and pictures (PNG, JPEG, GIF, WebP) can be read.'
		expect(await run('read_file', { path: 'a.bin' })).toMatchObject({ error: { hint: said } })
		mkdirSync(join(place.project, 'ProjectSettings'))
		expect(await run('read_file', { path: 'a.bin' })).toMatchObject({
			error: { hint: `${said} For assets, use unity_query.` },
		})
	})

	it('keeps .git closed, and everything outside', async () => {
		for (const path of ['.git/config', '../secret.txt'])
			expect(codeOf(await run('write_file', { path, content: 'x' }))).not.toBe('ok')
	})

	it('does not write to what runs later by itself under another name', async () => {
		put('package.json', '{}')
		symlinkSync(join(place.project, 'package.json'), join(place.project, 'notes.txt'))
		expect(codeOf(await run('write_file', { path: 'notes.txt', content: 'x' }))).toBe('denied')
		expect(codeOf(await run('write_file', { path: 'package.json', content: 'x' }))).toBe('ok')
	})

	it('lists, copies and leaves .meta files like any other', async () => {
		put('a/data', 'one')
		put('a/data.meta', 'two')
		const listed = await run('list_directory', { path: 'a' })
		expect(listed).toMatchObject({
			result: { entries: [{ path: 'a/data' }, { path: 'a/data.meta' }] },
		})
		await run('copy_file', { from: 'a', to: 'b' })
		expect(onDisk('b/data.meta')).toBe('two')
		const moved = { path: 'c', from: 'a/data', kind: 'file', replaced: false }
		expect(await run('move_file', { from: 'a/data', to: 'c' })).toEqual({
			status: 'ok',
			result: moved,
		})
		const deleted = { path: 'c', kind: 'file' }
		expect(await run('delete_file', { path: 'c' })).toEqual({ status: 'ok', result: deleted })
		expect(onDisk('a/data.meta')).toBe('two')
		expect(existsSync(join(place.project, 'c.meta'))).toBe(false)
	})

	it('moves a folder that has the name of one of Unity', async () => {
		put('Packages/a.txt', 'x')
		expect(codeOf(await run('move_file', { from: 'Packages', to: 'packages-old' }))).toBe('ok')
	})
})
