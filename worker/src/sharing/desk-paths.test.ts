/** Facts about a person's machine that a visitor must not learn. */
import { expect, test } from 'vitest'
import { cleaned, withoutDeskPaths } from './desk-paths.ts'

test.each([
	['C:\\Users\\Ada L\\My Game\\Assets\\a.cs:3', '…/Assets\\a.cs:3'],
	['in /home/ada/Game/Assets/Player.cs and more', 'in …/Assets/Player.cs and more'],
	['file:///Users/ada/x.png', '…'],
	['saved to /tmp/out.png.', 'saved to …'],
	['\\\\server\\share\\x', '…'],
	['/Player/Gun is at Assets/Gun.prefab', '/Player/Gun is at Assets/Gun.prefab'],
])('%s', (text, shown) => {
	expect(withoutDeskPaths(text)).toBe(shown)
})

test('the way into a project is looked for so far and no further, from every path of a long line', () => {
	const near = `/home/${'a '.repeat(250)}/Assets/x.cs`
	expect(withoutDeskPaths(near)).toBe('…/Assets/x.cs')
	// Looked for to the end of the line from each path, 100,000 of them would take minutes.
	const far = `/home/${'a '.repeat(400)}/Assets/x.cs`
	expect(withoutDeskPaths(far)).toBe(`…${' a'.repeat(399)} /Assets/x.cs`)
	const line = '/home/ada/x '.repeat(100_000)
	expect(withoutDeskPaths(line)).toBe('… '.repeat(100_000))
})

test('facts about the machine are left out of values, and of names of members', () => {
	expect(cleaned({ pid: 7, hostName: 'desk', list: [{ '/home/ada': '/home/ada' }] })).toEqual({
		list: [{ '…': '…' }],
	})
})
