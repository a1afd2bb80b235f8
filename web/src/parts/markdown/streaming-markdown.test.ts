import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import StreamingMarkdown from './streaming-markdown.tsx'

const html = (text: string, streaming = false): string =>
	renderToStaticMarkup(createElement(StreamingMarkdown, { text, streaming }))

describe('text as a model writes it', () => {
	test.each([
		[
			'a **b** *c* ~~d~~ `e`',
			'<p>a <strong>b</strong> <em>c</em> <del>d</del> <code dir="ltr">e</code></p>',
		],
		['# One', '<h3>One</h3>'],
		['###### Six', '<h6>Six</h6>'],
		['- a\n- b\n  - c', '<ul dir="auto"><li>a</li><li>b<ul dir="auto"><li>c</li></ul></li></ul>'],
		['3. a\n4. b', '<ol dir="auto" start="3"><li>a</li><li>b</li></ol>'],
		['- a\n\n- b', '<ul dir="auto"><li><p>a</p></li><li><p>b</p></li></ul>'],
		['> said', '<blockquote dir="auto"><p>said</p></blockquote>'],
		['a &lt; b &amp;&amp; c&#39;s &unknown;', '<p>a &lt; b &amp;&amp; c&#x27;s &amp;unknown;</p>'],
		['one  \ntwo', '<p>one<br/>two</p>'],
		['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
	])('%s', (text, expected) => {
		expect(html(text)).toBe(expected)
	})

	test('a table has its columns aligned as written', () => {
		expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toBe(
			'<div class="table-box"><table dir="auto"><thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead><tbody><tr><td>1</td><td style="text-align:right">2</td></tr></tbody></table></div>',
		)
	})

	test('HTML in it is text', () => {
		expect(html('<img src=x onerror=alert(1)> and <b>bold</b>')).not.toMatch(/<(?:img|b)\b/)
		expect(html('<script>alert(1)</script>')).not.toContain('<script')
	})

	test('a link leads out of the page and runs nothing', () => {
		expect(html('[a](https://unity.com)')).toBe(
			'<p><a href="https://unity.com" target="_blank" rel="noopener noreferrer nofollow">a</a></p>',
		)
		for (const href of [
			'javascript:alert(1)',
			'JaVaScRiPt:alert(1)',
			'data:text/html,x',
			'/api/me',
		])
			expect(html(`[a](${href})`)).toBe('<p>a</p>')
	})

	test('no picture is asked for from elsewhere', () => {
		expect(html('![x](https://evil.example/p.png) ![y](/api/me)')).not.toContain('<img')
		expect(html('![x](data:image/png;base64,AAAA)')).toContain('<img src="data:image/png')
	})

	test('a link whose address comes later is a link then', () => {
		expect(html('See [docs].\n\n[docs]: https://unity.com')).toContain('href="https://unity.com"')
	})

	test('text nested without end is shown as it is', () => {
		expect(html(`${'> '.repeat(20_000)}deep`)).toContain('deep')
	})
})
