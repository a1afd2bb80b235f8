/** The meaning of names: predefined constants, labels, texts of EQU, counters of FOR. */
import { Misread } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Settings } from '../settings.ts'
import type { Work } from '../simulator/work.ts'
import { DIALECT_VERSION } from '../version.ts'
import type { Names } from './expressions.ts'
import type { Token } from './lexer.ts'

/** The counters of the loops around a line, from the inside out. */
export interface Scope {
	readonly counter: string
	readonly value: number
	readonly outer: Scope | null
}

/** The text that replaces a name, line by line. */
export type Text = (readonly Token[])[]

/** The cost of writing a text: its tokens and lines, also those that a loop then skips. */
export const sizeOf = (text: Text): number => text.reduce((sum, { length }) => sum + length + 1, 0)

export function counterIn(scope: Scope | null, name: string): number | undefined {
	for (let at = scope; at !== null; at = at.outer) {
		if (at.counter === name) return at.value
	}
	return undefined
}

const isSign = (token: Token | undefined, text: string): boolean =>
	token?.kind === 'sign' && token.text === text

/** Counters have two digits in names: `imp&n` is `imp01` in the first pass. */
const digits = (value: number): string => String(value).padStart(2, '0')

export class Symbols {
	readonly labels = new Map<string, number>()
	readonly texts = new Map<string, Text>()
	readonly variables = new Map<string, number>()
	readonly #constants: ReadonlyMap<string, number>
	readonly #work: Work

	constructor(settings: Settings, work: Work) {
		this.#work = work
		this.#constants = new Map([
			['CORESIZE', settings.coreSize],
			['MAXPROCESSES', settings.maxProcesses],
			['MAXCYCLES', settings.maxCycles],
			['MAXLENGTH', settings.maxLength],
			['MINDISTANCE', settings.minDistance],
			['WARRIORS', settings.warriors],
			['ROUNDS', settings.rounds],
			['PSPACESIZE', settings.pspaceSize],
			['READLIMIT', settings.readLimit],
			['WRITELIMIT', settings.writeLimit],
			['VERSION', DIALECT_VERSION],
		])
	}

	isPredefined(name: string): boolean {
		return name === 'CURLINE' || this.#constants.has(name)
	}

	get count(): number {
		return this.labels.size + this.texts.size
	}

	/** Names for an expression in the instruction at `address`, from which labels are counted. */
	namesAt(address: number, from: number = address): Names {
		return {
			valueOf: (name) => {
				const label = this.labels.get(name)
				if (label !== undefined) return label - from
				return name === 'CURLINE' ? address : this.#constants.get(name)
			},
			variables: this.variables,
			nearest: (name) => this.#work.nearest(name, this.#known()),
		}
	}

	*#known(): Iterable<string> {
		yield* this.#constants.keys()
		yield* this.labels.keys()
		yield* this.texts.keys()
	}

	/** Replaces counters, also in names put together with `&`; other names stay. */
	withCounters(tokens: readonly Token[], scope: Scope | null): readonly Token[] {
		if (scope === null) return tokens
		const out: Token[] = []
		for (let i = 0; i < tokens.length; i++) {
			const token = tokens[i] as Token
			if (token.kind !== 'name') {
				out.push(token)
				continue
			}
			if (isSign(tokens[i + 1], '&')) {
				let text = token.text
				while (isSign(tokens[i + 1], '&')) {
					const value = counterIn(scope, tokens[i + 2]?.text ?? '')
					if (value === undefined) break
					text += digits(value)
					i += 2
				}
				out.push({ ...token, text })
				continue
			}
			const value = counterIn(scope, token.text)
			out.push(value === undefined ? token : { ...token, kind: 'number', text: String(value) })
		}
		return out
	}

	/**
	 * Replaces every name that stands for something, until none is left.
	 * @throws Misread if texts name each other in a circle, or grow beyond the limits
	 */
	expand(tokens: readonly Token[], scope: Scope | null): readonly Token[] {
		const out: Token[] = []
		this.#expandInto(out, tokens, scope, 0)
		return out
	}

	#expandInto(out: Token[], tokens: readonly Token[], scope: Scope | null, depth: number): void {
		for (const [i, token] of this.withCounters(tokens, scope).entries()) {
			this.#work.spend(1, token)
			if (isSign(token, '&')) {
				const counter = tokens[i + 1]?.text ?? ''
				throw new Misread(token, `"${counter}" is no counter of a FOR around this line.`)
			}
			const text = token.kind === 'name' ? this.texts.get(token.text) : undefined
			if (text === undefined) {
				if (out.length >= LIMITS.lineTokens) {
					throw new Misread(token, `The line is longer than ${LIMITS.lineTokens} words.`)
				}
				out.push(token)
				continue
			}
			if (depth >= LIMITS.textDepth) {
				throw new Misread(
					token,
					`"${token.text}" stands for itself, or its texts are nested too deeply.`,
				)
			}
			this.#expandInto(out, text[0] ?? [], scope, depth + 1)
		}
	}
}
