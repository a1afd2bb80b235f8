import { expect, test } from 'vitest'
import { boundLexer } from './markdown-bounds.ts'

/** A lexer that reads as marked does: each mark looks to the end of its block, each level reads what is in it. */
function readerOf(text: string) {
	const read = { marks: 0, blocks: 0, quotes: 0, deepest: 0 }
	let depth = 0
	const tokenizer = {
		blockquote: (source: string): unknown => {
			read.quotes += source.length
			return source
		},
	}
	const lexer = {
		state: { top: true },
		options: { tokenizer },
		blockTokens: (source: string, tokens: unknown[] = []): unknown[] => {
			read.blocks += source.length
			read.deepest = Math.max(read.deepest, ++depth)
			if (source.startsWith('- ')) tokens.push(...lexer.blockTokens(source.slice(2)))
			depth--
			return tokens
		},
		inlineTokens: (source: string, tokens: unknown[] = []): unknown[] => {
			read.marks += source.length * (source.match(/[*_[]/g)?.length ?? 0)
			tokens.push({ type: 'read' })
			return tokens
		},
	}
	boundLexer(lexer, text)
	return { lexer, tokenizer, read }
}

const asText = (text: string) => [{ type: 'text', raw: text, text, escaped: false }]

test.each([
	['*a_', 10_000],
	['**a*b_', 8_000],
	['[a](', 30_000],
	['![', 20_000],
	['https://a.example/(', 10_000],
	['www.a.example/(', 10_000],
])('%s, %i times, is text', (marks, times) => {
	const text = `${marks.repeat(times)})`
	const { lexer, read } = readerOf(text)
	expect(lexer.inlineTokens(text)).toEqual(asText(text))
	expect(read.marks).toBe(0)
})

test('blocks of marks that are read each by itself are not read without an end', () => {
	const block = '*a_'.repeat(170)
	const blocks = 2_000
	const { lexer, read } = readerOf(block.repeat(blocks))
	for (let index = 0; index < blocks; index++) lexer.inlineTokens(block)
	expect(read.marks).toBeGreaterThan(0)
	expect(read.marks).toBeLessThan(100 * block.length * blocks)
})

test.each([
	['a link', '[Rigidbody](https://docs.unity3d.com/Script_Reference/Rigid_body.html)', 2_000],
	['a cell', '`transform.position`', 10_000],
	[
		'a sentence',
		'The **cube** has a `Rigidbody` and _gravity_, see [the manual](https://a.example). ',
		20_000,
	],
	[
		'a paragraph',
		'A [link](https://docs.unity3d.com/Script_Reference/a.html), **more**. '.repeat(8),
		500,
	],
	[
		'a very long paragraph',
		'A [link](https://docs.unity3d.com/Script_Reference/a.html), **more**. '.repeat(75),
		1,
	],
])('%s is read, however many there are', (_, block, blocks) => {
	const { lexer } = readerOf(block.repeat(blocks))
	for (let index = 0; index < blocks; index++)
		expect(lexer.inlineTokens(block)).toEqual([{ type: 'read' }])
})

test('lists are read fifty levels deep', () => {
	const text = '- '.repeat(1_000)
	const { lexer, read } = readerOf(text)
	expect(lexer.blockTokens(text)).toEqual(asText('- '.repeat(950)))
	expect(read.deepest).toBe(50)
	expect(lexer.state.top).toBe(true)
})

test('a quote that is read again at each of its lines is not one, and ordinary quotes are', () => {
	const resumed = '> - a\nb\n'.repeat(4_000)
	const { tokenizer, read } = readerOf(resumed)
	for (let at = 0; at < resumed.length; at += 8) tokenizer.blockquote(resumed.slice(at))
	expect(read.quotes).toBe(0)
	const ended = '> a\n'.repeat(2_000)
	const again = readerOf(ended)
	for (let times = 0; times < 2_000; times++) again.tokenizer.blockquote(ended)
	expect(again.read.quotes).toBeLessThan(200 * ended.length)
	const text = `> a quote\n> of two lines\n\n${'A paragraph. '.repeat(1_000)}`
	const ordinary = readerOf(text.repeat(500))
	for (let quote = 0; quote < 500; quote++) expect(ordinary.tokenizer.blockquote(text)).toBe(text)
})
