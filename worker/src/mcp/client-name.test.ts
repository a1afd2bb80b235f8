import { expect, test } from 'vitest'
import { isPlainName, shownName } from './client-name.ts'

test.each([
	['Claude Code', 'Claude Code'],
	['  Claude\n\nCode\u202E\u0007 ', 'Claude Code'],
	['x'.repeat(100), 'x'.repeat(60)],
	['\u200B\n', null],
	['Fairlead', null],
	['\u200BFAIRLEAD approvals', null],
])('a name %j is shown as %j', (name, shown) => {
	expect(shownName(name)).toBe(shown)
})

test.each(['a\nb', 'a\u202Eb', 'a\u200Bb', 'Fairlead', 'fairLEAD support', ' Fairlead'])(
	'%j cannot be registered',
	(name) => {
		expect(isPlainName(name)).toBe(false)
	},
)

test('other names can be registered', () => {
	for (const name of ['Claude Code', 'Łódź 2', 'コード']) expect(isPlainName(name)).toBe(true)
})
