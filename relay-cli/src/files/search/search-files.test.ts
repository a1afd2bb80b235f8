import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCall, TOOLS, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Cleanups, TEST_TIMEOUT_MS, temporaryFolder } from '../../../test/kit/support.ts'
import { readFile } from '../contents/read-file.ts'
import { outcomeOfError } from '../file-error.ts'
import { resolveInside } from '../jail.ts'
import { type SearchOptions, searchFiles } from './search-files.ts'
import { searchableFiles } from './searchable-files.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
const NEVER = new AbortController().signal
let outside: string
let project: string

type Result = ToolResult<'search_files', 'run'>

async function outcome(
	args: Record<string, unknown>,
	options: SearchOptions = {},
): Promise<CallOutcome> {
	const resolved = resolveCall('search_files', args)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	try {
		const parsed = resolved.call.args as ToolArgs<'search_files', 'run'>
		const result = await searchFiles(project, parsed, NEVER, options)
		expect(TOOLS.search_files.actions.run.output.parse(result)).toEqual(result)
		return { status: 'ok', result }
	} catch (error) {
		return outcomeOfError(error)
	}
}

async function search(args: Record<string, unknown>, options?: SearchOptions): Promise<Result> {
	const found = await outcome(args, options)
	if (found.status === 'error') throw new Error(found.error.message)
	return found.result as Result
}

const places = (result: Result): string[] =>
	result.matches.map((match) => `${match.path}:${match.line}:${match.column}`)
const put = (path: string, content: string | Uint8Array): void => {
	mkdirSync(join(project, path, '..'), { recursive: true })
	writeFileSync(join(project, path), content)
}

beforeEach(() => {
	outside = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	project = join(outside, 'proj')
	for (const part of ['Assets', 'ProjectSettings'])
		mkdirSync(join(project, part), { recursive: true })
})
afterEach(() => cleanups.run())

describe('search_files finds', () => {
	it('lines with their position and context', async () => {
		put('Assets/Spin.cs', 'class Spin\n{\n    float speed = 90;\n}\n')
		const result = await search({ regex: 'speed\\s*=', context: 1 })
		expect(result).toEqual({
			total: 1,
			files: 1,
			searchedFiles: 1,
			matches: [
				{
					path: 'Assets/Spin.cs',
					line: 3,
					column: 11,
					text: '    float speed = 90;',
					before: ['{'],
					after: ['}'],
				},
			],
			nextCursor: null,
		})
	})

	it('the first line of a script with a byte order mark, and the end of a line as Windows writes it', async () => {
		put('Assets/Bom.cs', '\uFEFFusing UnityEngine;\r\nclass A {}\r\n')
		expect(places(await search({ regex: '^using .*;$' }))).toEqual(['Assets/Bom.cs:1:1'])
	})

	it('text in UTF-16, as Windows programs save it', async () => {
		put('Assets/Wide.txt', Buffer.from('\uFEFFhello wide world\r\n', 'utf16le'))
		expect(places(await search({ regex: 'wide' }))).toEqual(['Assets/Wide.txt:1:7'])
	})

	it.each<[string, (text: string) => Buffer]>([
		['UTF-8', (text) => Buffer.from(text)],
		['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
		['UTF-16', (text) => Buffer.from(text, 'utf16le')],
		['UTF-16 with the high byte first', (text) => Buffer.from(text, 'utf16le').swap16()],
		['that with a mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
		['Windows-1252', (text) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1')],
	])('text in %s, as read_file shows it', async (_encoding, written) => {
		put('notes.txt', written('first line\r\nThe naïve Café costs 5 €\r\n'))
		const { content } = await readFile(project, { path: 'notes.txt', offset: 1, limit: 500 })
		expect(content).toBe('first line\nThe naïve Café costs 5 €\n')
		for (const regex of ['naïve', 'Café', '5 €$', '^The na.ve'])
			expect((await search({ regex, context: 1 })).matches, regex).toMatchObject([
				{ line: 2, text: 'The naïve Café costs 5 €', before: ['first line'] },
			])
	})

	it('text in an encoding that is not known, for what is ASCII in it', async () => {
		const shiftJis = Buffer.from('2f2f20834283938358835e83938358', 'hex')
		put('Assets/Spawn.cs', Buffer.concat([shiftJis, Buffer.from('\nSpawn();\n')]))
		expect(places(await search({ regex: 'Spawn\\(' }))).toEqual(['Assets/Spawn.cs:2:1'])
	})

	it('only files that match the glob', async () => {
		for (const path of ['Assets/a.cs', 'Assets/b.prefab', 'Assets/Sub/c.cs', 'Packages/p/d.cs'])
			put(path, 'needle\n')
		const found = async (glob: string): Promise<string[]> =>
			(await search({ regex: 'needle', glob })).matches.map((match) => match.path)
		expect(await found('*.cs')).toEqual(['Assets/Sub/c.cs', 'Assets/a.cs', 'Packages/p/d.cs'])
		expect(await found('Assets/*.{cs,prefab}')).toEqual(['Assets/a.cs', 'Assets/b.prefab'])
		expect(await found('Assets/**/*.cs')).toEqual(['Assets/Sub/c.cs', 'Assets/a.cs'])
	})

	it('page by page the same matches as on one page, once each', async () => {
		for (let file = 0; file < 7; file++) put(`Assets/${file}.cs`, 'x\nneedle\nneedle\n')
		const whole = places(await search({ regex: 'needle' }))
		const pages: string[] = []
		let cursor: string | null = 'o0'
		while (cursor !== null) {
			const page: Result = await search({ regex: 'needle', limit: 3, cursor })
			expect(page.total).toBe(14)
			pages.push(...places(page))
			cursor = page.nextCursor
		}
		expect(pages).toEqual(whole)
	})

	it('a match far right in a long line, with the line cut around it', async () => {
		put('Assets/long.json', `${'a'.repeat(5_000)}needle${'b'.repeat(5_000)}\n`)
		const [match] = (await search({ regex: 'needle' })).matches
		expect(match?.column).toBe(5_001)
		expect(match?.text).toContain('needle')
		expect(match?.text.length).toBeLessThanOrEqual(302)
	})

	it.each([
		['foo {', 'Assets/a.cs:1:1'],
		['foo \\{', 'Assets/a.cs:1:1'],
		['(?<=class )\\p{Lu}', 'Assets/a.cs:2:7'],
		['gr[öo].e', 'Assets/a.cs:3:4'],
		['^int', 'Assets/a.cs:4:1'],
		['(a)\\1', 'Assets/a.cs:5:2'],
		['größe$', 'Assets/a.cs:3:4'],
	])('what %s means in JavaScript', async (regex, place) => {
		put('Assets/a.cs', 'foo { bar }\nclass Ship {}\n// größe\r\nint speed;\nbaa\n')
		expect(places(await search({ regex }))).toEqual([place])
	})

	it('matches in an ignored folder if that folder is named', async () => {
		put('.gitignore', '/Generated/\n')
		put('Generated/a.cs', 'needle\n')
		put('Library/PackageCache/x/b.cs', 'needle\n')
		expect((await search({ regex: 'needle' })).total).toBe(0)
		expect(places(await search({ regex: 'needle', path: 'Generated' }))).toHaveLength(1)
		expect(places(await search({ regex: 'needle', path: 'Library/PackageCache' }))).toHaveLength(1)
	})
})

describe('search_files leaves out', () => {
	it('files generated by Unity, binary files and files that are too large', async () => {
		for (const path of ['Library/a.cs', 'Temp/a.cs', 'obj/a.cs', 'Logs/a.log', '.git/config'])
			put(path, 'needle\n')
		put('Assets/data.bytes', Buffer.from('needle\0needle\n'))
		put('Assets/wide.bytes', Buffer.from('needle\x01\n', 'utf16le'))
		put('Assets/huge.txt', `needle\n${' '.repeat(16 * 1024 * 1024)}`)
		const result = await search({ regex: 'needle' })
		expect(result.matches).toEqual([])
		expect(result.incomplete).toContain('1 file larger than 16 MB was skipped.')
	})

	it('files that usually hold secrets, unless the call names one, and says so', async () => {
		put('.env', 'TOKEN=needle\n')
		put('Server/credentials.json', '{"a":"needle"}\n')
		put('Server/.env.example', 'TOKEN=needle\n')
		const result = await search({ regex: 'needle' })
		expect(places(result)).toEqual(['Server/.env.example:1:7'])
		expect(result.incomplete).toBe('2 files that usually hold secrets were skipped.')
		expect(places(await search({ regex: 'needle', path: '.env' }))).toEqual(['.env:1:7'])
	})

	it('files behind a link, and paths outside the project', async () => {
		writeFileSync(join(outside, 'secret.txt'), 'needle\n')
		mkdirSync(join(outside, 'elsewhere'))
		writeFileSync(join(outside, 'elsewhere', 'secret.txt'), 'needle\n')
		symlinkSync(join(outside, 'elsewhere'), join(project, 'Assets', 'link'), 'junction')
		expect((await search({ regex: 'needle' })).total).toBe(0)
		for (const path of ['..', '../elsewhere', 'Assets/link', '/etc'])
			expect(await outcome({ regex: 'needle', path })).toMatchObject({
				error: { code: 'outside_project' },
			})
	})

	it.skipIf(process.platform === 'win32')('a named pipe, and says so', async () => {
		execFileSync('mkfifo', [join(project, 'Assets', 'pipe')])
		expect((await search({ regex: 'needle', path: 'Assets' })).total).toBe(0)
		expect(await outcome({ regex: 'needle', path: 'Assets/pipe' })).toMatchObject({
			error: { code: 'unsupported', message: 'Assets/pipe is not a regular file.' },
		})
	})

	it('what a call would judge after it has been stopped', async () => {
		for (let at = 0; at < 600; at++) put(`Assets/${at}.txt`, '')
		const stop = new AbortController()
		const judged: string[] = []
		const wanted = (path: string): boolean => {
			if (judged.push(path) === 1) setImmediate(() => stop.abort())
			return false
		}
		const start = resolveInside(project, 'Assets', 'read')
		await expect(searchableFiles(project, start, wanted, stop.signal)).rejects.toThrow('aborted')
		expect(judged.length).toBeLessThan(600)
	})

	it('exactly the files that git ignores', async () => {
		const lines = [
			'*.log',
			'!keep.log',
			'/Build/',
			'sub/deep.txt',
			'**/cache',
			'a/**/z.txt',
			'# comment',
			'doc?.md',
			'[Tt]est[0-9].txt',
			'sp\\ ace.txt',
			'\\#hash.txt',
			'trail   ',
			'only/',
			'*.b[!k]',
		]
		put('.gitignore', `${lines.join('\n')}\n`)
		put('Assets/.gitignore', '!back.log\n/here.txt\nnested/*\n!nested/yes.txt\n')
		const paths = [
			'a.log',
			'keep.log',
			'Build/x.txt',
			'Assets/Build/x.txt',
			'sub/deep.txt',
			'x/sub/deep.txt',
			'cache/c.txt',
			'x/y/cache/c.txt',
			'a/z.txt',
			'a/b/c/z.txt',
			'doc1.md',
			'doc12.md',
			'Test1.txt',
			'test2.txt',
			'testx.txt',
			'sp ace.txt',
			'#hash.txt',
			'trail',
			'only',
			'q/only/f.txt',
			'Assets/back.log',
			'Assets/here.txt',
			'Assets/in/here.txt',
			'Assets/nested/no.txt',
			'Assets/nested/yes.txt',
			'x.bk',
			'x.bo',
			'plain.txt',
		]
		for (const path of paths) put(path, 'needle\n')
		execFileSync('git', ['init', '-q', project])
		const listed = spawnSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], {
			cwd: project,
			encoding: 'utf8',
		})
		const git = listed.stdout
			.split('\0')
			.filter((path) => path !== '' && !path.endsWith('.gitignore'))
		const found = await search({ regex: 'needle', limit: 200 })
		expect(found.matches.map((match) => match.path)).toEqual([...git].sort())
	})
})

describe('search_files is bounded', () => {
	it('an endless expression is stopped, keeping earlier matches', async () => {
		put('Assets/a.txt', 'aaaa\n')
		put('Assets/b.txt', `${'a'.repeat(60)}!\n`)
		const stoppedAfter = (timeLimitMs: number) => search({ regex: '^(a+)+$' }, { timeLimitMs })
		// A busy machine may need longer until the search looks at the second file.
		let limitMs = 500
		let result = await stoppedAfter(limitMs)
		while (!result.incomplete?.includes('Assets/b.txt')) {
			limitMs *= 2
			result = await stoppedAfter(limitMs)
		}
		expect(places(result)).toEqual(['Assets/a.txt:1:1'])
	})

	it('a search that finds too much counts the first thousand and says so', async () => {
		put('Assets/many.txt', 'needle\n'.repeat(1_500))
		const result = await search({ regex: 'needle', limit: 1 })
		expect(result).toMatchObject({ total: 1_000, nextCursor: 'o1' })
		expect(result.incomplete).toContain('first 1000')
		put('Assets/many.txt', 'needle\n'.repeat(1_000))
		expect((await search({ regex: 'needle', limit: 1 })).incomplete).toBeUndefined()
	})

	it.each([
		[{ regex: '(' }, 'backslash'],
		[{ regex: 'a\nb' }, 'context'],
		[{ regex: 'a', path: 'Nowhere' }, 'list_directory'],
		[{ regex: 'a', cursor: 'x' }, 'nextCursor'],
	])('%j is refused with what to do', async (args, hint) => {
		const refused = await outcome(args)
		expect(refused).toMatchObject({
			status: 'error',
			error: { hint: expect.stringContaining(hint) },
		})
	})
})
