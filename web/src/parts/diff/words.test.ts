import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import { changedWords, piecesOf } from './words.ts'

/** The lines of the diff, with changed words in brackets. */
function marked(diff: string): string[] {
	const lines = linesOf(diff)
	const words = changedWords(lines)
	return lines.map(({ text, key }) =>
		piecesOf([{ content: text }], words.get(key) ?? [])
			.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text))
			.join(''),
	)
}

test('the words that differ in a changed line are marked: a number as a whole, a phrase with its spaces', () => {
	expect(marked('-\tfloat speed = 5f; // m/s\n+\tfloat speed = 7.5f; // m/s')).toEqual([
		'\tfloat speed = [5f]; // m/s',
		'\tfloat speed = [7.5f]; // m/s',
	])
	expect(marked('-return a slow red cube;\n+return the fast red cube;')).toEqual([
		'return [a slow] red cube;',
		'return [the fast] red cube;',
	])
	expect(marked('-call(a)\n+call(a, b)')).toEqual(['call(a)', 'call(a[, b])'])
})

test('a line is compared with the one that replaces it, even if new lines stand before that', () => {
	const diff = '-speed = 5;\n+// It was too slow.\n+\n+speed = 6;\n same'
	expect(marked(diff)).toEqual(['speed = [5];', '// It was too slow.', '', 'speed = [6];', 'same'])
})

test('different lines are not compared: nothing in them is marked', () => {
	expect(marked('-using System;\n+public class Spinner : MonoBehaviour')).toEqual([
		'using System;',
		'public class Spinner : MonoBehaviour',
	])
	expect(marked('-speed = 5;\n same\n+speed = 6;')).toEqual(['speed = 5;', 'same', 'speed = 6;'])
	const long = 'x'.repeat(2_000)
	expect(marked(`-${long} 1\n+${long} 2`)).toEqual([`${long} 1`, `${long} 2`])
})

test('a change of indentation is marked as what it is', () => {
	expect(marked('-\treturn;\n+\t\treturn;')).toEqual(['[\t]return;', '[\t\t]return;'])
})

test('colours of the code and marks of the change are both kept where they overlap', () => {
	const tokens = [{ content: 'float', color: 'blue' }, { content: ' speed = 5f' }]
	expect(piecesOf(tokens, [[6, 11]])).toEqual([
		{ text: 'float', color: 'blue', changed: false },
		{ text: ' ', color: undefined, changed: false },
		{ text: 'speed', color: undefined, changed: true },
		{ text: ' = 5f', color: undefined, changed: false },
	])
})
