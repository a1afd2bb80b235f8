import { DATA_PREFACE } from '@fairlead/protocol/automations/automation-prompt'
import { expect, test } from 'vitest'
import { runTitle } from './run-title.ts'

const prompt = (text: string, ...values: unknown[]): string =>
	[
		text,
		DATA_PREFACE,
		...values.map(
			(value, n) => `<data value="${n + 1}" path="p${n}">\n${JSON.stringify(value)}\n</data>`,
		),
	].join('\n\n')

test.each([
	['Take a picture.', 'Check each push'],
	[prompt('Check build [value 1: p0].', 417), 'Check each push: 417'],
	[
		prompt('[value 1: p0] of [value 2: p1], [value 1: p0]', 'main', 'Ada'),
		'Check each push: main, Ada',
	],
	[prompt('Read [value 1: p0].', { big: true }), 'Check each push'],
	[prompt('[value 1: p0]', ' a\n\nb\u202E '), 'Check each push: a b\\u{202E}'],
	[prompt('[value 1: p0]', 'x'.repeat(90)), `Check each push: ${'x'.repeat(39)}…`],
])('%j', (said, title) => {
	expect(runTitle('Check each push', said)).toBe(title)
})
