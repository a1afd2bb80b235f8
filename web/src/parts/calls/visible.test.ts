import { name, plain, say } from '@fairlead/protocol/view/labels/label'
import { visible, visibleSource } from '@fairlead/protocol/view/visible'
import { expect, test } from 'vitest'
import { coveredText } from './covered.ts'

test.each([
	['Assets/\u202egpj.cs', 'Assets/\\u{202E}gpj.cs'],
	['Assets/\u2066Editor\u2069/A.cs', 'Assets/\\u{2066}Editor\\u{2069}/A.cs'],
	['Pack\u200bages/manifest.json', 'Pack\\u{200B}ages/manifest.json'],
	['a\nb\u0007', 'a\\u{A}b\\u{7}'],
	['x\u{e0041}', 'x\\u{E0041}'],
	['a\u{1D159}b\uFFFCc\u{13441}', 'a\\u{1D159}b\\u{FFFC}c\\u{13441}'],
	[`e${'\u0488'.repeat(6)}`, `e${'\u0488'.repeat(4)}\\u{488}\\u{488}`],
	[`git status${' '.repeat(600)}&& rm -rf /`, 'git status␣×600&& rm -rf /'],
])('a name that would read as another one, %j, is shown as it is', (text, shown) => {
	expect(visible(text)).toBe(shown)
	expect(plain(say('Wants to write', name(text)))).toBe(`Wants to write ${shown}`)
	expect(coveredText([{ tool: 'write_file', action: 'run', subject: text }])).toContain(shown)
})

test('names in any script stay as they are written', () => {
	for (const text of ['Würfel/立方体.cs', 'e\u0301\u0302', 'مكعب.cs', 'קובייה (1)', 'a b-c_d'])
		expect(visible(text)).toBe(text)
})

test('every character of a Unicode class that shows nothing is written out', () => {
	const unseen =
		'\u2800 \u034f \ufe0f \u17b4 \u180b \u180e \u{1d173} \u{1bca0} \u{13430} \u00a0 \u3000 \u115f \u3164 \ud800'
	for (const char of unseen.split(' '))
		expect(visible(`rm "x${char}y"`)).toBe(
			`rm "x\\u{${char.codePointAt(0)?.toString(16).toUpperCase()}}y"`,
		)
})

test('source text keeps its lines and indents, and nothing can stand far below or to the right', () => {
	const source = `class A {\r\n\t\tint b;${' '.repeat(500)}Run();\n${'\n'.repeat(300)}\u202eevil();\n}\n`
	expect(visibleSource(source)).toBe(
		'class A {\n\t\tint b;␣×500Run();\n␤×300\n\\u{202E}evil();\n}\n',
	)
	const deep = `${' '.repeat(24)}return;\n`
	expect(visibleSource(deep)).toBe(deep)
})
