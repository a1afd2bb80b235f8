/** Markdown as marked's tokens. Of text that grows, only the end is read again. Pure. */
import { boundLexer } from '@fairlead/protocol/view/markdown-bounds'
import { Lexer, type Token, type Tokens, type TokensList } from 'marked'
import { closeOpen } from './unfinished.ts'

/** Trailing tokens that later text may still change: a list can continue after a blank line. */
const UNSETTLED = 3

export interface Lexed {
	readonly tokens: readonly Token[]
	/** Addresses given in lines of their own. */
	readonly links: TokensList['links']
	/** The tokens that no longer change: how many they are, their text, and the addresses among them. */
	readonly settled: number
	readonly head: string
	readonly known: TokensList['links']
}

const NOTHING: Lexed = { tokens: [], links: {}, settled: 0, head: '', known: {} }

/** Returns null if it cannot be read, and is shown as it is. */
function lex(text: string, links: TokensList['links']): TokensList | null {
	try {
		const lexer = new Lexer({ gfm: true })
		boundLexer(lexer, text)
		Object.assign(lexer.tokens.links, links)
		return lexer.lex(text)
	} catch {
		return null
	}
}

const plain = (text: string): Lexed => ({
	...NOTHING,
	tokens: [{ type: 'plain', raw: text } satisfies Token],
})

export const lexed = (text: string): Lexed => {
	const tokens = lex(text, {})
	return tokens ? { ...NOTHING, tokens, links: tokens.links } : plain(text)
}

/** @param before the result for an earlier part of the same text */
export function lexedMore(before: Lexed | null, text: string): Lexed {
	// The lexer counts a line end of two characters as one.
	const from = before && text.startsWith(before.head) && !text.includes('\r') ? before : NOTHING
	const found = lex(closeOpen(text.slice(from.head.length)), from.known)
	if (found === null) return plain(text)
	const isNewLink = Object.keys(found.links).length > Object.keys(from.known).length
	if (isNewLink && from.settled > 0) return lexedMore(null, text)
	let { head, settled, known } = from
	for (const token of found.slice(0, -UNSETTLED)) {
		if (!text.startsWith(token.raw, head.length)) break
		head += token.raw
		settled++
		const tag = token.type === 'def' ? (token as Tokens.Def).tag : ''
		const link = found.links[tag]
		if (link) known = { ...known, [tag]: link }
	}
	return {
		tokens: [...from.tokens.slice(0, from.settled), ...found],
		links: found.links,
		settled,
		head,
		known,
	}
}
