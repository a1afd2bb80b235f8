import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { volume } from '../../../../test/volume.ts'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { IgnoreRules } from './ignore-rules.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

/** Folders end with a slash. All of them exist when git is asked. */
const TABLE: readonly [
	what: string,
	files: Readonly<Record<string, string>>,
	paths: readonly string[],
][] = [
	[
		'names, stars and sets',
		{ '': '*.log\ndoc?.md\n[Tt]est[0-9].txt\n*.b[!k]\n[[:upper:]]x.txt\n' },
		['a.log', 'q/a.log', 'doc1.md', 'doc12.md', 'Test1.txt', 'testx.txt', 'x.bk', 'x.bo', 'Ax.txt'],
	],
	[
		'folders only, and anchored patterns',
		{ '': 'only/\n/Build/\nsub/deep.txt\n/top.txt\n' },
		[
			'only',
			'q/only/',
			'Build/',
			'q/Build/',
			'sub/deep.txt',
			'q/sub/deep.txt',
			'top.txt',
			'q/top.txt',
		],
	],
	[
		'stars over folders',
		{ '': '**/cache\na/**/z.txt\nlogs/**\nfoo/*\n' },
		['cache/', 'x/y/cache', 'a/z.txt', 'a/b/c/z.txt', 'logs/', 'logs/x', 'foo/', 'foo/x', 'foo/d/'],
	],
	[
		'negation, and the last pattern that matches',
		{ '': '*.txt\n!keep.txt\nkeep.txt/\n*.md\n!*.md\nREADME.md\n' },
		['a.txt', 'keep.txt', 'q/keep.txt', 'a.md', 'README.md', 'q/README.md'],
	],
	[
		'comments, escapes and spaces at the end',
		{ '': '# comment\n\\#hash\n\\!bang\nsp\\ ace\ntrail   \nkept\\ \n\n   \n' },
		['# comment', '#hash', '!bang', 'sp ace', 'trail', 'kept', 'kept '],
	],
	[
		'line ends of Windows, and a byte order mark',
		{ '': '\uFEFFfirst\r\nsecond/\r\n' },
		['first', 'second/', 'second2'],
	],
	['other case', { '': 'Library/\n*.TMP\n' }, ['library/', 'Library/', 'a.tmp', 'a.TMP']],
	[
		'what a deeper file adds, anchors and takes back',
		{
			'': '*.log\n*.gen.cs\nlocal/\n',
			'Assets/': '!back.log\n/here.txt\nsub/x.txt\n!local/\nany\n\n/\n!\n',
		},
		[
			'back.log',
			'Assets/back.log',
			'Assets/q/back.log',
			'here.txt',
			'Assets/here.txt',
			'Assets/in/here.txt',
			'Assets/sub/x.txt',
			'Assets/q/sub/x.txt',
			'local/',
			'Assets/local/',
			'Assets/local/f.txt',
			'Assets/q/any',
			'any',
			'Assets/a.gen.cs',
		],
	],
	[
		'the contents of a folder but for one file, three files deep',
		{
			'': 'nested/*\n',
			'a/': '!nested/yes.txt\n',
			'a/b/': 'nested/*\n!nested/yes.txt\n*.tmp\n',
			'a/b/c/': '!*.tmp\n',
		},
		[
			'nested/yes.txt',
			'a/nested/yes.txt',
			'a/b/nested/yes.txt',
			'a/b/nested/no.txt',
			'a/b/x.tmp',
			'a/b/c/x.tmp',
			'a/x.tmp',
		],
	],
	[
		'sets with ranges, classes and escapes, and patterns that match nothing',
		{
			'': '[a-c]1\n[]x]2\n[!]x]3\n[[:digit:]-]4\n[\\]y]5\n[a\\-c]6\n[[:none:]]7\n[ab\nab\\\na\\/q8\n***/n9\n[^a]0\n',
		},
		[
			...['a1', 'd1', ']2', 'x2', 'y2', 'y3', 'x3', '34', '-4', ']5', 'y5', '\\5', 'b6', '-6'],
			...['a7', '[ab', 'ab', 'ab\\', 'a/q8', 'q/n9', 'q/r/n9', 'b0', 'a0'],
		],
	],
	[
		'folders whose names look like patterns',
		{ 'a[1]/': '/x.txt\n*.log\n', 'b*/': 'y.txt\n', '!c/': 'z.txt\n', '#d e/': '/f.txt\n' },
		[
			'a[1]/x.txt',
			'a[1]/q/e.log',
			'a1/x.txt',
			'b*/y.txt',
			'bb/y.txt',
			'!c/z.txt',
			'c/z.txt',
			'#d e/f.txt',
		],
	],
]

const bare = (path: string): string => path.replace(/\/$/, '')

function rulesFrom(files: Readonly<Record<string, string>>, path: string): IgnoreRules {
	return Object.entries(files)
		.filter(([folder]) => path.startsWith(folder))
		.reduce((rules, [folder, text]) => rules.with(folder.slice(0, -1), text), IgnoreRules.none)
}

it.each(TABLE)('files that git ignores are ignored: %s', (_what, files, paths) => {
	const { path: root } = cleanups.add(temporaryFolder(), (made) => made.remove())
	execFileSync('git', ['init', '-q', root])
	for (const folder of [...Object.keys(files), ...paths.map((path) => join(path, '..'))])
		mkdirSync(join(root, folder), { recursive: true })
	for (const [folder, text] of Object.entries(files))
		writeFileSync(join(root, folder, '.gitignore'), text)
	for (const path of paths)
		if (path.endsWith('/')) mkdirSync(join(root, path), { recursive: true })
		else writeFileSync(join(root, path), '')
	const asked = spawnSync('git', ['check-ignore', '-z', '--stdin', '--no-index'], {
		cwd: root,
		// With a slash at the end, it would match `foo/*` with an empty name.
		input: paths.map(bare).join('\0'),
		encoding: 'utf8',
		env: { ...process.env, GIT_CONFIG_GLOBAL: '', GIT_CONFIG_NOSYSTEM: '1' },
	})
	expect(asked.stderr).toBe('')
	const ignored = (path: string): boolean => {
		// A walk never comes to what is below an ignored folder.
		const above = dirname(path)
		if (above !== '.' && ignored(`${above}/`)) return true
		return rulesFrom(files, path).ignores(bare(path), path.endsWith('/'))
	}
	expect(paths.filter(ignored).map(bare)).toEqual(
		asked.stdout.split('\0').filter((path) => path !== ''),
	)
})

it('a pattern of many wildcards takes no long time on a name that almost matches', () => {
	const rules = IgnoreRules.none.with(
		'',
		`${'*a'.repeat(40)}b\n${'**/a/'.repeat(40)}b\n${'*?'.repeat(60)}b\n`,
	)
	expect(rules.ignores('a'.repeat(250), false)).toBe(false)
	expect(rules.ignores(`${'a/'.repeat(500)}a`, false)).toBe(false)
	expect(rules.ignores(`${'a/'.repeat(500)}b`, false)).toBe(true)
})

it('patterns by chance ignore what git ignores', () => {
	const { path: root } = cleanups.add(temporaryFolder(), (made) => made.remove())
	execFileSync('git', ['init', '-q', root])
	const names = ['a', 'b', 'ab', 'ba', 'a/a', 'a/b', 'b/a', 'ab/b', 'a/b/a', 'b/a/ab', 'a/a/b/b']
	const pieces = ['a', 'b', '*', '**', '?', '/', '**/', '[ab]', '[!a]', '\\a', '!', ' ']
	const patterns = fc
		.sample(
			fc
				.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
				.map((some) => some.join('')),
			{ numRuns: volume(2_000), seed: 7 },
		)
		// Git compares what stands before the first wildcard by itself, and takes `b**/` for `b`, then `**/`.
		.filter((pattern) => !/[^/*]\*\*/.test(pattern.replace(/^!/, '')))
	// One folder for each pattern: git is started once.
	const asked = patterns.flatMap((pattern, at) => {
		for (const name of names) mkdirSync(join(root, `p${at}`, dirname(name)), { recursive: true })
		writeFileSync(join(root, `p${at}`, '.gitignore'), `${pattern}\n`)
		for (const name of names)
			if (!names.some((other) => other.startsWith(`${name}/`)))
				writeFileSync(join(root, `p${at}`, name), '')
		return names.map((name) => `p${at}/${name}`)
	})
	const told = spawnSync('git', ['check-ignore', '-z', '--stdin', '--no-index'], {
		cwd: root,
		input: asked.join('\0'),
		encoding: 'utf8',
		env: { ...process.env, GIT_CONFIG_GLOBAL: '', GIT_CONFIG_NOSYSTEM: '1' },
	})
	const ofGit = new Set(told.stdout.split('\0'))
	const ignored = (pattern: string, path: string): boolean => {
		const above = dirname(path)
		if (above.includes('/') && ignored(pattern, above)) return true
		const [folder = ''] = path.split('/')
		return IgnoreRules.none
			.with(folder, pattern)
			.ignores(path, statSync(join(root, path)).isDirectory())
	}
	for (const path of asked) {
		const pattern = patterns[Number(/\d+/.exec(path)?.[0])] ?? ''
		expect(ignored(pattern, path), `${JSON.stringify(pattern)} ${path}`).toBe(ofGit.has(path))
	}
})
