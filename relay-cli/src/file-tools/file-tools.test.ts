import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '../files/contents/text-file.ts'
import { codeOf, onDisk, place, put, run, useFolder } from '../files/test-kit.ts'

useFolder()

describe('read_file', () => {
	it('returns the requested lines and their position', async () => {
		put('Assets/a.txt', '\uFEFFone\r\ntwo\r\nthree')
		expect(await run('read_file', { path: 'Assets/a.txt', offset: 2, limit: 1 })).toEqual({
			status: 'ok',
			result: {
				path: 'Assets/a.txt',
				content: 'two\n',
				firstLine: 2,
				lineCount: 1,
				totalLines: 3,
				sha256: sha256Of(readFileSync(join(place.project, 'Assets/a.txt'))),
				encoding: 'utf-8-bom',
			},
		})
	})

	it('reads an empty file', async () => {
		put('Assets/a.txt', '')
		expect(await run('read_file', { path: 'Assets/a.txt' })).toMatchObject({
			result: { content: '', lineCount: 0, totalLines: 0 },
		})
	})

	it.each([
		['', 'Assets/a.txt is empty.', 1],
		['one', 'Assets/a.txt has only 1 line.', 1],
		['one\ntwo\n', 'Assets/a.txt has only 2 lines.', 2],
	])('says how many lines there are in %j', async (content, message, last) => {
		put('Assets/a.txt', content)
		const hint = `Read from line ${last} at most.`
		const args = { path: 'Assets/a.txt', offset: 9 }
		expect(await run('read_file', args)).toMatchObject({ error: { message, hint } })
	})

	it.each<[string, () => void, string]>([
		['a missing file', () => undefined, 'not_found'],
		['a folder', () => mkdirSync(join(place.project, 'Assets/x')), 'invalid_arguments'],
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

	it('says what to do about a line that is too long', async () => {
		put('Assets/x', 'x'.repeat(600_000))
		expect(await run('read_file', { path: 'Assets/x' })).toMatchObject({
			error: { hint: expect.stringContaining('search_files') },
		})
	})
})

describe('write_file', () => {
	it('creates missing folders and reports what it wrote', async () => {
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
		expect(readdirSync(join(place.project, 'Assets'))).toEqual(['a.txt'])
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
		expect(existsSync(join(place.project, 'Assets/a.txt'))).toBe(false)
	})

	it.skipIf(process.platform === 'win32')('keeps the mode of the file', async () => {
		put('Assets/run.sh', 'a')
		chmodSync(join(place.project, 'Assets/run.sh'), 0o750)
		await run('write_file', { path: 'Assets/run.sh', content: 'b' })
		expect(statSync(join(place.project, 'Assets/run.sh')).mode & 0o777).toBe(0o750)
	})

	it.each([
		['with CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n'],
		['with a BOM', '\uFEFFa\nb\n', '\uFEFFa\nc\n'],
		['with both', '\uFEFFa\r\nb\r\n', '\uFEFFa\r\nc\r\n'],
		['with neither', 'a\nb\n', 'a\nc\n'],
	])(
		'changes only the line that its diff shows in a file %s, however the text is written',
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

	it('suggests no file whose name is another one', async () => {
		for (const path of ['server.key.txt', 'Assets/Enemy.cs', 'Assets/y.txt']) put(path, '')
		for (const path of ['Assets/Scripts/Y.cs', 'Assets/Scripts/Player.cs', 'a'])
			expect(await run('read_file', { path })).toMatchObject({
				error: {
					code: 'not_found',
					hint: path.endsWith('Y.cs')
						? 'Did you mean Assets/y.txt?'
						: 'Use list_directory to find it.',
				},
			})
		expect(await run('read_file', { path: 'Assets/Enemmy.cs' })).toMatchObject({
			error: { hint: 'Did you mean Assets/Enemy.cs?' },
		})
	})

	it('suggests the file that was probably meant', async () => {
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

	it('keeps BOM and line endings, and changes nothing else', async () => {
		put('Assets/a.cs', '\uFEFFa\r\nb\r\nc\r\n')
		const outcome = await edit({ find: 'a\nb', replace: 'A\nB\nB2' })
		expect(outcome).toMatchObject({ status: 'ok', result: { replacements: 1, created: false } })
		expect(onDisk('Assets/a.cs')).toBe('\uFEFFA\r\nB\r\nB2\r\nc\r\n')
	})

	it.each([
		['a\r\nb\nc\r\nd\r\n', 'b\nc', 'x\ny', 'a\r\nx\ny\r\nd\r\n'],
		['a\r\nb\r\nc\nd', 'a\nb', 'a\nB', 'a\r\nB\r\nc\nd'],
		['a\r\nb\nc\r\nd\r\n', 'a\nb\nc', 'a\nnew\nb\nc', 'a\r\nnew\r\nb\nc\r\nd\r\n'],
		['a\nb\nc\n', 'b', 'x\ny', 'a\nx\ny\nc\n'],
	])('keeps mixed line ends, inside its edits too: %j', async (text, find, replace, then) => {
		put('Assets/a.cs', text)
		await edit({ find, replace })
		expect(onDisk('Assets/a.cs')).toBe(then)
	})

	it('takes text literally, even pattern characters', async () => {
		put('Assets/a.cs', 'f(a.*b) $1 [x]\n')
		await edit({ find: 'f(a.*b) $1 [x]', replace: '$& $1 \\n' })
		expect(onDisk('Assets/a.cs')).toBe('$& $1 \\n\n')
	})

	it('shows each place of an ambiguous text with the lines around it, and changes nothing', async () => {
		put('Assets/a.cs', 'a()\r\n\tx = 1\r\nb()\r\n\tx = 1\r\nc()')
		expect(await edit({ find: 'x = 1', replace: 'x = 2' })).toMatchObject({
			error: {
				code: 'ambiguous',
				message: expect.stringContaining('line 2, 4'),
				data: {
					lines: [2, 4],
					places: [
						[
							{ line: 1, text: 'a()' },
							{ line: 2, text: '\tx = 1' },
							{ line: 3, text: 'b()' },
						],
						[
							{ line: 3, text: 'b()' },
							{ line: 4, text: '\tx = 1' },
							{ line: 5, text: 'c()' },
						],
					],
				},
			},
		})
		expect(onDisk('Assets/a.cs')).toBe('a()\r\n\tx = 1\r\nb()\r\n\tx = 1\r\nc()')
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
			error: { code: 'no_match', data: { similar: [{ line: 2, text: '\tint  speed = 90;' }] } },
		})
	})

	it('points at the line that differs only in case', async () => {
		put('Assets/a.cs', 'class A {\n\tprivate void OnTriggerEnter(Collider other) {}\n}\n')
		expect(await edit({ find: 'void onTriggerEnter', replace: '' })).toMatchObject({
			error: { code: 'no_match', data: { similar: [{ line: 2 }] } },
		})
	})

	it('loses neither of two simultaneous edits', async () => {
		put('Assets/a.cs', 'a0 a1 a2 a3 a4 a5 a6 a7 a8 a9\n')
		await Promise.all(
			Array.from({ length: 10 }, (_, i) => edit({ find: `a${i}`, replace: `b${i}` })),
		)
		expect(onDisk('Assets/a.cs')).toBe('b0 b1 b2 b3 b4 b5 b6 b7 b8 b9\n')
	})
})

describe('list_directory', () => {
	it('leaves out what .gitignore names, says how much, and lists such a folder by its path', async () => {
		put('.gitignore', '/Library/\n*.tmp\n')
		put('Library/cache.bin', '')
		put('Assets/a.tmp', '')
		put('Assets/.gitignore', '!a.tmp\nb.txt\n')
		put('Assets/b.txt', '')
		const listed = await run('list_directory', { depth: 2 })
		expect(listed).toMatchObject({ result: { ignored: 2 } })
		expect(JSON.stringify(listed)).toContain('Assets/a.tmp')
		expect(JSON.stringify(listed)).not.toMatch(/b\.txt|Library/)
		expect(await run('list_directory', { path: 'Library' })).toMatchObject({
			result: { entries: [{ path: 'Library/cache.bin' }] },
		})
	})

	it('shows files, folders and links without .meta files, to the requested depth', async () => {
		put('Assets/Scripts/Spin.cs', 'abc')
		put('Assets/Scripts/Spin.cs.meta', 'guid')
		put('Assets/Deep/Deeper/x.txt', '')
		symlinkSync(place.outside, join(place.project, 'Assets', 'out'), 'junction')
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
			result: { path: '.', entries: [{ path: 'Assets' }, { path: 'ProjectSettings' }] },
		})
		expect(codeOf(await run('list_directory', { path: 'Nope' }))).toBe('not_found')
	})

	it('says of a missing folder which one above it exists, and what that holds', async () => {
		put('Assets/Scripts/Player/Move.cs', '')
		const path = 'Assets/Scripts/Playr/Jump'
		expect(await run('list_directory', { path })).toMatchObject({
			error: {
				code: 'not_found',
				hint: 'Look into Assets/Scripts with list_directory.',
				data: { nearest: ['Assets/Scripts/Player'] },
			},
		})
		expect(await run('list_directory', { path: 'Asets' })).toMatchObject({
			error: {
				hint: expect.stringContaining('the project folder'),
				data: { nearest: expect.arrayContaining(['Assets']) },
			},
		})
	})
})

describe('a file that is open in Unity', () => {
	const SCENE = 'Assets/Level.unity'
	const PREFAB = 'Assets/Crate.prefab'

	it('is not written: Unity would stop with a dialog', async () => {
		put(SCENE, 'scene')
		put(PREFAB, 'prefab')
		place.open = [SCENE, 'Assets/crate.prefab']
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

	it('does not name the scene when a write fails for another reason', async () => {
		put(SCENE, 'scene')
		place.open = [SCENE]
		const written = await run('write_file', { path: 'Assets', content: 'x' })
		expect(codeOf(written)).not.toBe('ok')
		expect(JSON.stringify(written)).not.toContain('open in Unity')
	})

	it('is searched as it is saved, and the answer says so', async () => {
		put(SCENE, 'scene')
		put('Assets/Red.mat', 'm')
		put('Assets/Red.mat.meta', `guid: ${'0a'.repeat(16)}\n`)
		place.open = [SCENE]
		const note = expect.stringContaining(`not seen, in the editor's open files: ${SCENE}.`)
		for (const [method, args] of [
			['asset_usages', { asset_path: 'Assets/Red.mat', limit: 50 }],
			['unused_assets', { folder: 'Assets', limit: 50 }],
		] as const)
			expect(await run(method, args)).toMatchObject({ status: 'ok', result: { note } })
	})

	it('can be read, and written once it is closed', async () => {
		put(SCENE, 'scene')
		place.open = [SCENE]
		expect(codeOf(await run('read_file', { path: SCENE }))).toBe('ok')
		place.open = []
		expect(codeOf(await run('write_file', { path: SCENE, content: 'x' }))).toBe('ok')
	})
})
