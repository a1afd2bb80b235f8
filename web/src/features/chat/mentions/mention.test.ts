import { expect, test } from 'vitest'
import { codeSpan } from '../../../parts/code-span.ts'
import { asQuote, commandAt, folderOf, mentionAt } from './mention.ts'

test.each([
	['@', { start: 0, query: '' }],
	['make @', { start: 5, query: '' }],
	['make @main cam', { start: 5, query: 'main cam' }],
	['first\n@Floor', { start: 6, query: 'Floor' }],
	['(@Floor', { start: 1, query: 'Floor' }],
	['@a and @b', { start: 7, query: 'b' }],
	['ada@example.com', null],
	['no mention', null],
	['@first line\nsecond', null],
	['`/Floor` is done', null],
	[`@${'Folder/'.repeat(40)}`, { start: 0, query: 'Folder/'.repeat(40) }],
	[`@${'many words '.repeat(40)}`, null],
])('a mention in %j', (text, typed) => expect(mentionAt(text, text.length)).toEqual(typed))

test('a mention is what stands before the caret', () => {
	expect(mentionAt('look at @Cu and more', 11)).toEqual({ start: 8, query: 'Cu' })
	expect(mentionAt('look at @Cu and more', 4)).toBeNull()
})

test('a path with spaces stays one thing, and an error is its first line', () => {
	expect(codeSpan('/Main Camera')).toBe('`/Main Camera`')
	expect(codeSpan('/odd`name')).toBe('/odd`name')
	expect(asQuote('NullReferenceException: gone\n  at Spin.Update ()')).toBe(
		'"NullReferenceException: gone"',
	)
	expect(asQuote('x'.repeat(1_000))).toHaveLength(303)
})

test.each([
	['Spin', { folder: '.', name: 'Spin' }],
	['Assets/Scr', { folder: 'Assets', name: 'Scr' }],
	['Assets/Scripts/', { folder: 'Assets/Scripts', name: '' }],
	['/Main', { folder: '.', name: 'Main' }],
])('%s is looked for in its folder', (query, place) => expect(folderOf(query)).toEqual(place))

test.each([
	['/', ''],
	['/new conv', 'new conv'],
	['/Assets/Door.cs', null],
	['say /new', null],
	['/new\nline', null],
	['', null],
])('a command in %j: %j', (text, query) => {
	expect(commandAt(text, text.length)?.query ?? null).toBe(query)
})
