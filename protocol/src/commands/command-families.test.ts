import { describe, expect, test } from 'vitest'
import { familyInPlainFolder, familyOf, inPlainFolder, meaningOf } from './command-families.ts'
import { commandText } from './command-text.ts'

const FAMILIES: Readonly<Record<string, readonly string[][]>> = {
	'npm run test …': [
		['npm', 'test'],
		['npm', 'run', 'test'],
		['npm', 'run', 'test', '--silent'],
		['npm', 'test', '-s', '--if-present'],
	],
	'pnpm run lint:fix …': [
		['pnpm', 'run', 'lint:fix'],
		['pnpm', '--silent', 'run', 'lint:fix'],
	],
	'yarn run test …': [['yarn', 'test']],
	'bun run test …': [['bun', '--silent', 'run', 'test']],
	'git status …': [
		['git', 'status'],
		['git', '--no-pager', 'status', '--short', '--', 'Assets/Größe 2.png'],
	],
	'git diff --stat …': [
		['git', 'diff', '--stat'],
		['git', 'diff', '--name-only', 'main..HEAD', '--', 'Assets'],
		['git', 'diff', '--cached', '--stat=120'],
	],
	'git show --stat …': [
		['git', 'show', '--stat', 'HEAD~2'],
		['git', 'show', '--name-only', 'v1.2'],
	],
	'git log …': [
		['git', 'log'],
		['git', 'log', '--oneline', '-n', '5', 'main..HEAD', '--', 'Assets/A.cs'],
		['git', 'log', '-20', '--since=2 weeks ago', '--stat', '@{upstream}'],
	],
	'git branch --list …': [
		['git', 'branch'],
		['git', 'branch', '-a', '-vv'],
		['git', 'branch', '--list', 'feature/*'],
	],
	'dotnet build …': [['dotnet', 'build', '-c', 'Release', '--nologo']],
	'dotnet test Tools/A.csproj …': [
		['dotnet', 'test', 'Tools/A.csproj', '--filter', 'Name~Jump', '--no-build'],
	],
	'ls …': [['ls'], ['ls', '-la']],
}

/** Commands that look like granted ones and could run or read something else. */
const TRAPS: readonly string[][] = [
	['npm', 'run', 'test', '--', '--config=x.js'],
	['npm', 'run', 'test', 'x'],
	['npm', 'test', '--script-shell=./x.sh'],
	['npm', 'test', '--script-shell', './x.sh'],
	['npm', '--prefix', 'x', 'test'],
	['npm', 'run', 'test', '--prefix=x'],
	['npm', 'run', 'test', '-w', 'x'],
	['npm', 'run', 'test', '--node-options=--require=./x.js'],
	['npm', '-s', 'run', 'test'],
	['npm', 'run', '../test'],
	['npm', 'run', '--silent'],
	['npm', 'exec', 'x'],
	['npm', 'install'],
	['npx', 'vitest'],
	['pnpm', 'run', 'test', '--silent'],
	['pnpm', '-C', 'x', 'run', 'test'],
	['yarn', 'run', 'test', '--cwd=x'],
	['bun', 'test'],
	['bun', 'run', 'x/y.ts'],
	['node', '--eval', '1'],
	['node', '--version'],
	['FOO=bar', 'npm', 'test'],
	['env', 'FOO=bar', 'npm', 'test'],
	['git', '-c', 'core.fsmonitor=x', 'status'],
	['git', '--exec-path=x', 'status'],
	['git', '-C', '..', 'status'],
	['git', '--git-dir=x', 'status'],
	['git', '-p', 'status'],
	['git', 'status', '../x'],
	['git', 'status', 'a/../../x'],
	['git', 'status', '/etc'],
	['git', 'status', ':(top)x'],
	['git', 'status', '-v'],
	['git', 'diff'],
	['git', 'diff', '--', '.env'],
	['git', 'diff', '--stat', '-p'],
	['git', 'diff', '--stat', '-U9'],
	['git', 'diff', '--stat', '--output=x'],
	['git', 'diff', '--stat', '--outp', 'x'],
	['git', 'diff', '--no-index', '--stat', 'a', 'b'],
	['git', 'diff', '--stat', '--ext-diff'],
	['git', 'diff', '--stat', '../a', '../b'],
	['git', 'show', 'HEAD'],
	['git', 'show', 'HEAD:.env'],
	['git', 'show', '--stat', 'HEAD:.env'],
	['git', 'show', '--stat', '4b825dc6'],
	['git', 'show', '--stat', 'HEAD^{tree}'],
	['git', 'log', '-p'],
	['git', 'log', '-L1,9:.env'],
	['git', 'log', '-Skey'],
	['git', 'log', '--format=%G?'],
	['git', 'log', '--show-signature'],
	['git', 'log', '--output=x'],
	['git', 'branch', 'x'],
	['git', 'branch', '-l', 'x'],
	['git', 'branch', '-D', 'x'],
	['git', 'branch', '--list', '-D', 'x'],
	['git', 'branch', '--edit-description'],
	['git', 'fetch', '--upload-pack=x'],
	['git', 'push'],
	['git', 'grep', '-Ox', 'a'],
	['git'],
	['dotnet', 'build', '-p:PreBuildEvent=x'],
	['dotnet', 'build', '/p:A=b'],
	['dotnet', 'build', '@x.rsp'],
	['dotnet', 'build', '-t:Run'],
	['dotnet', 'build', '-o', '/tmp'],
	['dotnet', 'build', '../A.csproj'],
	['dotnet', 'test', 'x.dll'],
	['dotnet', 'test', '--filter', 'a;PreBuildEvent=x'],
	['dotnet', 'test', '--settings', 'x'],
	['dotnet', 'test', '--', 'RunConfiguration.X=y'],
	['dotnet', 'run'],
	['ls', '..'],
	['ls', '-L'],
	['ls', '/etc'],
	['./npm', 'test'],
	['/usr/bin/git', 'status'],
	['git.exe', 'status'],
	['NPM', 'test'],
	['C:\\git\\git.exe', 'status'],
	['git status'],
	['"git"', 'status'],
	['git', 'status\n'],
	['git', 'status', '$(x)'],
	['git', 'status', '; x'],
	['git', 'status', '\u202etxt'],
	['constructor', 'test'],
	['git', 'constructor'],
	[],
]

describe('the commands that one permission covers', () => {
	test.each(Object.entries(FAMILIES))('%s', (subject, commands) => {
		for (const command of commands) {
			expect(familyOf(command), command.join(' ')).toMatchObject({ subject })
			expect(commandText(command)).not.toBe(subject)
		}
		expect(meaningOf(subject)).toBe(familyOf(commands[0] ?? [])?.means)
	})

	test.each(TRAPS.map((trap) => [trap]))('%j belongs to none', (trap) => {
		expect(familyOf(trap)).toBeNull()
	})

	test('stay in their folder, which is not where files are written without a question', () => {
		const inWeb = familyOf(['npm', 'test'], 'web')
		expect(inWeb?.subject).toBe('[web] npm run test …')
		expect(inWeb?.means).toMatch(/^In web: /)
		expect(meaningOf('[web] npm run test …')).toBe(inWeb?.means)
		for (const folder of ['Assets', 'assets/x', 'a/../Assets', '..', './web', 'ASSETS~1', ''])
			expect(familyOf(['npm', 'test'], folder), folder).toBeNull()
	})

	test.each(['npm test', '$ npm run test …', 'npm run test "…"', 'npm publish …', '…'])(
		'%j is not the subject of a family',
		(subject) => expect(meaningOf(subject)).toBeNull(),
	)

	test('in a plain folder have subjects and sentences of their own, which the list of grants shows', () => {
		const family = familyInPlainFolder(familyOf(['npm', 'test']) ?? { subject: '', means: '' })
		expect(family.subject).toBe('(plain folder) npm run test …')
		expect(meaningOf(family.subject)).toBe(family.means)
		expect(meaningOf(inPlainFolder('npm publish'))).toContain('The agent may have written')
		// A program by that name in a Unity project is another subject.
		expect(commandText(['(plain', 'folder)', 'npm', 'test'])).not.toBe(inPlainFolder('npm test'))
		expect(commandText(['(plain folder)', 'npm', 'test'])).not.toBe(inPlainFolder('npm test'))
	})

	test('a subject is never the text of a single command', () => {
		expect(commandText(['npm', 'run', 'test', '…'])).not.toBe('npm run test …')
	})
})
