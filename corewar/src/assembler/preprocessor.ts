/** The first pass: loops are written out, texts and labels collected, macros replaced. */
import { Misread, type Place, type Problems } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { MODIFIERS, OPCODES } from '../opcodes.ts'
import type { Settings } from '../settings.ts'
import type { Work } from '../simulator/work.ts'
import { ExpressionReader, shown } from './expressions.ts'
import { keyword, OPCODE_OF, PSEUDO } from './keywords.ts'
import type { Line, Source, Token } from './lexer.ts'
import { loopsOf } from './loops.ts'
import { nearestName } from './nearest.ts'
import { type Scope, Symbols, sizeOf, type Text } from './symbols.ts'

/** Something with operands; names in them are replaced in the second pass, when all are known. */
export interface Statement {
	readonly place: Place
	/** The tokens after the keyword. */
	readonly tokens: readonly Token[]
	readonly scope: Scope | null
}

export interface Instruction extends Statement {
	readonly opcode: number
}

export interface Program {
	readonly instructions: readonly Instruction[]
	readonly org: Statement | null
	/** The operand of END. */
	readonly end: Statement | null
	readonly pin: Statement | null
	readonly symbols: Symbols
}

export class Preprocessor {
	readonly #settings: Settings
	readonly #problems: Problems
	readonly #warnings: Problems
	readonly #symbols: Symbols
	readonly #work: Work
	readonly #instructions: Instruction[] = []
	/** Labels whose instruction has not come yet. */
	#pending: Token[] = []
	/** The text that an EQU without a name continues; all names of one EQU share it. */
	#open: Text | null = null
	#org: Statement | null = null
	#end: Statement | null = null
	#pin: Statement | null = null
	#ended = false
	/** The ends of loops, by lists of lines: a loop in a loop is found again each time. */
	readonly #loops = new WeakMap<readonly Line[], ReadonlyMap<number, number>>()
	#linesLeft: number = LIMITS.expandedLines

	constructor(settings: Settings, problems: Problems, warnings: Problems, work: Work) {
		this.#settings = settings
		this.#problems = problems
		this.#warnings = warnings
		this.#work = work
		this.#symbols = new Symbols(settings, work)
	}

	run(source: Source): Program {
		this.#block(source.lines, 0, source.lines.length, null, 0)
		try {
			// Labels behind the last instruction.
			this.#label(this.#pending)
		} catch (error) {
			this.#report(error)
		}
		return {
			instructions: this.#instructions,
			org: this.#org,
			end: this.#end,
			pin: this.#pin,
			symbols: this.#symbols,
		}
	}

	#report(error: unknown): void {
		if (!(error instanceof Misread)) throw error
		this.#problems.add(error.at, error.message, error.hint)
	}

	/** The lines `from` to `to` − 1. */
	#block(
		lines: readonly Line[],
		from: number,
		to: number,
		scope: Scope | null,
		depth: number,
	): void {
		for (let i = from; i < to && !this.#ended; i++) {
			const line = lines[i] as Line
			try {
				this.#count(line)
				i = this.#line(lines, i, scope, depth)
			} catch (error) {
				this.#report(error)
				this.#pending = []
			}
			if (this.#problems.isFull || this.#work.isSpent) this.#ended = true
		}
	}

	#count(line: Line): void {
		if (line.excess) throw new Misread(line.excess, line.excess.message)
		if (--this.#linesLeft >= 0) return
		this.#ended = true
		throw new Misread(
			placeOf(line),
			`Loops and macros write more than ${LIMITS.expandedLines.toLocaleString('en-US')} lines.`,
		)
	}

	/** @returns the index of the last line that was read */
	#line(lines: readonly Line[], index: number, scope: Scope | null, depth: number): number {
		const line = lines[index] as Line
		checkLength(line.tokens)
		// Counted before they are replaced: names put together with "&" have many.
		if (scope !== null) this.#work.spend(line.tokens.length, placeOf(line))
		let tokens = this.#symbols.withCounters(line.tokens, scope)
		const labels: Token[] = []
		let at = 0
		for (let macros = 0; ; ) {
			const token = tokens[at]
			if (token === undefined) {
				this.#pending.push(...labels)
				return index
			}
			this.#work.spend(1, token)
			if (token.kind !== 'name') {
				// A label may end with a colon: `loop: mov 0, 1`.
				if (labels.length > 0 && token.kind === 'sign' && token.text === ':') {
					at++
					continue
				}
				this.#unexpected(token, labels)
			}
			const word = keyword(token)
			const opcode = OPCODE_OF.get(word)
			if (opcode !== undefined) {
				const statement = { place: token, tokens: tokens.slice(at + 1), scope }
				this.#instruction({ opcode, ...statement }, labels)
				return index
			}
			if (PSEUDO.includes(word)) {
				const statement = { place: token, tokens: tokens.slice(at + 1), scope }
				if (word === 'FOR') return this.#loop(lines, index, statement, labels, depth)
				this.#pseudo(word, statement, labels)
				return index
			}
			const text = this.#symbols.texts.get(token.text)
			if (text === undefined) {
				labels.push(token)
				at++
				continue
			}
			if (keyword(tokens[at + 1]) === 'EQU') {
				throw new Misread(
					token,
					`"${token.text}" is defined already.`,
					'Give one of them another name.',
				)
			}
			if (++macros > LIMITS.textDepth || depth > LIMITS.textDepth) {
				this.#ended = true
				throw new Misread(
					token,
					`"${token.text}" stands for itself, or its texts are nested too deeply.`,
				)
			}
			const rest = tokens.slice(at + 1)
			if (text.length > 1) {
				this.#work.spend(sizeOf(text) + labels.length + rest.length, token)
				const written = macroLines(line.number, text, labels, rest)
				this.#block(written, 0, written.length, scope, depth + 1)
				return index
			}
			const written = [...labels, ...(text[0] ?? []), ...rest]
			this.#work.spend(written.length, token)
			checkLength(written, token)
			tokens = this.#symbols.withCounters(written, scope)
			at = labels.length
		}
	}

	#unexpected(token: Token, labels: readonly Token[]): never {
		if (token.kind === 'sign' && token.text === '&') {
			throw new Misread(token, 'What follows "&" must be the counter of a FOR around this line.')
		}
		for (const label of labels) {
			const near = nearestName(label.text.toUpperCase(), KEYWORDS).name
			if (near !== null) {
				throw new Misread(label, `"${label.text}" is no instruction.`, `Did you mean "${near}"?`)
			}
		}
		const first = labels.at(-1)
		if (first !== undefined) {
			throw new Misread(
				first,
				`"${first.text}" is no instruction.`,
				`The instructions are ${OPCODES.join(', ')}.`,
			)
		}
		throw new Misread(
			token,
			token.kind === 'modifier' &&
				(MODIFIERS as readonly string[]).includes(token.text.toUpperCase())
				? `An instruction is missing before ".${token.text}".`
				: `"${shown(token)}" cannot stand here.`,
			'A line begins with labels or an instruction.',
		)
	}

	/** Gives the address that comes next to the labels of this line, and of those before that had no instruction. */
	#label(labels: readonly Token[]): void {
		for (const token of labels) {
			const name = token.text
			if (this.#symbols.isPredefined(name)) {
				throw new Misread(
					token,
					`"${name}" is a predefined constant.`,
					'Give the label another name.',
				)
			}
			if (this.#symbols.labels.has(name)) {
				this.#warnings.add(token, `The label "${name}" exists already; this one is ignored.`)
				continue
			}
			this.#reserve(token)
			this.#symbols.labels.set(name, this.#instructions.length)
		}
	}

	#reserve(token: Token): void {
		if (this.#symbols.count < LIMITS.symbols) return
		this.#ended = true
		throw new Misread(
			token,
			`The source has more than ${LIMITS.symbols.toLocaleString('en-US')} names.`,
		)
	}

	#takePending(labels: readonly Token[]): Token[] {
		const all = [...this.#pending, ...labels]
		this.#pending = []
		return all
	}

	#instruction(instruction: Instruction, labels: readonly Token[]): void {
		this.#open = null
		this.#label(this.#takePending(labels))
		if (this.#instructions.length >= this.#settings.maxLength) {
			this.#ended = true
			throw new Misread(
				instruction.place,
				`The warrior has more than ${this.#settings.maxLength} instructions.`,
			)
		}
		this.#instructions.push(instruction)
	}

	#pseudo(word: string, statement: Statement, labels: readonly Token[]): void {
		if (word === 'EQU') {
			this.#equ(statement, this.#takePending(labels))
			return
		}
		this.#open = null
		this.#label(this.#takePending(labels))
		if (word === 'ROF') {
			throw new Misread(statement.place, 'This ROF has no FOR.')
		}
		if (word === 'ORG') this.#org = statement
		if (word === 'PIN') this.#pin = statement
		if (word === 'END') {
			if (statement.tokens.length > 0) this.#end = statement
			this.#ended = true
		}
	}

	#equ({ place, tokens }: Statement, names: readonly Token[]): void {
		if (names.length === 0) {
			if (this.#open === null) {
				throw new Misread(
					place,
					'An EQU needs a name in front, or an EQU right before it to continue.',
				)
			}
			this.#open.push(tokens)
			return
		}
		const text: Text = [tokens]
		for (const token of names) {
			const name = token.text
			if (this.#symbols.isPredefined(name)) {
				throw new Misread(
					token,
					`"${name}" is a predefined constant.`,
					'Give the text another name.',
				)
			}
			if (this.#symbols.labels.has(name)) {
				this.#warnings.add(token, `"${name}" is a label already; this EQU is ignored.`)
				continue
			}
			this.#reserve(token)
			this.#symbols.texts.set(name, text)
		}
		this.#open = text
	}

	#loop(
		lines: readonly Line[],
		index: number,
		{ place, tokens, scope }: Statement,
		labels: readonly Token[],
		depth: number,
	): number {
		this.#open = null
		const names = this.#takePending(labels)
		const counter = names.pop()
		this.#label(names)
		const rof = this.#matching(lines, index)
		if (rof === null) {
			this.#ended = true
			throw new Misread(place, 'This FOR has no ROF.')
		}
		let times = 0
		try {
			times = this.#times(place, tokens, scope)
		} catch (error) {
			this.#report(error)
			return rof
		}
		if (times > LIMITS.expandedLines) {
			this.#problems.add(
				place,
				`The loop repeats more than ${LIMITS.expandedLines.toLocaleString('en-US')} times.`,
			)
			return rof
		}
		if (times > 0 && depth >= LIMITS.loopDepth) {
			this.#problems.add(place, `Loops and macros are nested more than ${LIMITS.loopDepth} deep.`)
			return rof
		}
		for (let value = 1; value <= times && !this.#ended; value++) {
			this.#count(lines[index] as Line)
			const inner = counter === undefined ? scope : { counter: counter.text, value, outer: scope }
			this.#block(lines, index + 1, rof, inner, depth + 1)
		}
		return rof
	}

	/** @returns the index of the ROF that ends the loop begun at `index`, or null */
	#matching(lines: readonly Line[], index: number): number | null {
		let ends = this.#loops.get(lines)
		if (ends === undefined) {
			ends = loopsOf(lines)
			this.#loops.set(lines, ends)
		}
		return ends.get(index) ?? null
	}

	#times(place: Place, tokens: readonly Token[], scope: Scope | null): number {
		const expanded = this.#symbols.expand(tokens, scope)
		const names = this.#symbols.namesAt(this.#instructions.length)
		const reader = new ExpressionReader(expanded, 0, names, expanded.at(-1) ?? place)
		const value = reader.read()
		if (reader.next !== undefined) {
			throw new Misread(reader.next, `"${shown(reader.next)}" cannot stand here.`)
		}
		return value
	}
}

const KEYWORDS = [...OPCODES, ...PSEUDO]

const placeOf = ({ tokens, number }: Line): Place => tokens[0] ?? { line: number, column: 1 }

/** @param at where the line became too long, if texts made it so */
function checkLength(tokens: readonly Token[], at?: Place): void {
	const first = tokens[LIMITS.lineTokens]
	if (first === undefined) return
	throw new Misread(at ?? first, `The line is longer than ${LIMITS.lineTokens} words.`)
}

/** A text of several lines in place of its name: what stood before and after it stays on the first and last line. */
function macroLines(
	number: number,
	text: Text,
	before: readonly Token[],
	after: readonly Token[],
): Line[] {
	return text.map((tokens, i) => ({
		number,
		tokens: [...(i === 0 ? before : []), ...tokens, ...(i === text.length - 1 ? after : [])],
	}))
}
