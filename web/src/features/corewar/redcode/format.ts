/**
 * Puts labels, opcodes, operands and comments in columns. Only white space between tokens changes, never a token, so the
 * warrior that the assembler makes of it stays the same.
 */
import { LIMITS } from '@fairlead/corewar/source'
import { wordOf } from './keywords.ts'
import { Constant } from './parser.terms.ts'

/** Columns of the narrowest form. */
const LABEL_WIDTH = 8
const OPCODE_WIDTH = 8
/** A longer label, or longer operands, stick out instead of pushing every line to the right. */
const MAX_LABEL_WIDTH = 16
const MAX_CODE_WIDTH = 48

interface Parts {
	readonly label: string
	readonly word: string
	readonly rest: string
	readonly comment: string
}

/** White space as the assembler skips it. */
const SPACE = '[ \\t\\v\\f]'
const NAME = new RegExp(`${SPACE}*([A-Za-z_]\\w*|[&:])`, 'y')
const MODIFIER = new RegExp(`${SPACE}*\\.${SPACE}*[A-Za-z]*`, 'y')

/** A line of code; null: one that stays as it is. */
function partsOf(row: string): Parts | null {
	const semicolon = row.indexOf(';')
	const code = semicolon < 0 ? row : row.slice(0, semicolon)
	const comment = semicolon < 0 ? '' : row.slice(semicolon)
	NAME.lastIndex = 0
	for (let at = 0; ; at = NAME.lastIndex) {
		const [, name] = NAME.exec(code) ?? []
		if (name === undefined) return null
		const term = wordOf(name)
		if (term < 0 || term === Constant) continue
		const begin = NAME.lastIndex - name.length
		MODIFIER.lastIndex = NAME.lastIndex
		const end = MODIFIER.test(code) ? MODIFIER.lastIndex : begin + name.length
		const rest = code.slice(end).trim()
		return {
			label: code.slice(0, at).trim(),
			word: code.slice(begin, end),
			// The text of EQU keeps its form.
			rest: name.toUpperCase() === 'EQU' ? rest : rest.replace(/\s*,\s*/g, ', '),
			comment,
		}
	}
}

/** @returns the source in columns; with the line ends that it had */
export function formatRedcode(source: string): string {
	const rows = source.split(/(\r\n|\n|\r)/)
	const texts = rows.filter((_, at) => at % 2 === 0)
	const begin = texts.findIndex((row) => /^;redcode/i.test(row))
	const parts = texts.map((row, at) => (at <= begin ? null : partsOf(row)))
	const widest = (of: (one: Parts) => number, max: number): number =>
		parts.reduce((width, one) => {
			const own = one === null ? 0 : of(one) + 1
			return own <= max ? Math.max(width, own) : width
		}, 0)
	const labels = Math.max(
		LABEL_WIDTH,
		widest(({ label }) => label.length, MAX_LABEL_WIDTH),
	)
	const codeOf = ({ label, word, rest }: Parts): string => {
		const opening = label === '' ? ' '.repeat(labels) : `${label} `.padEnd(labels)
		return `${opening}${rest === '' ? word : `${word} `.padEnd(OPCODE_WIDTH)}${rest}`
	}
	const comments = widest(
		(one) => (one.comment === '' ? 0 : codeOf(one).length),
		labels + MAX_CODE_WIDTH,
	)
	const written = texts.map((row, at) => {
		const one = parts[at]
		if (!one) return at <= begin ? row : row.replace(/[ \t]+$/, '')
		const code = codeOf(one)
		const comment = one.comment.trimEnd()
		const line = comment === '' ? code : `${`${code} `.padEnd(comments)}${comment}`
		return line.length > LIMITS.lineLength ? row : line
	})
	const whole = rows.map((row, at) => (at % 2 === 0 ? (written[at / 2] ?? row) : row)).join('')
	return whole.length > LIMITS.sourceLength ? source : whole
}
