import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { leadsElsewhere } from '@fairlead/protocol/tools'
import { describe, expect, it } from 'vitest'
import { readTextFile, writeBytes } from './contents/text-file.ts'
import { isInside, resolveInside } from './jail.ts'
import { codeOf, type FileTool, onDisk, place, put, run, useFolder } from './test-kit.ts'

useFolder()

describe('the jail', () => {
	it.each([
		'../secret.txt',
		'Assets/../../secret.txt',
		'Assets\\..\\..\\secret.txt',
		'..',
		'/etc/passwd',
		'\\\\server\\share\\x',
		'//server/share/x',
		'\\\\?\\C:\\x',
		'C:\\Windows\\win.ini',
		'C:x',
		'Assets/a.txt::$DATA',
		'Assets/NUL',
		'Assets/com1.txt',
		'aux',
		'Assets/a.txt.',
		'Assets/a.txt ',
		'.../x',
		'Assets/a\0b',
	])('refuses %j, to read and to write', async (path) => {
		expect(codeOf(await run('read_file', { path }))).toBe('outside_project')
		expect(codeOf(await run('write_file', { path, content: 'x' }))).toBe('outside_project')
	})

	it('refuses a secret file behind a link: a person approves paths as written', async () => {
		put('.env', 'TOKEN=1')
		symlinkSync(join(place.project, '.env'), join(place.project, 'Assets', 'notes.txt'))
		const read = await run('read_file', { path: 'Assets/notes.txt' })
		expect(read).toMatchObject({
			error: { code: 'denied', message: expect.stringContaining('leads to .env') },
		})
		// Approved by its own name.
		expect(codeOf(await run('read_file', { path: '.env' }))).toBe('ok')
	})

	it('refuses to write a script through a text outside Assets, which nobody is asked about', async () => {
		put('ProjectSettings/ProjectVersion.txt', 'm_EditorVersion: 6000.3.0f1')
		put('Assets/Editor/Build.cs', 'class Build {}')
		symlinkSync(join(place.project, 'Assets/Editor/Build.cs'), join(place.project, 'README.md'))
		const written = await run('write_file', { path: 'README.md', content: 'x' })
		expect(written).toMatchObject({
			error: { code: 'denied', message: expect.stringContaining('may run later by itself') },
		})
		expect(onDisk('Assets/Editor/Build.cs')).toBe('class Build {}')
	})

	describe.each([
		['Packages', 'Packages', 'manifest.json'],
		['ProjectSettings', 'ProjectSettings', 'ProjectSettings.asset'],
		['Assets/Editor', 'Assets/Editor', 'Build.cs'],
		['the project itself', '.', 'Packages/manifest.json'],
	])('a link below Assets to %s', (_what, target, name) => {
		it.each<[FileTool, Record<string, unknown>]>([
			['write_file', { path: 'Assets/Tools/NAME', content: 'x' }],
			['write_file', { path: 'Assets/Tools/New/NAME', content: 'x' }],
			['edit_file', { path: 'Assets/Tools/NAME', edits: [{ find: 'mine', replace: 'x' }] }],
			['append_to_file', { path: 'Assets/Tools/NAME', content: 'x' }],
			['copy_file', { from: 'Assets/a.cs', to: 'Assets/Tools/NAME', overwrite: true }],
			['move_file', { from: 'Assets/a.cs', to: 'Assets/Tools/NAME', overwrite: true }],
		])('leads %s nowhere that nobody is asked about: %j', async (tool, args) => {
			put('ProjectSettings/ProjectVersion.txt', 'm_EditorVersion: 6000.3.0f1')
			put('Assets/a.cs', 'x')
			const real = join(target, name)
			put(real, 'mine')
			symlinkSync(join(place.project, target), join(place.project, 'Assets', 'Tools'), 'junction')
			const called = JSON.parse(JSON.stringify(args).replaceAll('NAME', name))
			expect(await run(tool, called)).toMatchObject({
				error: { code: 'denied', message: expect.stringContaining('may run later by itself') },
			})
			expect(onDisk(real)).toBe('mine')
		})
	})

	it('knows an Assets folder that is itself a link', async () => {
		put('ProjectSettings/ProjectVersion.txt', 'm_EditorVersion: 6000.3.0f1')
		renameSync(join(place.project, 'Assets'), join(place.project, 'Game'))
		symlinkSync(join(place.project, 'Game'), join(place.project, 'Assets'), 'junction')
		const write = async (path: string) => codeOf(await run('write_file', { path, content: 'x' }))
		expect(await write('Assets/a.cs')).toBe('ok')
		expect(await write('Assets/Editor/a.cs')).toBe('ok')
		symlinkSync(join(place.project, 'Game/Editor'), join(place.project, 'Game/Tools'), 'junction')
		expect(await write('Assets/Tools/a.cs')).toBe('denied')
	})

	it('refuses a folder whose name only begins like the project', async () => {
		symlinkSync(join(place.outside, 'proj-evil'), join(place.project, 'Assets', 'evil'), 'junction')
		expect(codeOf(await run('read_file', { path: 'Assets/evil/secret.txt' }))).toBe(
			'outside_project',
		)
		expect(isInside('/games/proj', '/games/proj-evil/secret.txt')).toBe(false)
		expect(isInside('/games/proj', '/games/proj/..secret')).toBe(true)
		expect(isInside('/games/proj', '/games')).toBe(false)
	})

	it.each<[string, FileTool, Record<string, unknown>]>([
		['read', 'read_file', { path: 'Assets/out/secret.txt' }],
		['list', 'list_directory', { path: 'Assets/out' }],
		['write a new file', 'write_file', { path: 'Assets/out/new.txt', content: 'x' }],
		['write below a new folder', 'write_file', { path: 'Assets/out/a/b/new.txt', content: 'x' }],
		[
			'edit',
			'edit_file',
			{ path: 'Assets/out/secret.txt', edits: [{ find: 'secret', replace: 'x' }] },
		],
	])('does not %s through a link that leaves the project', async (_what, name, args) => {
		symlinkSync(place.outside, join(place.project, 'Assets', 'out'), 'junction')
		expect(codeOf(await run(name, args))).toBe('outside_project')
		expect(readdirSync(place.outside).sort()).toEqual(['proj', 'proj-evil', 'secret.txt'])
		expect(readFileSync(join(place.outside, 'secret.txt'), 'utf8')).toBe('secret')
	})

	it.each([
		['read_file', { path: 'Assets/round' }],
		['read_file', { path: 'Assets/one/a.cs' }],
		['list_directory', { path: 'Assets/one' }],
		['write_file', { path: 'Assets/round', content: 'x' }],
		['delete_file', { path: 'Assets/one/a.cs' }],
		['move_file', { from: 'Assets/one', to: 'Assets/b' }],
		['search_files', { path: 'Assets/one', regex: 'x' }],
	] as const)('says of a loop of links that it leads out: %s %j', async (name, args) => {
		symlinkSync('round', join(place.project, 'Assets', 'round'))
		symlinkSync('two', join(place.project, 'Assets', 'one'))
		symlinkSync('one', join(place.project, 'Assets', 'two'))
		expect(codeOf(await run(name, args))).toBe('outside_project')
	})

	it('does not write through a link to a file that does not exist yet', async () => {
		symlinkSync(join(place.outside, 'new.txt'), join(place.project, 'Assets', 'dangling'))
		expect(codeOf(await run('write_file', { path: 'Assets/dangling', content: 'x' }))).toBe(
			'outside_project',
		)
		expect(existsSync(join(place.outside, 'new.txt'))).toBe(false)
	})

	it.each(['Assets/Sub/a.cs', 'Assets/Sub/New/Newer/a.cs'])(
		'neither writes %s nor reads it where a link leads that came after the check',
		async (path) => {
			put('Assets/Sub/a.cs', 'mine')
			mkdirSync(join(place.outside, 'target', 'New'), { recursive: true })
			writeFileSync(join(place.outside, 'target', 'a.cs'), 'theirs')
			const checked = resolveInside(place.project, path, 'write')
			renameSync(join(place.project, 'Assets', 'Sub'), join(place.project, 'Assets', 'Old'))
			symlinkSync(join(place.outside, 'target'), join(place.project, 'Assets', 'Sub'), 'junction')
			await expect(writeBytes(checked, Buffer.from('x'), null)).rejects.toMatchObject({
				code: 'outside_project',
			})
			if (checked.exists) {
				await expect(readTextFile(checked)).rejects.toMatchObject({ code: 'outside_project' })
			}
			expect(readdirSync(join(place.outside, 'target'), { recursive: true }).sort()).toEqual([
				'New',
				'a.cs',
			])
			expect(readFileSync(join(place.outside, 'target', 'a.cs'), 'utf8')).toBe('theirs')
		},
	)

	it('follows a link that stays inside, and writes to its target', async () => {
		put('Assets/real/a.txt', 'one')
		symlinkSync(
			join(place.project, 'Assets', 'real'),
			join(place.project, 'Assets', 'alias'),
			'junction',
		)
		expect(codeOf(await run('write_file', { path: 'Assets/alias/a.txt', content: 'two' }))).toBe(
			'ok',
		)
		expect(onDisk('Assets/real/a.txt')).toBe('two')
	})

	it('works when the project folder itself is reached through a link', async () => {
		put('Assets/a.txt', 'one')
		const alias = join(place.outside, 'alias')
		symlinkSync(place.project, alias, 'junction')
		place.project = alias
		expect(codeOf(await run('read_file', { path: 'Assets/a.txt' }))).toBe('ok')
	})

	it.each([
		'Library/x.txt',
		'library/x.txt',
		'TEMP/x.txt',
		'obj/x.txt',
		'.git/hooks/pre-commit',
		'./.git/config',
	])('does not write to %s, also under another name', async (path) => {
		expect(codeOf(await run('write_file', { path, content: 'x' }))).toBe('denied')
		const folder = path.replace('./', '').split('/')[0]!
		mkdirSync(join(place.project, folder))
		symlinkSync(join(place.project, folder), join(place.project, 'Assets', 'alias'), 'junction')
		expect(codeOf(await run('write_file', { path: 'Assets/alias/x.txt', content: 'x' }))).toBe(
			'denied',
		)
	})

	it.each(['.git/config', 'Packages/own/.git/config', 'Packages/own/.GIT/hooks/post-checkout'])(
		'neither reads nor writes %s: hooks are run, and the config can hold credentials',
		async (path) => {
			expect(codeOf(await run('read_file', { path }))).toBe('denied')
			expect(codeOf(await run('write_file', { path, content: 'x' }))).toBe('denied')
		},
	)

	it('permits names that only look special', () => {
		expect(leadsElsewhere('Assets/..hidden/Library/console/nullable.cs')).toBeNull()
		expect(leadsElsewhere('.')).toBeNull()
	})
})
