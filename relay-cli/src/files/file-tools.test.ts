import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/calls'
import { resolveCall, TOOLS } from '@fairlead/protocol/tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/support.ts'
import { fileTools } from './file-tools.ts'
import { checkWrittenPath, isInside, resolveInside } from './jail.ts'
import { readTextFile, sha256Of, writeTextFile } from './text-file.ts'

type FileTool = 'read_file' | 'write_file' | 'edit_file' | 'list_directory'

const cleanups = new Cleanups()
let open: string[] = []
const tools = fileTools(undefined, () => open)
let outside: string
let project: string

/** Runs a tool as the router does, and checks a good result against the registry. */
async function run(name: FileTool, args: Record<string, unknown>): Promise<CallOutcome> {
	const resolved = resolveCall(name, args)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const outcome = await tools.get(name)!(resolved.call.args, {
		room: 'room',
		callId: 'call',
		actionName: 'run',
		folder: project,
		editorKey: 'relay:000000000000',
		deadlineAt: Number.MAX_SAFE_INTEGER,
		signal: new AbortController().signal,
	})
	if (outcome.status === 'ok') TOOLS[name].actions.run.output.parse(outcome.result)
	return outcome
}

const codeOf = (outcome: CallOutcome): string =>
	outcome.status === 'error' ? outcome.error.code : 'ok'
const put = (path: string, content: string | Uint8Array): void => {
	mkdirSync(join(project, path, '..'), { recursive: true })
	writeFileSync(join(project, path), content)
}
const onDisk = (path: string): string => readFileSync(join(project, path), 'utf8')

beforeEach(() => {
	open = []
	outside = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	project = join(outside, 'proj')
	mkdirSync(join(project, 'Assets'), { recursive: true })
	mkdirSync(join(outside, 'proj-evil'))
	writeFileSync(join(outside, 'secret.txt'), 'secret')
	writeFileSync(join(outside, 'proj-evil', 'secret.txt'), 'secret')
})
afterEach(() => cleanups.run())

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

	it('refuses a folder whose name only begins like the project', async () => {
		symlinkSync(join(outside, 'proj-evil'), join(project, 'Assets', 'evil'), 'junction')
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
		symlinkSync(outside, join(project, 'Assets', 'out'), 'junction')
		expect(codeOf(await run(name, args))).toBe('outside_project')
		expect(readdirSync(outside).sort()).toEqual(['proj', 'proj-evil', 'secret.txt'])
		expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
	})

	it('does not write through a link to a file that is not there yet', async () => {
		symlinkSync(join(outside, 'new.txt'), join(project, 'Assets', 'dangling'))
		expect(codeOf(await run('write_file', { path: 'Assets/dangling', content: 'x' }))).toBe(
			'outside_project',
		)
		expect(existsSync(join(outside, 'new.txt'))).toBe(false)
	})

	it.each(['Assets/Sub/a.cs', 'Assets/Sub/New/Newer/a.cs'])(
		'neither writes %s nor reads it where a link leads that came after the check',
		async (path) => {
			put('Assets/Sub/a.cs', 'mine')
			mkdirSync(join(outside, 'target', 'New'), { recursive: true })
			writeFileSync(join(outside, 'target', 'a.cs'), 'theirs')
			const checked = resolveInside(project, path, 'write')
			renameSync(join(project, 'Assets', 'Sub'), join(project, 'Assets', 'Old'))
			symlinkSync(join(outside, 'target'), join(project, 'Assets', 'Sub'), 'junction')
			await expect(writeTextFile(checked, 'x', null)).rejects.toMatchObject({
				code: 'outside_project',
			})
			if (checked.exists) {
				await expect(readTextFile(checked)).rejects.toMatchObject({ code: 'outside_project' })
			}
			expect(readdirSync(join(outside, 'target'), { recursive: true }).sort()).toEqual([
				'New',
				'a.cs',
			])
			expect(readFileSync(join(outside, 'target', 'a.cs'), 'utf8')).toBe('theirs')
		},
	)

	it('follows a link that stays inside, and writes to what it names', async () => {
		put('Assets/real/a.txt', 'one')
		symlinkSync(join(project, 'Assets', 'real'), join(project, 'Assets', 'alias'), 'junction')
		expect(codeOf(await run('write_file', { path: 'Assets/alias/a.txt', content: 'two' }))).toBe(
			'ok',
		)
		expect(onDisk('Assets/real/a.txt')).toBe('two')
	})

	it('works when the project folder itself is reached through a link', async () => {
		put('Assets/a.txt', 'one')
		const alias = join(outside, 'alias')
		symlinkSync(project, alias, 'junction')
		project = alias
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
		mkdirSync(join(project, folder))
		symlinkSync(join(project, folder), join(project, 'Assets', 'alias'), 'junction')
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
		expect(checkWrittenPath('Assets/..hidden/Library/console/nullable.cs')).toHaveLength(5)
		expect(checkWrittenPath('.')).toEqual([])
	})
})

describe('read_file', () => {
	it('gives the wanted lines and where they are', async () => {
		put('Assets/a.txt', '\uFEFFone\r\ntwo\r\nthree')
		expect(await run('read_file', { path: 'Assets/a.txt', offset: 2, limit: 1 })).toEqual({
			status: 'ok',
			result: {
				path: 'Assets/a.txt',
				content: 'two\n',
				firstLine: 2,
				lineCount: 1,
				totalLines: 3,
				sha256: sha256Of(readFileSync(join(project, 'Assets/a.txt'))),
			},
		})
	})

	it('reads an empty file', async () => {
		put('Assets/a.txt', '')
		expect(await run('read_file', { path: 'Assets/a.txt' })).toMatchObject({
			result: { content: '', lineCount: 0, totalLines: 0 },
		})
	})

	it.each<[string, () => void, string]>([
		['a missing file', () => undefined, 'not_found'],
		['a folder', () => mkdirSync(join(project, 'Assets/x')), 'invalid_arguments'],
		['a binary file', () => put('Assets/x', new Uint8Array([1, 0, 2])), 'unsupported'],
		[
			'text in another encoding',
			() => put('Assets/x', new Uint8Array([0x66, 0xfc, 0x72])),
			'unsupported',
		],
		['a line without end', () => put('Assets/x', 'x'.repeat(600_000)), 'too_large'],
	])('says clearly that %s cannot be read', async (_what, prepare, code) => {
		prepare()
		expect(codeOf(await run('read_file', { path: 'Assets/x' }))).toBe(code)
	})
})

describe('write_file', () => {
	it('makes missing folders and reports what it wrote', async () => {
		expect(
			await run('write_file', { path: 'Assets/New/Spin.cs', content: 'class Spin {}\n' }),
		).toEqual({
			status: 'ok',
			result: {
				path: 'Assets/New/Spin.cs',
				created: true,
				bytes: 14,
				sha256: sha256Of('class Spin {}\n'),
				diff: '@@ -0,0 +1,1 @@\n+class Spin {}\n',
			},
		})
		expect(onDisk('Assets/New/Spin.cs')).toBe('class Spin {}\n')
	})

	it('refuses when the file is not the one that was read, and leaves nothing behind', async () => {
		put('Assets/a.txt', 'theirs')
		const outcome = await run('write_file', {
			path: 'Assets/a.txt',
			content: 'mine',
			expected_sha256: sha256Of('before'),
		})
		expect(codeOf(outcome)).toBe('stale_file')
		expect(onDisk('Assets/a.txt')).toBe('theirs')
		expect(readdirSync(join(project, 'Assets'))).toEqual(['a.txt'])
	})

	it('writes over the file that was read', async () => {
		put('Assets/a.txt', 'before')
		const args = { path: 'Assets/a.txt', content: 'after', expected_sha256: sha256Of('before') }
		expect(await run('write_file', args)).toMatchObject({ result: { created: false } })
		expect(onDisk('Assets/a.txt')).toBe('after')
	})

	it('counts bytes, not characters', async () => {
		const outcome = await run('write_file', { path: 'Assets/a.txt', content: 'ü'.repeat(300_000) })
		expect(codeOf(outcome)).toBe('too_large')
		expect(existsSync(join(project, 'Assets/a.txt'))).toBe(false)
	})

	it.skipIf(process.platform === 'win32')('keeps the mode of the file', async () => {
		put('Assets/run.sh', 'a')
		chmodSync(join(project, 'Assets/run.sh'), 0o750)
		await run('write_file', { path: 'Assets/run.sh', content: 'b' })
		expect(statSync(join(project, 'Assets/run.sh')).mode & 0o777).toBe(0o750)
	})

	it.each([
		['with CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n'],
		['with a BOM', '\uFEFFa\nb\n', '\uFEFFa\nc\n'],
		['with both', '\uFEFFa\r\nb\r\n', '\uFEFFa\r\nc\r\n'],
		['with neither', 'a\nb\n', 'a\nc\n'],
	])(
		'of a file %s changes the one line that its diff shows, however the text is written',
		async (_, before, after) => {
			for (const content of ['a\nc\n', '\uFEFFa\r\nc\r\n']) {
				put('Assets/a.cs', before)
				const outcome = await run('write_file', { path: 'Assets/a.cs', content })
				expect(onDisk('Assets/a.cs')).toBe(after)
				expect(outcome).toMatchObject({
					result: { diff: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n', sha256: sha256Of(after) },
				})
			}
		},
	)

	it('that is not there: says which one was probably meant', async () => {
		put('Assets/Scripts/PlayerController.cs', 'class PlayerController {}\n')
		put('Assets/Scripts/PlayerController.cs.meta', 'guid: 1\n')
		put('Assets/Other.cs', '')
		const wanted = ['Assets/PlayerController.cs', 'Assets/Scripts/playercontroller.cs', 'Player.cs']
		for (const path of wanted.slice(process.platform === 'linux' ? 0 : 2)) {
			expect(await run('read_file', { path })).toMatchObject({
				status: 'error',
				error: {
					code: 'not_found',
					hint: 'Did you mean Assets/Scripts/PlayerController.cs?',
					data: { nearest: ['Assets/Scripts/PlayerController.cs'] },
				},
			})
		}
		const edit = { path: 'Assets/PlayerControler.cs', edits: [{ find: 'a', replace: 'b' }] }
		expect(codeOf(await run('edit_file', edit))).toBe('not_found')
	})

	it('cuts a long diff', async () => {
		const outcome = await run('write_file', {
			path: 'Assets/a.txt',
			content: 'line\n'.repeat(1_000),
		})
		const { diff } = (outcome as { result: { diff: string } }).result
		expect(diff.split('\n').length).toBeLessThanOrEqual(201)
		expect(diff).toContain('more lines')
	})
})

describe('edit_file', () => {
	const edit = (...edits: Record<string, unknown>[]): Promise<CallOutcome> =>
		run('edit_file', { path: 'Assets/a.cs', edits })

	it('keeps BOM and line ends, and changes nothing else', async () => {
		put('Assets/a.cs', '\uFEFFa\r\nb\r\nc\r\n')
		const outcome = await edit({ find: 'a\nb', replace: 'A\nB\nB2' })
		expect(outcome).toMatchObject({ status: 'ok', result: { replacements: 1, created: false } })
		expect(onDisk('Assets/a.cs')).toBe('\uFEFFA\r\nB\r\nB2\r\nc\r\n')
	})

	it('keeps mixed line ends where it does not edit', async () => {
		put('Assets/a.cs', 'a\r\nb\nc\r\nd\r\n')
		await edit({ find: 'b\nc', replace: 'x\ny' })
		expect(onDisk('Assets/a.cs')).toBe('a\r\nx\r\ny\r\nd\r\n')
	})

	it('takes text literally, also what means something in patterns', async () => {
		put('Assets/a.cs', 'f(a.*b) $1 [x]\n')
		await edit({ find: 'f(a.*b) $1 [x]', replace: '$& $1 \\n' })
		expect(onDisk('Assets/a.cs')).toBe('$& $1 \\n\n')
	})

	it('says in which lines an ambiguous text stands, and changes nothing', async () => {
		put('Assets/a.cs', 'x = 1\ny\nx = 1\n')
		expect(await edit({ find: 'x = 1', replace: 'x = 2' })).toMatchObject({
			error: {
				code: 'ambiguous',
				message: expect.stringContaining('line 1, 3'),
				data: { lines: [1, 3] },
			},
		})
		expect(onDisk('Assets/a.cs')).toBe('x = 1\ny\nx = 1\n')
	})

	it('replaces all when asked, and counts', async () => {
		put('Assets/a.cs', 'x x\nx\n')
		const outcome = await edit({ find: 'x', replace: 'xx', replace_all: true })
		expect(outcome).toMatchObject({ result: { replacements: 3 } })
		expect(onDisk('Assets/a.cs')).toBe('xx xx\nxx\n')
	})

	it('applies all edits or none, and names the one that failed', async () => {
		put('Assets/a.cs', 'one\ntwo\n')
		const outcome = await edit({ find: 'one', replace: '1' }, { find: 'three', replace: '3' })
		expect(outcome).toMatchObject({
			error: { code: 'no_match', message: expect.stringContaining('edit 2') },
		})
		expect(onDisk('Assets/a.cs')).toBe('one\ntwo\n')
	})

	it('points at the line that differs only in white space', async () => {
		put('Assets/a.cs', 'class A {\n\tint  speed = 90;\n}\n')
		expect(await edit({ find: '    int speed = 90;', replace: '' })).toMatchObject({
			error: { code: 'no_match', data: { similarLines: [2] } },
		})
	})

	it('at the same time as another loses neither', async () => {
		put('Assets/a.cs', 'a0 a1 a2 a3 a4 a5 a6 a7 a8 a9\n')
		await Promise.all(
			Array.from({ length: 10 }, (_, i) => edit({ find: `a${i}`, replace: `b${i}` })),
		)
		expect(onDisk('Assets/a.cs')).toBe('b0 b1 b2 b3 b4 b5 b6 b7 b8 b9\n')
	})
})

describe('list_directory', () => {
	it('shows files, folders and links without .meta files, to the wanted depth', async () => {
		put('Assets/Scripts/Spin.cs', 'abc')
		put('Assets/Scripts/Spin.cs.meta', 'guid')
		put('Assets/Deep/Deeper/x.txt', '')
		symlinkSync(outside, join(project, 'Assets', 'out'), 'junction')
		expect(await run('list_directory', { path: 'Assets', depth: 2 })).toEqual({
			status: 'ok',
			result: {
				path: 'Assets',
				entries: [
					{ path: 'Assets/Deep', kind: 'directory' },
					{ path: 'Assets/Deep/Deeper', kind: 'directory' },
					{ path: 'Assets/Scripts', kind: 'directory' },
					{ path: 'Assets/Scripts/Spin.cs', kind: 'file', bytes: 3 },
					{ path: 'Assets/out', kind: 'link' },
				],
				truncated: false,
			},
		})
	})

	it('says when there is more than it shows', async () => {
		for (let i = 0; i < 5; i++) put(`Assets/${i}.txt`, '')
		const outcome = await run('list_directory', { path: 'Assets', limit: 3 })
		expect(outcome).toMatchObject({ result: { truncated: true } })
		expect((outcome as { result: { entries: unknown[] } }).result.entries).toHaveLength(3)
	})

	it('lists the project folder by default, and says what is missing', async () => {
		expect(await run('list_directory', {})).toMatchObject({
			result: { path: '.', entries: [{ path: 'Assets' }] },
		})
		expect(codeOf(await run('list_directory', { path: 'Nope' }))).toBe('not_found')
	})
})

describe('a file that is open in Unity', () => {
	const SCENE = 'Assets/Level.unity'
	const PREFAB = 'Assets/Crate.prefab'

	it('is not written: Unity would stand still with a dialog', async () => {
		put(SCENE, 'scene')
		put(PREFAB, 'prefab')
		open = [SCENE, 'Assets/crate.prefab']
		const written = await run('write_file', {
			path: './Assets//Level.unity',
			content: 'x',
		})
		expect(written).toMatchObject({
			status: 'error',
			error: { code: 'conflict', hint: expect.stringContaining('unity_scene save') },
		})
		const edited = await run('edit_file', {
			path: PREFAB,
			edits: [{ find: 'prefab', replace: 'x' }],
		})
		expect(edited).toMatchObject({
			status: 'error',
			error: { code: 'conflict', hint: expect.stringContaining('unity_prefab') },
		})
		expect([onDisk(SCENE), onDisk(PREFAB)]).toEqual(['scene', 'prefab'])
	})

	it('can be read, and written once it is closed', async () => {
		put(SCENE, 'scene')
		open = [SCENE]
		expect(codeOf(await run('read_file', { path: SCENE }))).toBe('ok')
		open = []
		expect(codeOf(await run('write_file', { path: SCENE, content: 'x' }))).toBe('ok')
	})
})
