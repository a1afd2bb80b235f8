/** The parser's position, its errors, and backtracking. */
import { type NewerFeature, newer } from '../language-version.ts'
import { type Diagnostic, KEYWORDS, type Token } from './token.ts'

/** A type's name as it stands in a script. */
export interface TypeUse {
	/** `A`, `B` and `C` of `A.B.C`; never empty. */
	readonly parts: readonly Token[]
	/** Type arguments of the first part. */
	readonly arity: number
	readonly isAttribute: boolean
}

/** Thrown where a file cannot be read on; caught by the file's parser or by {@link Cursor.attempt}. */
export class SyntaxStop extends Error {}

/** Nesting a script may have before the parser gives up with CS8078, far below the stack's end. */
const MAX_DEPTH = 300

export class Cursor {
	readonly #tokens: readonly Token[]
	#at = 0
	#depth = 0
	readonly diagnostics: Diagnostic[] = []
	/** Uses of features that C# 9 does not have: read all the same, so that the rest is judged. */
	readonly newer: Diagnostic[] = []
	/** Names that stand where only a type can. */
	readonly typeUses: TypeUse[] = []
	/** Names of all type parameters that the file declares, wherever they are in scope. */
	readonly typeParameters = new Set<string>()
	/** LINQ words end an operand only inside a query. */
	queryDepth = 0
	/** In `when x => …` the arrow belongs to the switch arm. */
	lambdaAllowed = true

	/** `tokens` ends with `eof`. */
	constructor(tokens: readonly Token[]) {
		this.#tokens = tokens
	}

	get token(): Token {
		return this.peek(0)
	}
	get previous(): Token {
		return this.peek(-1)
	}
	get position(): number {
		return this.#at
	}

	peek(ahead: number): Token {
		const last = this.#tokens.length - 1
		return this.#tokens[Math.max(0, Math.min(last, this.#at + ahead))] as Token
	}
	/** Tokens from a position up to here. */
	since(position: number): readonly Token[] {
		return this.#tokens.slice(position, this.#at)
	}

	next(): Token {
		const token = this.token
		if (this.#at < this.#tokens.length - 1) this.#at++
		return token
	}

	/** Whether the token is this punctuator or keyword, or an identifier of this (contextual) text. */
	is(text: string, ahead = 0): boolean {
		const token = this.peek(ahead)
		return token.text === text && isCode(token)
	}
	isAny(texts: ReadonlySet<string>, ahead = 0): boolean {
		const token = this.peek(ahead)
		return isCode(token) && texts.has(token.text)
	}
	isIdentifier(ahead = 0): boolean {
		return this.peek(ahead).kind === 'identifier'
	}
	/** Whether the token touches the one before it, as the two `>` of a shift do. */
	touches(ahead: number): boolean {
		const left = this.peek(ahead - 1)
		const right = this.peek(ahead)
		return left.endLine === right.line && left.endColumn === right.column
	}

	accept(text: string): boolean {
		if (!this.is(text)) return false
		this.next()
		return true
	}

	/** An error at a token. */
	report(token: Token, code: string, message: string): void {
		const { line, column } = token
		this.diagnostics.push({ line, column, code, message, severity: 'error' })
	}

	/** A feature of a later C# is used at this token. */
	usesNewer(feature: NewerFeature, token: Token): void {
		this.newer.push(newer(feature, token))
	}

	/** Roslyn's place for something missing: here, or behind the last token when a line lies between. */
	reportMissing(code: string, message: string): void {
		const before = this.previous
		const after = this.token
		const apart = this.#at > 0 && (after.line > before.endLine || after.kind === 'eof')
		const place = apart
			? { line: before.endLine, column: before.endColumn }
			: { line: after.line, column: after.column }
		this.diagnostics.push({ ...place, code, message, severity: 'error' })
	}

	stop(code: string, message: string): never {
		this.reportMissing(code, message)
		throw new SyntaxStop(message)
	}
	stopAt(token: Token, code: string, message: string): never {
		this.report(token, code, message)
		throw new SyntaxStop(message)
	}

	expect(text: string): void {
		if (this.accept(text)) return
		const codes: Record<string, string> = { ')': 'CS1026', '{': 'CS1514', '}': 'CS1513' }
		const code = codes[text]
		if (code) this.stop(code, `${text} expected`)
		this.stop('CS1003', `Syntax error, '${text}' expected`)
	}

	/** Reports a missing semicolon, and reading continues. */
	expectSemicolon(): void {
		if (this.accept(';')) return
		this.reportMissing('CS1002', '; expected')
		if (this.is(')') || this.is(']')) {
			this.report(this.token, 'CS1513', '} expected')
			this.next()
			this.accept(';')
		}
	}

	expectIdentifier(): Token {
		if (this.isIdentifier()) return this.next()
		if (this.token.kind === 'keyword') {
			return this.stopAt(
				this.token,
				'CS1041',
				`Identifier expected; '${this.token.text}' is a keyword`,
			)
		}
		return this.stop('CS1001', 'Identifier expected')
	}

	/** Reads speculatively: on a stop, an error or `false` everything is as before. */
	attempt(read: () => boolean): boolean {
		const { queryDepth, lambdaAllowed } = this
		const at = this.#at
		const depth = this.#depth
		const errors = this.diagnostics.length
		const uses = this.newer.length
		const types = this.typeUses.length
		try {
			if (read() && this.diagnostics.length === errors) return true
		} catch (error) {
			if (!(error instanceof SyntaxStop)) throw error
		}
		this.#at = at
		this.#depth = depth
		this.diagnostics.length = errors
		this.newer.length = uses
		this.typeUses.length = types
		this.queryDepth = queryDepth
		this.lambdaAllowed = lambdaAllowed
		return false
	}

	/** Same as {@link attempt}, but always goes back. */
	looksLike(read: () => boolean): boolean {
		let result = false
		this.attempt(() => {
			result = read()
			return false
		})
		return result
	}

	/** Guards recursion; the compiler has the same error. */
	nested<T>(read: () => T): T {
		if (this.#depth >= MAX_DEPTH) {
			this.stop('CS8078', 'An expression is too long or complex to compile')
		}
		this.#depth++
		const result = read()
		this.#depth--
		return result
	}
}

/** Literals are not code, and neither is `@class`: it only looks like the keyword. */
const isCode = (token: Token): boolean =>
	token.kind === 'punct' ||
	token.kind === 'keyword' ||
	(token.kind === 'identifier' && !KEYWORDS.has(token.text))
