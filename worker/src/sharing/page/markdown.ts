/**
 * Markdown as HTML that can be shown to anyone: no HTML of its own, no pictures from elsewhere, no addresses
 * but those of pages and mail. Made from marked's tokens, not from its HTML, so that what is not named here is text.
 */
import { boundLexer } from '@fairlead/protocol/view/markdown-bounds'
import { Lexer, type Token, type Tokens } from 'marked'
import { Html, html } from './html.ts'

const SAFE_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

export function markdown(text: string): Html {
	try {
		const lexer = new Lexer({ gfm: true })
		boundLexer(lexer, text)
		return join(lexer.lex(text).map(block))
	} catch {
		// Shown as it is.
	}
	return html`<p class="plain">${text}</p>`
}

const join = (pieces: readonly Html[]): Html => new Html(pieces.map((piece) => piece.text).join(''))

function block(token: Token): Html {
	switch (token.type) {
		case 'space':
		case 'def':
			return html``
		case 'heading': {
			const { depth, tokens } = token as Tokens.Heading
			const level = Math.min(6, depth + 2)
			return html`<h${level}>${inlines(tokens)}</h${level}>`
		}
		case 'paragraph':
			return html`<p>${inlines((token as Tokens.Paragraph).tokens)}</p>`
		case 'code':
			return html`<pre tabindex="0"><code>${(token as Tokens.Code).text}</code></pre>`
		case 'blockquote':
			return html`<blockquote>${join((token as Tokens.Blockquote).tokens.map(block))}</blockquote>`
		case 'hr':
			return html`<hr>`
		case 'list': {
			const { ordered, start, items } = token as Tokens.List
			const rows = join(items.map(item))
			return ordered ? html`<ol start="${Number(start) || 1}">${rows}</ol>` : html`<ul>${rows}</ul>`
		}
		case 'table': {
			const { header, rows } = token as Tokens.Table
			const cells = (row: readonly Tokens.TableCell[], head: boolean): Html =>
				join(
					row.map(({ tokens }) =>
						head ? html`<th>${inlines(tokens)}</th>` : html`<td>${inlines(tokens)}</td>`,
					),
				)
			const body = join(rows.map((row) => html`<tr>${cells(row, false)}</tr>`))
			return html`<div class="wide" tabindex="0"><table><thead><tr>${cells(header, true)}</tr></thead><tbody>${body}</tbody></table></div>`
		}
		case 'text':
			return inline(token)
		default:
			return html`<p>${token.raw}</p>`
	}
}

const item = ({ task, checked, tokens }: Tokens.ListItem): Html =>
	html`<li>${task ? (checked ? '☑ ' : '☐ ') : ''}${join(tokens.filter(isNotBox).map(block))}</li>`

const isNotBox = ({ type }: Token): boolean => type !== 'checkbox'

const inlines = (tokens: readonly Token[] | undefined): Html => join((tokens ?? []).map(inline))

function inline(token: Token): Html {
	switch (token.type) {
		case 'strong':
			return html`<strong>${inlines((token as Tokens.Strong).tokens)}</strong>`
		case 'em':
			return html`<em>${inlines((token as Tokens.Em).tokens)}</em>`
		case 'del':
			return html`<del>${inlines((token as Tokens.Del).tokens)}</del>`
		case 'codespan':
			return html`<code>${(token as Tokens.Codespan).text}</code>`
		case 'br':
			return html`<br>`
		case 'link': {
			const { href, tokens } = token as Tokens.Link
			const address = safeAddress(href)
			if (address === null) return inlines(tokens)
			return html`<a href="${address}" rel="noopener noreferrer nofollow" target="_blank">${inlines(tokens)}</a>`
		}
		case 'image':
			// A foreign address would learn who reads.
			return html`${(token as Tokens.Image).text || 'Picture'}`
		case 'text':
		case 'escape': {
			const { tokens, text } = token as Tokens.Text
			return tokens ? inlines(tokens) : html`${text}`
		}
		default:
			return html`${token.raw}`
	}
}

/** Returns null if it leads nowhere that a reader should go. */
export function safeAddress(href: string): string | null {
	try {
		const url = new URL(href)
		return SAFE_PROTOCOLS.has(url.protocol) ? url.href : null
	} catch {
		return null
	}
}
