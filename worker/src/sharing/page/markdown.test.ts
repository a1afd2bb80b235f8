/** HTML in a model's text, as a reader's browser would run it. */
import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'

const shown = (text: string): string => markdown(text).text
/** Every tag and attribute that the renderer may write. */
const ALLOWED =
	/<\/?(?:p|h[3-6]|pre|code|blockquote|hr|ol|ul|li|table|thead|tbody|tr|th|td|div|strong|em|del|br|a)(?: (?:class="(?:plain|wide)"|tabindex="0"|start="\d+"|href="(?:https?:\/\/|mailto:)[^"<>]*"|rel="noopener noreferrer nofollow"|target="_blank"))*>/g

test('headings, lists, code, tables and links are drawn', () => {
	expect(shown('# A\n\nSome **bold** `code` [x](https://a.example/?a=1&b=2)')).toBe(
		'<h3>A</h3><p>Some <strong>bold</strong> <code>code</code> <a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">x</a></p>',
	)
	expect(shown('- a\n- [x] b')).toBe('<ul><li>a</li><li>☑ b</li></ul>')
	expect(shown('```cs\nif (a < b) {}\n```')).toContain('<code>if (a &lt; b) {}</code>')
	expect(shown('|a|b|\n|-|-|\n|1|<b>|')).toContain('<td>&lt;b&gt;</td>')
})

test.each([
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'a <b onmouseover="alert(1)">b</b>',
	'[x](javascript:alert(1))',
	'[x](JaVaScRiPt:alert(1))',
	'[x](  javascript:alert(1))',
	'[x](&#106;avascript:alert(1))',
	'[x](data:text/html,<script>alert(1)</script>)',
	'[x](vbscript:x)',
	'[x](//evil.example)',
	'[x](/api/auth/sign-out)',
	'![x](https://evil.example/track.png)',
	'![x" onload="alert(1)](x)',
	'[x](https://a.example/"onclick="alert(1))',
	'[x](https://a.example "title\\" onclick=\\"alert(1)")',
	'<a href="javascript:alert(1)">x</a>',
	'[x]: javascript:alert(1)\n\n[x]',
	'```"><script>alert(1)</script>\ncode\n```',
	'`<script>`',
	'# <script>alert(1)</script>',
	'|<script>|\n|-|\n|<img src=x>|',
	'<svg/onload=alert(1)>',
	'</style><script>alert(1)</script>',
	`${'> '.repeat(2_000)}deep`,
	'<!--'.repeat(5_000),
	'&lt;script&gt;',
])('%s stays text', (text) => {
	const rest = shown(text).replace(ALLOWED, '')
	expect(rest).not.toMatch(/[<>]/)
	expect(shown(text)).not.toMatch(/<a [^>]*href="(?!https?:|mailto:)/)
	expect(shown(text)).not.toMatch(/<[^>]* on\w+=/)
})

test('marks in a paragraph longer than any are text: looking for their ends would take the square of its length', () => {
	const long = `**bold** ${'**a'.repeat(2_000)}`
	expect(shown(long)).toBe(`<p>${long}</p>`)
	expect(shown(`${long}\n\n**short**`)).toContain('<p><strong>short</strong></p>')
})

test('lists nested deeper than anybody reads are text from there', () => {
	const list = Array.from({ length: 120 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')
	expect(shown(list).split('<ul>')).toHaveLength(51)
})

test('a list of 2,000 links has them all', () => {
	const list = '- [Rigidbody](https://docs.unity3d.com/Script_Reference/Rigid_body.html)\n'.repeat(
		2_000,
	)
	expect(shown(list).split('</a>')).toHaveLength(2_001)
})
