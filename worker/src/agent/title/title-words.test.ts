/** A title that a model wrote stands in everybody's list: nothing of it may break the line or mislead. */
import { expect, test } from 'vitest'
import { cleanTitle, MAX_TITLE_CHARS, titleFrom } from './title-words.ts'

test.each([
	['"Red cube above the floor."', 'Red cube above the floor'],
	['**Title: Jumping player**\n\nHere is why.', 'Jumping player'],
	['# Lighting for level 2', 'Lighting for level 2'],
	['\n\n  Fix\tthe   door  ', 'Fix the door'],
	['safe\u202Egnp.exe\u0007 name\u200B', 'safe gnp.exe name'],
	['Why does it wait…', 'Why does it wait…'],
	['می‌خواهم', 'می‌خواهم'],
	['„Würfel“ färben', 'Würfel“ färben'],
	['', null],
	['"".', null],
	['\u200B\u202E\n\u0000', null],
])('%j becomes %j', (written, title) => {
	expect(cleanTitle(written)).toBe(title)
})

test('a long title is cut at a word, never inside a character', () => {
	expect(cleanTitle('word '.repeat(40))).toMatch(/^(word ){11}word…$|^(word ){10}word…$/)
	const emoji = cleanTitle('🧱'.repeat(100)) ?? ''
	expect([...emoji]).toHaveLength(MAX_TITLE_CHARS)
	expect(emoji).toMatch(/^(🧱)+…$/u)
	expect([...(titleFrom('🧱'.repeat(100)) ?? '')]).toHaveLength(MAX_TITLE_CHARS)
	expect(cleanTitle('x'.repeat(1_000_000))).toHaveLength(MAX_TITLE_CHARS)
})
