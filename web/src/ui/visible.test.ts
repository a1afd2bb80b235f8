import { expect, test } from 'vitest'
import { coveredText } from '../parts/calls/covered.ts'
import { name, plain, say } from '../parts/calls/label.ts'
import { visible } from './visible.ts'

test.each([
	['Assets/\u202egpj.cs', 'Assets/\\u{202E}gpj.cs'],
	['Assets/\u2066Editor\u2069/A.cs', 'Assets/\\u{2066}Editor\\u{2069}/A.cs'],
	['Pack\u200bages/manifest.json', 'Pack\\u{200B}ages/manifest.json'],
	['a\nb\u0007', 'a\\u{A}b\\u{7}'],
	['x\u{e0041}', 'x\\u{E0041}'],
])('a name that would read as another one, %j, is shown as it is', (text, shown) => {
	expect(visible(text)).toBe(shown)
	expect(plain(say('Wants to write', name(text)))).toBe(`Wants to write ${shown}`)
	expect(coveredText([{ tool: 'write_file', action: 'run', subject: text }])).toContain(shown)
})

test('names in any script stay as they are written', () => {
	for (const text of ['Würfel/立方体.cs', 'مكعب.cs', 'קובייה (1)', 'a b-c_d'])
		expect(visible(text)).toBe(text)
})
