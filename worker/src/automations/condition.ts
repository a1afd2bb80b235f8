/**
 * Conditions: expressions over a delivery's payload, such as
 * `action == "opened" && !pull_request.draft`. A small language of its own, without loops, patterns or code:
 * evaluating one takes time in proportion to its length and to the values it compares. Pure.
 */
import { MAX_CONDITION_CHARS } from '@fairlead/protocol/automations/automations'
import { PATH, type Path, parsePath, type Sample, valueAt } from './payload.ts'

/** Parentheses, negations and calls inside each other. */
const MAX_DEPTH = 32

const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>'] as const
type Comparison = (typeof COMPARISONS)[number]

const FUNCTIONS = ['contains', 'startsWith', 'endsWith'] as const
type FunctionName = (typeof FUNCTIONS)[number]

export type Expression =
	| { readonly kind: 'value'; readonly value: string | number | boolean | null }
	| { readonly kind: 'path'; readonly path: Path }
	| { readonly kind: 'not'; readonly of: Expression }
	| { readonly kind: 'all' | 'any'; readonly of: readonly Expression[] }
	| {
			readonly kind: 'compare'
			readonly by: Comparison
			readonly left: Expression
			readonly right: Expression
	  }
	| {
			readonly kind: 'call'
			readonly name: FunctionName
			readonly left: Expression
			readonly right: Expression
	  }

/** The message is for the person who wrote the condition; `column` counts from 1. */
export class ConditionError extends Error {
	readonly column: number

	constructor(problem: string, column: number) {
		super(`Column ${column}: ${problem}`)
		this.name = 'ConditionError'
		this.column = column
	}
}

interface Token {
	readonly kind: 'string' | 'number' | 'name' | 'sign' | 'end'
	readonly text: string
	/** From 0. */
	readonly at: number
}

/** In this order: a longer sign is found before its beginning. */
const TOKEN = new RegExp(
	[
		/\s+/,
		/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/,
		/-?\d+(?:\.\d+)?(?![\w.])/,
		PATH,
		/==|!=|<=|>=|&&|\|\||[<>!(),]/,
	]
		.map(({ source }) => source)
		.join('|'),
	'y',
)

function kindOf(text: string): Token['kind'] {
	if (/^["']/.test(text)) return 'string'
	if (/^-?\d/.test(text)) return 'number'
	return /^[$A-Za-z_]/.test(text) ? 'name' : 'sign'
}

function tokensOf(source: string): Token[] {
	const tokens: Token[] = []
	TOKEN.lastIndex = 0
	while (TOKEN.lastIndex < source.length) {
		const at = TOKEN.lastIndex
		const text = TOKEN.exec(source)?.[0]
		if (text === undefined) throw new ConditionError(strange(source, at), at + 1)
		if (text.trim() !== '') tokens.push({ kind: kindOf(text), text, at })
	}
	return [...tokens, { kind: 'end', text: '', at: source.length }]
}

function strange(source: string, at: number): string {
	const sign = String.fromCodePoint(source.codePointAt(at) ?? 0)
	if (/["']/.test(sign)) return `this text has no closing ${sign}.`
	if (sign === '=') return 'use == to compare.'
	if (sign === '&') return 'use && for "and".'
	if (sign === '|') return 'use || for "or".'
	return `${JSON.stringify(sign)} is not expected here.`
}

/** `\"`, `\'`, `\\`, `\n` and `\t`; anything else after a backslash stands for itself. */
const unquote = (text: string): string =>
	text.slice(1, -1).replace(/\\(.)/gs, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign)

class Parser {
	readonly #tokens: readonly Token[]
	#next = 0

	constructor(tokens: readonly Token[]) {
		this.#tokens = tokens
	}

	whole(): Expression {
		const found = this.#any(0)
		const { kind, text, at } = this.#peek()
		if (kind === 'end') return found
		throw new ConditionError(
			`${text} is not expected here; use && or || between two parts.`,
			at + 1,
		)
	}

	#peek(): Token {
		return this.#tokens[this.#next] as Token
	}

	#take(sign: string): boolean {
		const { kind, text } = this.#peek()
		if (kind !== 'sign' || text !== sign) return false
		this.#next++
		return true
	}

	#need(sign: string, where: string): void {
		if (!this.#take(sign))
			throw new ConditionError(`${sign} is missing ${where}.`, this.#peek().at + 1)
	}

	#any(depth: number): Expression {
		return this.#list('any', '||', () => this.#list('all', '&&', () => this.#comparison(depth)))
	}

	#list(kind: 'all' | 'any', sign: string, one: () => Expression): Expression {
		const of = [one()]
		while (this.#take(sign)) of.push(one())
		return of.length === 1 ? (of[0] as Expression) : { kind, of }
	}

	#comparison(depth: number): Expression {
		const left = this.#unary(depth)
		const by = COMPARISONS.find((sign) => this.#take(sign))
		return by === undefined ? left : { kind: 'compare', by, left, right: this.#unary(depth) }
	}

	#unary(depth: number): Expression {
		const { at } = this.#peek()
		if (depth > MAX_DEPTH) {
			throw new ConditionError(`parts are nested more than ${MAX_DEPTH} deep.`, at + 1)
		}
		if (this.#take('!')) return { kind: 'not', of: this.#unary(depth + 1) }
		if (!this.#take('(')) return this.#operand(depth)
		const inside = this.#any(depth + 1)
		this.#need(')', 'after the part in parentheses')
		return inside
	}

	#operand(depth: number): Expression {
		const { kind, text, at } = this.#peek()
		this.#next++
		switch (kind) {
			case 'string':
				return { kind: 'value', value: unquote(text) }
			case 'number':
				return { kind: 'value', value: Number(text) }
			case 'name':
				return this.#named(text, at, depth)
			case 'sign':
				throw new ConditionError(`a value is missing before ${text}.`, at + 1)
			case 'end':
				throw new ConditionError('a value is missing at the end.', at + 1)
			default:
				return kind satisfies never
		}
	}

	#named(text: string, at: number, depth: number): Expression {
		if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' }
		if (text === 'null') return { kind: 'value', value: null }
		if (!this.#take('(')) return { kind: 'path', path: parsePath(text) ?? [] }
		const name = FUNCTIONS.find((known) => known === text)
		if (name === undefined) {
			throw new ConditionError(
				`there is no function ${text}; there are ${FUNCTIONS.join(', ')}.`,
				at + 1,
			)
		}
		const left = this.#any(depth + 1)
		this.#need(',', `between the two values of ${name}`)
		const right = this.#any(depth + 1)
		this.#need(')', `after the two values of ${name}`)
		return { kind: 'call', name, left, right }
	}
}

/** @throws {ConditionError} that says where and what */
export function parseCondition(source: string): Expression {
	if (source.length > MAX_CONDITION_CHARS) {
		throw new ConditionError(`it is longer than ${MAX_CONDITION_CHARS} characters.`, 1)
	}
	return new Parser(tokensOf(source)).whole()
}

/** Only `true` lets a delivery through: not a text, a number or an object. Never throws. */
export const isMet = (condition: Expression, sample: Sample): boolean =>
	evaluate(condition, sample) === true

function evaluate(expression: Expression, sample: Sample): unknown {
	switch (expression.kind) {
		case 'value':
			return expression.value
		case 'path':
			return valueAt(sample, expression.path)
		case 'not':
			return !isMet(expression.of, sample)
		case 'all':
			return expression.of.every((part) => isMet(part, sample))
		case 'any':
			return expression.of.some((part) => isMet(part, sample))
		case 'compare':
			return compare(
				expression.by,
				evaluate(expression.left, sample),
				evaluate(expression.right, sample),
			)
		case 'call':
			return call(
				expression.name,
				evaluate(expression.left, sample),
				evaluate(expression.right, sample),
			)
		default:
			return expression satisfies never
	}
}

/** Lists and objects equal nothing; only two numbers, or two texts, have an order. */
function compare(by: Comparison, left: unknown, right: unknown): boolean {
	if (by === '==') return isScalar(left) && left === right
	if (by === '!=') return !(isScalar(left) && left === right)
	const ordered =
		(typeof left === 'number' && typeof right === 'number') ||
		(typeof left === 'string' && typeof right === 'string')
	if (!ordered) return false
	switch (by) {
		case '<':
			return left < right
		case '>':
			return left > right
		case '<=':
			return left <= right
		case '>=':
			return left >= right
		default:
			return by satisfies never
	}
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

function call(name: FunctionName, left: unknown, right: unknown): boolean {
	if (name === 'contains' && Array.isArray(left)) return isScalar(right) && left.includes(right)
	if (typeof left !== 'string' || typeof right !== 'string') return false
	switch (name) {
		case 'contains':
			return left.includes(right)
		case 'startsWith':
			return left.startsWith(right)
		case 'endsWith':
			return left.endsWith(right)
		default:
			return name satisfies never
	}
}
