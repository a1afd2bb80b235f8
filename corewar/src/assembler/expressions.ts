/** Values of expressions: whole numbers, as C has them, exact up to 2^53. */
import { Misread, type Place } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Token } from './lexer.ts'

export interface Names {
	/** The value of a label or constant; undefined if there is none. */
	readonly valueOf: (name: string) => number | undefined
	/** Variables `a` to `z`, which expressions assign with `=`. */
	readonly variables: Map<string, number>
	/** @returns a known name like this one */
	readonly nearest: (name: string) => string | null
}

/** Operators from loosest to tightest; unary signs bind tighter, assignment looser. */
const LEVELS: readonly (readonly string[])[] = [
	['||'],
	['&&'],
	['==', '!=', '<', '>', '<=', '>='],
	['+', '-'],
	['*', '/', '%'],
]

export class ExpressionReader {
	readonly #tokens: readonly Token[]
	readonly #names: Names
	/** The place of an error when the tokens end too early. */
	readonly #end: Place
	#depth = 0
	/** The index of the next token. */
	at: number

	constructor(tokens: readonly Token[], at: number, names: Names, end: Place) {
		this.#tokens = tokens
		this.#names = names
		this.#end = end
		this.at = at
	}

	get next(): Token | undefined {
		return this.#tokens[this.at]
	}

	/** Reads the longest expression from `at` on. @throws Misread */
	read(): number {
		this.#enter()
		const name = this.next
		if (name?.kind === 'name' && name.text.length === 1 && this.#isSign(this.at + 1, '=')) {
			if (this.#names.valueOf(name.text) === undefined) {
				this.at += 2
				const value = this.read()
				this.#names.variables.set(name.text, value)
				this.#depth--
				return value
			}
			throw new Misread(name, `"${name.text}" has a value already; it is no variable.`)
		}
		const value = this.#level(0)
		this.#depth--
		return value
	}

	#enter(): void {
		if (++this.#depth > LIMITS.expressionDepth) {
			throw new Misread(this.next ?? this.#end, 'The expression is nested too deeply.')
		}
	}

	#isSign(at: number, text: string): boolean {
		const token = this.#tokens[at]
		return token?.kind === 'sign' && token.text === text
	}

	#level(level: number): number {
		const signs = LEVELS[level]
		if (signs === undefined) return this.#unary()
		let value = this.#level(level + 1)
		for (;;) {
			const sign = this.next
			if (sign?.kind !== 'sign' || !signs.includes(sign.text)) return value
			this.at++
			value = exact(combine(sign, value, this.#level(level + 1)), sign)
		}
	}

	#unary(): number {
		const token = this.next
		if (token === undefined) throw new Misread(this.#end, 'A number or a name is missing here.')
		if (token.kind === 'sign' && ['-', '+', '!'].includes(token.text)) {
			this.#enter()
			this.at++
			const value = this.#unary()
			this.#depth--
			if (token.text === '!') return value === 0 ? 1 : 0
			return token.text === '-' && value !== 0 ? -value : value
		}
		return this.#primary(token)
	}

	#primary(token: Token): number {
		this.at++
		if (token.kind === 'number') return exact(Number(token.text), token)
		if (token.kind === 'name') return this.#named(token)
		if (token.kind === 'sign' && token.text === '(') {
			const value = this.read()
			if (!this.#isSign(this.at, ')')) {
				throw new Misread(this.next ?? this.#end, 'A ")" is missing here.')
			}
			this.at++
			return value
		}
		throw new Misread(token, `A number or a name is missing before "${shown(token)}".`)
	}

	#named(token: Token): number {
		const value = this.#names.valueOf(token.text) ?? this.#names.variables.get(token.text)
		if (value !== undefined) return value
		throw new Misread(token, `"${token.text}" is not defined.`, () => {
			const near = this.#names.nearest(token.text)
			return near === null
				? 'Write it as a label in front of an instruction, or define it with EQU.'
				: `Did you mean "${near}"?`
		})
	}
}

/** The token as a person wrote it. */
export const shown = (token: Token): string =>
	token.kind === 'modifier' ? `.${token.text}` : token.text

function exact(value: number, at: Place): number {
	if (!Number.isSafeInteger(value)) throw new Misread(at, 'The number is too large.')
	// A zero has no sign here.
	return value === 0 ? 0 : value
}

function combine(sign: Token, a: number, b: number): number {
	switch (sign.text) {
		case '+':
			return a + b
		case '-':
			return a - b
		case '*':
			return a * b
		case '/':
		case '%':
			if (b === 0) throw new Misread(sign, 'Division by zero.')
			return sign.text === '/' ? Math.trunc(a / b) : a % b
		case '==':
			return Number(a === b)
		case '!=':
			return Number(a !== b)
		case '<':
			return Number(a < b)
		case '>':
			return Number(a > b)
		case '<=':
			return Number(a <= b)
		case '>=':
			return Number(a >= b)
		case '&&':
			return Number(a !== 0 && b !== 0)
		default:
			return Number(a !== 0 || b !== 0)
	}
}
