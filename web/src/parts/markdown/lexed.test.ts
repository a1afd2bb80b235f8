import { describe, expect, test } from 'vitest'
import { type Lexed, lexed, lexedMore } from './lexed.ts'
import { closeOpen } from './unfinished.ts'

const ANSWER = `## What I did

I made a **red cube** and \`Spin.cs\`, see [the manual](https://unity.com) or [docs].

- one
- two
  - nested

- after an empty line
1. ordered

   still the first

> a quote
and its second line

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`csharp
public class Spin : MonoBehaviour
{

	void Update() => transform.Rotate(0f, 1f, 0f);
}
\`\`\`

Title
=====

<details>

text *in* it

</details>

    indented code

[docs]: https://docs.unity3d.com

***

The end, with ~~a mark~~ and \\*no mark\\*.
`

const raws = (tokens: Lexed['tokens']): string[] => tokens.map(({ type, raw }) => `${type} ${raw}`)

/** All results while the text grows by so many characters. */
function grown(text: string, step: number): { lexed: Lexed; text: string }[] {
	let before: Lexed | null = null
	const all = []
	for (let end = step; end < text.length + step; end += step) {
		const part = text.slice(0, end)
		before = lexedMore(before, part)
		all.push({ lexed: before, text: part })
	}
	return all
}

describe('markdown that grows', () => {
	test.each([1, 3, 7, 40])('by %i characters is read as if it had come at once', (step) => {
		for (const { lexed: now, text } of grown(ANSWER, step)) {
			const whole = lexed(closeOpen(text))
			expect(raws(now.tokens), JSON.stringify(text.slice(-60))).toEqual(raws(whole.tokens))
			expect(now.links).toEqual(whole.links)
		}
	})

	test('reads only its end again, however long it is', () => {
		const paragraphs = 'A sentence of an answer that is long.\n\n'.repeat(500)
		const before = lexedMore(null, paragraphs)
		const after = lexedMore(before, `${paragraphs}More`)
		const again = after.tokens.filter((token, index) => token !== before.tokens[index])
		expect(after.tokens.length).toBeGreaterThan(900)
		expect(again.length).toBeLessThan(6)
	})

	test('a link that waits for its address is one as soon as the address is there', () => {
		const text = `See [docs].\n\n${'Word.\n\n'.repeat(20)}`
		const before = lexedMore(null, text)
		const after = lexedMore(before, `${text}[docs]: https://unity.com\n`)
		expect(JSON.stringify(after.tokens[0])).toContain('"type":"link"')
	})
})

describe('text that takes the lexer long', () => {
	test.each([
		['emphasis', '*a_', 10_000],
		['strong and emphasis', '**a*b_', 8_000],
		['links', '[a](', 30_000],
	])('of %s is shown as it is', (_, marks, times) => {
		const text = `${marks.repeat(times)}) \`code\``
		expect([...lexed(`${text}\n\n**read**`).tokens]).toMatchObject([
			{ type: 'paragraph', tokens: [{ type: 'text', raw: text }] },
			{ type: 'space' },
			{ type: 'paragraph', tokens: [{ type: 'strong' }] },
		])
	})

	test('nested lists end at a level that nobody reads', () => {
		const list = Array.from({ length: 120 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')
		expect(JSON.stringify(lexed(list).tokens).split('"type":"list"')).toHaveLength(51)
	})

	test('a list of 2,000 links has them all', () => {
		const list =
			'- [Rigidbody](https://docs.unity3d.com/Script_Reference/Rigid_body.html)\n'.repeat(2_000)
		expect(JSON.stringify(lexed(list).tokens).split('"type":"link"')).toHaveLength(2_001)
	})
})
