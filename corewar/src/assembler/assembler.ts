/** Redcode (ICWS'94 as pMARS extends it) to a warrior. */
import { Misread, type Place, type Problem, Problems } from '../errors.ts'
import { defaultModifier, MODE, MODES, MODIFIERS, OP, OPCODES, packWord } from '../opcodes.ts'
import { resolveSettings, type Settings } from '../settings.ts'
import { Work } from '../simulator/work.ts'
import type { Warrior } from '../warrior.ts'
import { ExpressionReader, shown } from './expressions.ts'
import { type Assertion, readSource, type Token } from './lexer.ts'
import { type Instruction, Preprocessor, type Program, type Statement } from './preprocessor.ts'

export type Assembled =
	| { readonly ok: true; readonly warrior: Warrior; readonly warnings: readonly Problem[] }
	| {
			readonly ok: false
			readonly errors: readonly Problem[]
			readonly warnings: readonly Problem[]
	  }

interface Operand {
	readonly mode: number
	readonly value: number
}

const SOURCE_START: Place = { line: 1, column: 1 }

/**
 * Assembles a source. Never throws on any source: what is wrong is returned, in the order of its lines.
 * @throws RangeError only for settings out of bounds (`resolveSettings`)
 */
export const assemble = (source: string, some: Partial<Settings> = {}): Assembled =>
	assembleCounted(source, some, new Work())

/** @param work counts what the source costs, for tests */
export function assembleCounted(source: string, some: Partial<Settings>, work: Work): Assembled {
	const settings = resolveSettings(some)
	const problems = new Problems()
	const warnings = new Problems()
	const read = readSource(source, problems)
	const program = new Preprocessor(settings, problems, warnings, work).run(read)
	const second = new SecondPass(program, settings, problems, warnings, work)
	const { code, lines } = second.instructions()
	const start = second.start()
	const pin = second.pin()
	second.assertions(read.assertions)
	if (program.instructions.length === 0 && problems.list.length === 0) {
		problems.add(SOURCE_START, 'The warrior has no instructions.')
	}
	if (problems.list.length > 0) {
		return { ok: false, errors: inOrder(problems), warnings: inOrder(warnings) }
	}
	const warrior: Warrior = {
		name: read.name || 'Unknown',
		author: read.author || 'Anonymous',
		strategy: read.strategy,
		coreSize: settings.coreSize,
		code,
		start,
		pin,
		labels: program.symbols.labels,
		lines,
	}
	return { ok: true, warrior, warnings: inOrder(warnings) }
}

const inOrder = ({ list }: Problems): readonly Problem[] =>
	list.sort((a, b) => a.line - b.line || a.column - b.column)

class SecondPass {
	readonly #program: Program
	readonly #settings: Settings
	readonly #problems: Problems
	readonly #warnings: Problems
	readonly #work: Work

	constructor(
		program: Program,
		settings: Settings,
		problems: Problems,
		warnings: Problems,
		work: Work,
	) {
		this.#program = program
		this.#settings = settings
		this.#problems = problems
		this.#warnings = warnings
		this.#work = work
	}

	instructions(): Pick<Warrior, 'code' | 'lines'> {
		const { instructions } = this.#program
		const { length } = instructions
		const code = {
			words: new Uint16Array(length),
			a: new Int32Array(length),
			b: new Int32Array(length),
		}
		const lines = new Int32Array(length)
		for (const [address, instruction] of instructions.entries()) {
			if (this.#problems.isFull || this.#work.isSpent) break
			lines[address] = instruction.place.line
			this.#attempt(this.#problems, () => {
				const { word, a, b } = this.#encode(instruction, address)
				code.words[address] = word
				code.a[address] = this.#fold(a)
				code.b[address] = this.#fold(b)
			})
		}
		return { code, lines }
	}

	/** ORG counts before END; without both, the first instruction. */
	start(): number {
		const { org, end, instructions } = this.#program
		if (org !== null && end !== null) {
			this.#warnings.add(
				end.place,
				'ORG says where the warrior starts; the start after END is ignored.',
			)
		}
		const statement = org ?? end
		if (statement === null) return 0
		const value = this.#number(statement) ?? 0
		if (value < 0 || value >= instructions.length) {
			this.#warnings.add(statement.place, 'The warrior starts outside of its instructions.')
		}
		return this.#fold(value)
	}

	pin(): number | null {
		const { pin } = this.#program
		return pin === null ? null : (this.#number(pin) ?? null)
	}

	/** One that cannot be evaluated is a warning: the warrior may still fight. */
	assertions(assertions: readonly Assertion[]): void {
		for (const { tokens, line, column } of assertions) {
			const place = { line, column }
			this.#attempt(this.#warnings, () => {
				const value = this.#evaluate({ tokens, place, scope: null })
				if (value !== 0) return
				const text = tokens.map(shown).join(' ')
				this.#problems.add(
					place,
					`The warrior is not made for these settings: ${text}.`,
					`The core has ${this.#settings.coreSize} cells.`,
				)
			})
		}
	}

	#attempt(problems: Problems, work: () => void): void {
		try {
			work()
		} catch (error) {
			if (!(error instanceof Misread)) throw error
			problems.add(error.at, error.message, error.hint)
		}
	}

	#number(statement: Statement): number | null {
		let value: number | null = null
		this.#attempt(this.#problems, () => {
			value = this.#evaluate(statement)
		})
		return value
	}

	/** A whole expression, in which labels are addresses from the first instruction. */
	#evaluate({ tokens, place, scope }: Statement): number {
		const { symbols } = this.#program
		const expanded = symbols.expand(tokens, scope)
		const names = symbols.namesAt(0)
		const reader = new ExpressionReader(expanded, 0, names, endOf(expanded, place))
		const value = reader.read()
		if (reader.next !== undefined) throw unexpected(reader.next)
		return value
	}

	#encode(instruction: Instruction, address: number): { word: number; a: number; b: number } {
		const { opcode, place, scope } = instruction
		const { symbols } = this.#program
		const tokens = symbols.expand(instruction.tokens, scope)
		const [first] = tokens
		const written = first?.kind === 'modifier' ? modifier(first) : null
		const names = symbols.namesAt(address)
		const reader = new ExpressionReader(
			tokens,
			written === null ? 0 : 1,
			names,
			endOf(tokens, place),
		)
		let a: Operand = { mode: MODE.DIRECT, value: 0 }
		let b: Operand = { mode: MODE.DIRECT, value: 0 }
		// NOP alone is enough: its operands mean nothing.
		if (reader.next !== undefined || opcode !== OP.NOP) {
			a = operand(reader)
			if (reader.next?.kind === 'sign' && reader.next.text === ',') {
				reader.at++
				b = operand(reader)
			} else if (opcode === OP.DAT) {
				b = a
				a = { mode: MODE.IMMEDIATE, value: 0 }
			} else if (opcode !== OP.JMP && opcode !== OP.SPL && opcode !== OP.NOP) {
				if (reader.next !== undefined)
					throw unexpected(reader.next, 'Is a comma missing before it?')
				throw new Misread(
					place,
					`${OPCODES[opcode]} needs two operands.`,
					'Write a comma between them.',
				)
			}
		}
		if (reader.next !== undefined) throw unexpected(reader.next)
		const word = packWord(
			opcode,
			written ?? defaultModifier(opcode, a.mode, b.mode),
			a.mode,
			b.mode,
		)
		return { word, a: a.value, b: b.value }
	}

	#fold(value: number): number {
		const { coreSize } = this.#settings
		return ((value % coreSize) + coreSize) % coreSize
	}
}

const MODE_SIGNS: readonly string[] = MODES

function operand(reader: ExpressionReader): Operand {
	const token = reader.next
	let mode: number = MODE.DIRECT
	if (token?.kind === 'sign' && MODE_SIGNS.includes(token.text)) {
		mode = MODE_SIGNS.indexOf(token.text)
		reader.at++
	}
	return { mode, value: reader.read() }
}

function modifier(token: Token): number {
	const index = (MODIFIERS as readonly string[]).indexOf(token.text.toUpperCase())
	if (index >= 0) return index
	throw new Misread(
		token,
		token.text === '' ? 'A modifier is missing after ".".' : `".${token.text}" is no modifier.`,
		`The modifiers are ${MODIFIERS.map((one) => `.${one}`).join(', ')}.`,
	)
}

const unexpected = (token: Token, hint?: string): Misread =>
	token.kind === 'name'
		? new Misread(
				token,
				`"${token.text}" stands after the end of the operand.`,
				hint ?? 'Is a sign, a comma or a ";" missing before it?',
			)
		: new Misread(token, `"${shown(token)}" cannot stand here.`, hint)

/** Right behind the last token. */
function endOf(tokens: readonly Token[], place: Place): Place {
	const last = tokens.at(-1)
	return last === undefined ? place : { line: last.line, column: last.column + last.text.length }
}
