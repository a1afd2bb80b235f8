/** Facts about a person's machine that a visitor must not learn. */
import { describe, expect, test } from 'vitest'
import { Random } from '../../../test/chaos/kit/random.ts'
import { cleaned, withoutDeskPaths } from './desk-paths.ts'

test.each([
	['C:\\Users\\Ada L\\My Game\\Assets\\a.cs:3', '…/Assets\\a.cs:3'],
	['in /home/ada/Game/Assets/Player.cs and more', 'in …/Assets/Player.cs and more'],
	['file:///Users/ada/x.png', '…'],
	['saved to /tmp/out.png.', 'saved to …'],
	['\\\\server\\share\\x', '…'],
	['/data/ada/Game/Assets/x.cs', '…/Assets/x.cs'],
	['/work/Game/Packages/manifest.json', '…/Packages/manifest.json'],
	['/workspace/ada/Game/Library/a', '…/Library/a'],
	['/run/media/ada/Disk 1/Game/Temp/x', '…/Temp/x'],
	['~/Games/x.png', '…'],
	['see ~/Games/Mine/Assets/x.cs', 'see …/Assets/x.cs'],
	['(D:/Ada/Game/ProjectSettings/Tags.asset)', '(…/ProjectSettings/Tags.asset)'],
	['//server/share/Game/Logs/a.log', '…/Logs/a.log'],
	['vscode://file/data/ada/Game/Assets/x.cs:3', '…/Assets/x.cs:3'],
	['at /data/Library/ada/Game/Assets/x.cs', 'at …/Assets/x.cs'],
	[
		'/data/ada/Game/Library/PackageCache/com.a.b@1/Assets/x.cs',
		'…/Library/PackageCache/com.a.b@1/Assets/x.cs',
	],
	["/data/Bob's Game/Assets/x.cs", '…/Assets/x.cs'],
	[
		'http://localhost:1/open?file=/data/ada/Game/Assets/x.cs',
		'http://localhost:1/open?file=…/Assets/x.cs',
	],
])('%s', (text, shown) => {
	expect(withoutDeskPaths(text)).toBe(shown)
})

test.each([
	'/Floor/Cube',
	'/Player/Gun is at Assets/Gun.prefab',
	'/Player/Gun (Clone)/Barrel and Packages/com.acme.x/Red.mat',
	'https://docs.example/data/Manual/Library/x.html and ws://host/a-/b/Assets/y',
	'[x](https://example.org/a/Assets/b)',
	'Assets/Scripts/Library/x.cs',
	'./Library/x, ../Temp/y, Foo/Assets/z',
	'/Assets/Foo/Library/x',
	'either/or, 1/2, a // b',
])('left as it is: %s', (text) => {
	expect(withoutDeskPaths(text)).toBe(text)
})

describe('paths of many roots', () => {
	const NAMES = [
		'ada',
		'Ada L',
		'Jörg',
		'My Game',
		'game-2',
		'v1.2 (copy)',
		"Bob's",
		'x_y',
		'開発',
		'.hidden',
		'a&b',
	]
	const ROOTS = [
		'/data',
		'/work',
		'/workspace',
		'/run/media',
		'/home',
		'/Users',
		'/mnt/c',
		'/c',
		'/srv',
		'/scratch',
		'/Volumes',
		'~',
		'$HOME',
		'%USERPROFILE%',
		'C:',
		'd:',
		'Z:',
		'\\\\server',
		'\\\\?\\C:',
		'//nas',
		'file://',
		'file:///C:',
		'/',
	]
	const OURS = ['Assets', 'Packages', 'Library', 'ProjectSettings', 'Temp', 'Logs', 'UserSettings']
	const BEFORE = ['', 'in ', '"', '(', 'at: ', 'error=', 'see\t', '[', '- ', 'path:', '`', 'one\n']
	const AFTER = ['', ' and more', '"', ')', ':3', '(3,4): error', '\n', '`', ', then']

	test('5,000 generated ones are cut, in texts and in values, and keep the part inside the project', () => {
		const random = new Random(1_212)
		for (let i = 0; i < 5_000; i++) {
			const root = random.pick(ROOTS)
			const slash = /[\\%]|:$/.test(root) && random.chance(0.6) ? '\\' : '/'
			const names = Array.from({ length: random.between(1, 4) }, () => random.pick(NAMES))
			const secret = names.map((name) => `${name}-7Q`)
			const inside = [random.pick(OURS), 'Scripts', 'Player.cs'].join(slash)
			const path = [root === '/' ? '' : root, ...secret, inside].join(slash)
			const text = `${random.pick(BEFORE)}${path}${random.pick(AFTER)}`
			const shown = withoutDeskPaths(text)
			expect(shown, text).not.toContain('7Q')
			expect(shown, text).toContain(inside)
			const inJson = withoutDeskPaths(JSON.stringify({ at: text }))
			expect(inJson, text).not.toContain('7Q')
			expect(JSON.stringify(cleaned({ list: [text] })), text).not.toContain('7Q')
		}
	})
})

test('the folder of a known project is cut where nothing else tells it from a scene path', () => {
	const known = ['/data/ada/Game']
	expect(withoutDeskPaths('built /data/ada/Game/Builds/a.exe', known)).toBe('built …/Builds/a.exe')
	expect(withoutDeskPaths('/data/ada/Gamer/x', known)).toBe('/data/ada/Gamer/x')
	expect(
		cleaned({ projectPath: 'D:\\x\\Game', out: ['D:/x/Game/Out', '/data/ada/Game'] }, known),
	).toEqual({
		out: ['…/Out', '…'],
	})
})

test('the way into a project is looked for so far and no further, from every path of a long line', () => {
	const near = `/home/${'a '.repeat(250)}/Assets/x.cs`
	expect(withoutDeskPaths(near)).toBe('…/Assets/x.cs')
	// Looked for to the end of the line from each path, 100,000 of them would take minutes.
	const far = `/home/${'a '.repeat(400)}/Assets/x.cs`
	expect(withoutDeskPaths(far)).toBe(`…${' a'.repeat(399)} /Assets/x.cs`)
	for (const one of ['/home/ada/x ', '/data/ada/x ', '/Library/a/', "/a'"]) {
		const line = one.repeat(30_000)
		expect(withoutDeskPaths(line).length).toBeLessThanOrEqual(line.length)
	}
	expect(withoutDeskPaths('/home/ada/x '.repeat(1_000))).toBe('… '.repeat(1_000))
})

test('facts about the machine are left out of values, and of names of members', () => {
	expect(cleaned({ pid: 7, hostName: 'desk', list: [{ '/home/ada': '/home/ada' }] })).toEqual({
		list: [{ '…': '…' }],
	})
})
