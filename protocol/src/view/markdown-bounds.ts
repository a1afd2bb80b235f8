/**
 * Bounds for marked's lexer, which reads some texts over and over: anybody who opens a conversation would wait for
 * what a model wrote. Ordinary texts stay far below them. Pure.
 */

/** Quotes and lists in one another: deeper than anybody reads, and each level reads the text in it again. */
const MAX_DEPTH = 50
/** Characters that are read, of the cheapest kind: about 500 in a microsecond. */
const MAX_READ = 8_000_000
/** Long texts have many blocks. */
const MAX_READ_PER_CHARACTER = 150
/** Marks and addresses that may open something. Where nothing closes one, it is looked for to the end of its block. */
const MARKS = /\*+|_+|~+|`+|\[|<|!|:\/\/|www\./g
/** How much longer than the cheapest mark these take per character. */
const EMPHASIS_COST = 5
const BLOCK_COST = 5
const QUOTE_COST = 50
const QUOTE = /^ {0,3}>/
/** Lines without the mark between two that have it: the rest of the quote is read again from there. */
const RESUMED = /\n(?! {0,3}>)[^\n]*(?=\n {0,3}>)/g
const EMPTY_LINE = /\n[ \t]*\n/

/** The part of marked's `Lexer` that is bounded. */
interface BoundLexer {
	readonly state: { top: boolean }
	readonly options: { tokenizer?: { blockquote(source: string): unknown } | null | undefined }
	blockTokens(source: string, tokens?: unknown[], lastParagraphClipped?: boolean): unknown[]
	inlineTokens(source: string, tokens?: unknown[]): unknown[]
}

function inlineCost(source: string): number {
	let cost = 0
	for (const [mark] of source.matchAll(MARKS)) cost += /^[*_]/.test(mark) ? EMPHASIS_COST : 1
	return cost * source.length
}

function asText(source: string, tokens: unknown[]): unknown[] {
	if (source !== '') tokens.push({ type: 'text', raw: source, text: source, escaped: false })
	return tokens
}

/** Text that is nested too deep, or would be read too often because of its marks, is shown as it was written. */
export function boundLexer(lexer: BoundLexer, text: string): void {
	let left = MAX_READ + text.length * MAX_READ_PER_CHARACTER
	let depth = 0
	const isPaid = (cost: number): boolean => {
		if (cost > left) return false
		left -= cost
		return true
	}
	const blockTokens = lexer.blockTokens.bind(lexer)
	lexer.blockTokens = (source, tokens = [], lastParagraphClipped) => {
		if (depth >= MAX_DEPTH || !isPaid(source.length * BLOCK_COST)) {
			lexer.state.top = true
			return asText(source, tokens)
		}
		depth++
		try {
			return blockTokens(source, tokens, lastParagraphClipped)
		} finally {
			depth--
		}
	}
	const inlineTokens = lexer.inlineTokens.bind(lexer)
	lexer.inlineTokens = (source, tokens = []) =>
		isPaid(inlineCost(source)) ? inlineTokens(source, tokens) : asText(source, tokens)
	const { tokenizer } = lexer.options
	if (!tokenizer) return
	const blockquote = tokenizer.blockquote.bind(tokenizer)
	let areQuotesPaid = true
	// A quote is looked for to the next empty line, also if it ends long before.
	tokenizer.blockquote = (source) => {
		if (!areQuotesPaid || !QUOTE.test(source)) return undefined
		const quote = source.slice(0, EMPTY_LINE.exec(source)?.index)
		const readings = 1 + (quote.match(RESUMED)?.length ?? 0)
		areQuotesPaid = isPaid(quote.length * readings * QUOTE_COST)
		return areQuotesPaid ? blockquote(source) : undefined
	}
}
