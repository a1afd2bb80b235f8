/** C# source text → tokens and lexical errors. Never throws. */
import { type NewerFeature, newer } from '../language-version.ts'
import { Directives } from './preprocessor.ts'
import { type Diagnostic, KEYWORDS, type Token, type TokenKind } from './token.ts'

/** Longest first. `>>` is never one token: it may close two generics. */
const PUNCTUATORS = (
	'<<= ??= ... => == != <= >= && || ++ -- += -= *= /= %= &= |= ^= << ?? ?. :: -> .. ' +
	'{ } ( ) [ ] . , : ; + - * / % & | ^ ! ~ = < > ?'
).split(' ')
const IDENTIFIER_START = /[\p{L}\p{Nl}_]/u
const IDENTIFIER = /[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}_]*/uy
const NUMBER =
	/0[xX][0-9a-fA-F_]+[uUlL]*|0[bB][01_]+[uUlL]*|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?[fFdDmMuUlL]*/y
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
	"'": "'",
	'"': '"',
	'\\': '\\',
	'0': '\0',
	a: '\x07',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
	e: '\x1b',
}

export interface Tokens {
	readonly tokens: readonly Token[]
	readonly diagnostics: readonly Diagnostic[]
}

export function tokenize(source: string): Tokens {
	return new Tokenizer(source.replace(/^\uFEFF/, '')).run()
}

interface Mark {
	readonly at: number
	readonly line: number
	readonly column: number
}

class Tokenizer {
	readonly #text: string
	#at = 0
	#line = 1
	#lineStart = 0
	#lineHasToken = false
	readonly #diagnostics: Diagnostic[] = []
	readonly #directives = new Directives()

	constructor(text: string) {
		this.#text = text
	}

	run(): Tokens {
		const tokens: Token[] = []
		for (;;) {
			const token = this.#next()
			tokens.push(token)
			if (token.kind === 'eof') break
		}
		const open = this.#directives.unclosed()
		if (open) this.#error(this.#mark(), open.code, open.message)
		return { tokens, diagnostics: this.#diagnostics }
	}

	#mark(): Mark {
		return { at: this.#at, line: this.#line, column: this.#at - this.#lineStart + 1 }
	}

	#error(where: Mark, code: string, message: string): void {
		const { line, column } = where
		this.#diagnostics.push({ line, column, code, message, severity: 'error' })
	}

	#newer(where: Mark, feature: NewerFeature): void {
		this.#diagnostics.push(newer(feature, where))
	}

	#newline(): void {
		this.#line++
		this.#lineStart = this.#at
		this.#lineHasToken = false
	}

	/** Steps over one character, counting lines (CR LF as one). */
	#step(): void {
		const c = this.#text[this.#at++]
		if (c === '\n' || (c === '\r' && this.#text[this.#at] !== '\n')) this.#newline()
	}

	#token(kind: TokenKind, from: Mark, more: Partial<Token> = {}): Token {
		this.#lineHasToken = true
		return {
			kind,
			text: this.#text.slice(from.at, this.#at),
			line: from.line,
			column: from.column,
			endLine: this.#line,
			endColumn: this.#at - this.#lineStart + 1,
			...more,
		}
	}

	#next(): Token {
		for (;;) {
			this.#skipTrivia()
			const from = this.#mark()
			const c = this.#text[this.#at]
			if (c === undefined) return this.#token('eof', from)
			const string = this.#string(from)
			if (string) return string
			if (c === "'") return this.#char(from)
			if (/\d/.test(c) || (c === '.' && /\d/.test(this.#text[this.#at + 1] ?? ''))) {
				return this.#number(from)
			}
			const verbatim = c === '@' && IDENTIFIER_START.test(this.#text[this.#at + 1] ?? '')
			if (verbatim || IDENTIFIER_START.test(c)) {
				IDENTIFIER.lastIndex = this.#at + (verbatim ? 1 : 0)
				const name = IDENTIFIER.exec(this.#text)?.[0] ?? c
				this.#at += name.length + (verbatim ? 1 : 0)
				const kind = !verbatim && KEYWORDS.has(name) ? 'keyword' : 'identifier'
				return this.#token(kind, from, { text: name })
			}
			const punct = PUNCTUATORS.find((p) => this.#text.startsWith(p, this.#at))
			if (punct) {
				// `a?.5:1` is a conditional with a number.
				const text = punct === '?.' && /\d/.test(this.#text[this.#at + 2] ?? '') ? '?' : punct
				this.#at += text.length
				return this.#token('punct', from)
			}
			this.#error(from, 'CS1056', `Unexpected character '${c}'`)
			this.#step()
		}
	}

	#skipTrivia(): void {
		for (;;) {
			const c = this.#text[this.#at]
			if (c === undefined) return
			if (c === '\n' || c === '\r' || /\s/.test(c)) {
				this.#step()
			} else if (this.#text.startsWith('//', this.#at)) {
				this.#skipLine()
			} else if (this.#text.startsWith('/*', this.#at)) {
				const from = this.#mark()
				const end = this.#text.indexOf('*/', this.#at + 2)
				if (end < 0) this.#error(from, 'CS1035', "End-of-file found, '*/' expected")
				const stop = end < 0 ? this.#text.length : end + 2
				const had = this.#lineHasToken
				while (this.#at < stop) this.#step()
				if (this.#line === from.line) this.#lineHasToken = had
			} else if (c === '#' && !this.#lineHasToken) {
				this.#directive()
			} else {
				return
			}
		}
	}

	#skipLine(): string {
		const from = this.#at
		while (this.#at < this.#text.length && !/[\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++
		return this.#text.slice(from, this.#at)
	}

	#directive(): void {
		this.#directiveLine()
		while (!this.#directives.reading && this.#at < this.#text.length) {
			const from = this.#mark()
			const line = this.#skipLine()
			if (/^\s*#/.test(line)) {
				this.#at = from.at + line.indexOf('#')
				this.#directiveLine()
				if (this.#directives.reading) return
			}
			while (/[\r\n]/.test(this.#text[this.#at] ?? '')) this.#step()
		}
	}

	/** One `#…` line; the position is at the `#`. */
	#directiveLine(): void {
		const from = this.#mark()
		const problem = this.#directives.line(this.#skipLine())
		if (problem) this.#error(from, problem.code, problem.message)
	}

	#number(from: Mark): Token {
		NUMBER.lastIndex = this.#at
		let text = NUMBER.exec(this.#text)?.[0] ?? ''
		// `1..2` is a range, `1.ToString()` a call: the point is not the number's.
		if (text.length === 0) text = this.#text[this.#at] ?? ''
		this.#at += text.length
		return this.#token('number', from)
	}

	#char(from: Mark): Token {
		this.#at++
		let value = ''
		let count = 0
		for (;;) {
			const c = this.#text[this.#at]
			if (c === undefined || c === '\n' || c === '\r') {
				this.#error(from, 'CS1010', 'Newline in constant')
				return this.#token('char', from, { value })
			}
			if (c === "'") break
			if (c === '\\') value += this.#escape()
			else {
				value += c
				this.#at++
			}
			count++
		}
		this.#at++
		if (count === 0) this.#error(from, 'CS1011', 'Empty character literal')
		else if (count > 1) this.#error(from, 'CS1012', 'Too many characters in character literal')
		return this.#token('char', from, { value })
	}

	/** The position is at the backslash. */
	#escape(): string {
		const from = this.#mark()
		const c = this.#text[this.#at + 1] ?? ''
		const hex = /^\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{1,4})/.exec(
			this.#text.slice(this.#at, this.#at + 10),
		)
		if (hex) {
			this.#at += hex[0].length
			const code = Number.parseInt(hex[0].slice(2), 16)
			return code <= 0x10ffff ? String.fromCodePoint(code) : ''
		}
		const simple = SIMPLE_ESCAPES[c]
		if (c === 'e') this.#newer(from, 'string escape character')
		if (simple === undefined) this.#error(from, 'CS1009', 'Unrecognized escape sequence')
		this.#at += c === '' || c === '\n' || c === '\r' ? 1 : 2
		return simple ?? ''
	}

	/** A string of any kind at the position, or null. */
	#string(from: Mark): Token | null {
		const prefix = /^(?:\$*"""+|[$@]{0,2}")/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0]
		if (prefix === undefined) return null
		this.#lineHasToken = true
		if (prefix.endsWith('"""')) return this.#rawString(from, prefix)
		this.#at += prefix.length
		const token = this.#quoted(from, prefix.includes('@'), prefix.includes('$'))
		if (/^u8(?!\w)/i.test(this.#text.slice(this.#at, this.#at + 3))) {
			this.#newer(from, 'UTF-8 string literals')
			this.#at += 2
		}
		return token
	}

	#quoted(from: Mark, verbatim: boolean, interpolated: boolean): Token {
		let value = ''
		const holes: Token[][] = []
		for (;;) {
			const c = this.#text[this.#at]
			const pair = this.#text.slice(this.#at, this.#at + 2)
			if (c === undefined || (!verbatim && (c === '\n' || c === '\r'))) {
				if (verbatim) this.#error(from, 'CS1039', 'Unterminated string literal')
				else if (interpolated) this.#error(from, 'CS1039', 'Unterminated string literal')
				else this.#error(from, 'CS1010', 'Newline in constant')
				break
			}
			if (c === '"') {
				if (verbatim && pair === '""') {
					this.#at += 2
					value += '"'
					continue
				}
				this.#at++
				break
			}
			if (c === '\\' && !verbatim) value += this.#escape()
			else if (interpolated && (pair === '{{' || pair === '}}')) {
				this.#at += 2
				value += c
			} else if (interpolated && c === '{') {
				this.#at++
				holes.push(this.#hole(1))
			} else if (interpolated && c === '}') {
				this.#error(
					this.#mark(),
					'CS8086',
					"A '}' character must be escaped (by doubling) in an interpolated string.",
				)
				this.#at++
			} else {
				value += c
				this.#step()
			}
		}
		return this.#token('string', from, interpolated ? { holes } : { value })
	}

	/** Tokens up to the `}` that ends a hole (or its `:format`); the position ends behind it. */
	#hole(closing: number): Token[] {
		const tokens: Token[] = []
		const start = this.#mark()
		let depth = 0
		for (;;) {
			const token = this.#next()
			const outer = depth === 0 && token.kind === 'punct'
			if (token.kind === 'eof') {
				this.#error(start, 'CS8076', 'Missing close delimiter for interpolated expression')
				tokens.push(token)
				return tokens
			}
			if (outer && (token.text === '}' || token.text === ':')) {
				if (token.text === ':') {
					while (this.#at < this.#text.length && !/["}\r\n]/.test(this.#text[this.#at] ?? '')) {
						this.#at++
					}
					if (this.#text[this.#at] === '}') this.#at++
				}
				if (closing > 1) this.#at += closing - 1
				tokens.push({ ...token, kind: 'eof', text: '' })
				return tokens
			}
			if (outer && token.text === ';') {
				// Certainly outside of the hole: the brace was never closed.
				this.#error(start, 'CS8076', 'Missing close delimiter for interpolated expression')
				tokens.push({ ...token, kind: 'eof', text: '' })
				return tokens
			}
			if (token.kind === 'punct') {
				if ('([{'.includes(token.text)) depth++
				else if (')]}'.includes(token.text)) depth--
			}
			tokens.push(token)
		}
	}

	#rawString(from: Mark, prefix: string): Token {
		this.#newer(from, 'raw string literals')
		const dollars = prefix.length - prefix.replaceAll('$', '').length
		const quotes = '"'.repeat(prefix.length - dollars)
		const holes: Token[][] = []
		this.#at += prefix.length
		const bodyStart = this.#at
		for (;;) {
			if (this.#at >= this.#text.length) {
				this.#error(from, 'CS8997', 'Unterminated raw string literal.')
				break
			}
			if (this.#text.startsWith(quotes, this.#at)) {
				const value = this.#text.slice(bodyStart, this.#at)
				while (this.#text[this.#at] === '"') this.#at++
				return this.#token('string', from, dollars > 0 ? { holes } : { value })
			}
			if (dollars > 0 && this.#text.startsWith('{'.repeat(dollars), this.#at)) {
				while (this.#text[this.#at + dollars] === '{') this.#at++
				this.#at += dollars
				holes.push(this.#hole(dollars))
			} else {
				this.#step()
			}
		}
		return this.#token('string', from, { holes })
	}
}
