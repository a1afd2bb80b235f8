import { describe, expect, test } from 'vitest'
import { partialJson } from './partial-json.ts'

describe('arguments that are still being written', () => {
	test.each<[string, unknown]>([
		['', undefined],
		['{', {}],
		['{"action"', {}],
		['{"action":', {}],
		['{"action":"cre', { action: 'cre' }],
		['{"action":"create","na', { action: 'create' }],
		['{"action":"create","name":', { action: 'create' }],
		[
			'{"path":"Assets/a, b.cs","content":"using {\\',
			{ path: 'Assets/a, b.cs', content: 'using {' },
		],
		['{"text":"a\\u00e', { text: 'a' }],
		['{"text":"a\\"b', { text: 'a"b' }],
		['{"position":{"x":1,"y":-', { position: { x: 1 } }],
		['{"list":[{"a":1},{"b"', { list: [{ a: 1 }] }],
		['{"done":tr', {}],
		['{"a":1}', { a: 1 }],
		['{"a":'.repeat(50_000), undefined],
	])('%.40s', (text, value) => {
		expect(partialJson(text)).toEqual(value)
	})
})
