import { expect, test } from 'vitest'
import { DATA_PREFACE, promptPieces, promptText } from './automation-prompt.ts'

const prompt = (text: string, ...blocks: string[]): string =>
	[text, DATA_PREFACE, ...blocks].join('\n\n')

test('a person reads the sentence with its values, and none of what holds them apart', () => {
	const pieces = promptPieces(
		prompt(
			'Find out why [value 1: failed] fails in build [value 2: build].',
			'<data value="1" path="failed">\n["Level2"]\n</data>',
			'<data value="2" path="build">\n"4\\u003c17"\n</data>',
		),
	)
	expect(pieces).toEqual([
		{ text: 'Find out why ' },
		{ path: 'failed', value: '["Level2"]' },
		{ text: ' fails in build ' },
		{ path: 'build', value: '4<17' },
		{ text: '.' },
	])
	expect(promptText(pieces ?? [])).toBe('Find out why ["Level2"] fails in build 4<17.')
})

test('a value that was cut, and a mention that is not one, stand as they are', () => {
	const pieces = promptPieces(
		prompt(
			'A [value 1: a] [value 9: b]',
			'<data value="1" path="a" cut="9 characters">\n"xy\n</data>',
		),
	)
	expect(promptText(pieces ?? [])).toBe('A "xy [value 9: b]')
})

test.each(['Run the tests.', `It says: ${DATA_PREFACE}`, ''])('%s is no such prompt', (text) => {
	expect(promptPieces(text)).toBeNull()
})
