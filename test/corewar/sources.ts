/** Sources by dice: warriors of any instructions, ones that use all of the language, and hostile ones. */
import { MODES, MODIFIERS, OPCODES } from '../../corewar/src/index.ts'
import type { Dice } from './dice.ts'

/** Those that keep a warrior alive come more often, so that fights last. */
const FREQUENT = ['MOV', 'MOV', 'SPL', 'SPL', 'JMP', 'DJN', 'ADD', 'JMN', 'NOP'] as const

/** Instructions without names; offsets are mostly small, so that warriors meet themselves. */
export function plainWarrior(dice: Dice, length: number, coreSize: number): string {
	const offset = (): number => (dice.roll(3) === 0 ? dice.roll(coreSize) : dice.roll(11) - 5)
	const rows = dice.times(length, () => {
		const opcode = dice.roll(2) === 0 ? dice.pick(FREQUENT) : dice.pick(OPCODES)
		const modifier = dice.roll(4) === 0 ? '' : `.${dice.pick(MODIFIERS)}`
		return `${opcode}${modifier} ${dice.pick(MODES)}${offset()}, ${dice.pick(MODES)}${offset()}`
	})
	const pin = dice.roll(4) === 0 ? ['pin 3'] : []
	return [';redcode-94', ';assert 1', ...pin, `org ${dice.roll(length)}`, ...rows, 'end'].join('\n')
}

const CONSTANTS = ['CORESIZE', 'MAXLENGTH', 'MINDISTANCE', 'PSPACESIZE', 'VERSION', 'CURLINE']
const LEVELS = [
	['*', '/', '%'],
	['+', '-'],
	['==', '!=', '<', '>', '<=', '>='],
	['&&'],
	['||'],
] as const

/**
 * Never divides by zero, and stays far below 2^53. Operators of one level only, without parentheses: pMARS reads
 * `5-2*3-1` as `5-(2*3-1)`, against its own table of precedence. And short, for its lines hold 256 characters.
 */
function expression(dice: Dice, names: readonly string[], depth = 1): string {
	const kind = depth === 0 ? dice.roll(2) : dice.roll(6)
	if (kind === 0) return String(dice.roll(100))
	if (kind === 1) return dice.pick([...names, ...CONSTANTS])
	const inner = (): string => expression(dice, names, depth - 1)
	if (kind === 2) return `(${inner()})`
	if (kind === 3) return `${dice.pick(['-', '+', '!'])}(${inner()})`
	const level = dice.pick(LEVELS)
	let text = `(${inner()})`
	for (let terms = 1 + dice.roll(3); terms > 0; terms--) {
		const operator = dice.pick(level)
		const right =
			operator === '/' || operator === '%' ? String(1 + dice.roll(9)) : `((${inner()})%97)`
		text += `${dice.pick(['', ' '])}${operator}${dice.pick(['', ' '])}${right}`
	}
	return text
}

/** Labels, texts of one and several lines, nested loops with counters in names, expressions, ORG or END. */
export function richSource(dice: Dice): string {
	const labels = dice.times(4, (i) => `lab_${i}`)
	const texts = dice.times(3, (i) => `text${i}`)
	const rows = [';redcode', ';assert CORESIZE > 0']
	for (const [i, text] of texts.entries()) {
		rows.push(`${text} equ ${expression(dice, texts.slice(0, i), 1)} ; a comment`)
	}
	const names = [...labels, ...texts]
	const instruction = (known: readonly string[]): string => {
		const opcode = dice.pick(OPCODES)
		const cased = dice.roll(3) === 0 ? opcode.toLowerCase() : opcode
		const modifier = dice.roll(2) === 0 ? '' : `.${dice.pick(MODIFIERS)}`
		const operand = (): string =>
			`${dice.pick([...MODES, '', ''])}${dice.pick(['', ' '])}${expression(dice, known)}`
		const one = ['JMP', 'SPL', 'DAT', 'NOP'].includes(opcode) && dice.roll(3) === 0
		return `${cased}${modifier} ${operand()}${one ? '' : `, ${operand()}`}`
	}
	rows.push(`macro equ ${instruction(names)}`, ` equ ${instruction(names)}`)
	for (const label of labels) {
		rows.push(dice.pick([`${label}`, `${label}:`, `${label} ${instruction(names)}`]))
		rows.push(...dice.times(dice.roll(3), () => instruction(names)))
		if (dice.roll(3) === 0) rows.push(`in${label} macro`)
		if (dice.roll(2) === 0) rows.push(...loop(dice, label, names, instruction))
	}
	rows.push(instruction(names))
	const ends = ['end', `end ${dice.pick(labels)}`, '']
	return [...rows, dice.pick(ends)].join('\n')
}

function loop(
	dice: Dice,
	label: string,
	names: readonly string[],
	instruction: (known: readonly string[]) => string,
): string[] {
	const times = dice.pick(['0', '1', '2', '3', '2+1', 'CORESIZE>0', '1>2'])
	const inner = `j${label} for i${label}\n${instruction([...names, `i${label}`, `j${label}`])}\nrof`
	return [
		`i${label} for ${times}`,
		`own${label}&i${label} ${instruction([...names, `own${label}&i${label}`, `i${label}`])}`,
		...(dice.roll(2) === 0 ? [inner] : []),
		'rof',
	]
}

const PIECES = [
	'mov',
	'dat',
	'equ',
	'for',
	'rof',
	'end',
	'org',
	'pin',
	'spl',
	'x',
	'y',
	'z',
	'i',
	'CURLINE',
	'0',
	'1',
	'99',
	'1000000000',
	'9007199254740993',
	',',
	'#',
	'$',
	'@',
	'<',
	'>',
	'{',
	'}',
	'*',
	'&',
	'&&',
	'(',
	')',
	'-',
	'+',
	'/',
	'%',
	'=',
	'==',
	'!',
	':',
	';',
	'.',
	'.ab',
	'.q',
	'"',
	'é',
	'\n',
	'\n',
	'\n',
	'\n',
	' ',
	'\t',
	'\r',
	'\0',
	';assert',
	';redcode',
	';name',
	'\u2028',
	'😀',
]

/** Rarely a warrior: pieces in any order, some of them thousands of times, loops in loops, texts of texts. */
export function hostileSource(dice: Dice): string {
	const pieces = (count: number): string =>
		dice.times(count, () => `${dice.pick(PIECES)}${dice.pick(['', ' '])}`).join('')
	switch (dice.roll(6)) {
		case 0:
			return dice.pick(PIECES).repeat(1 + dice.roll(dice.pick([5, 50, 500, 500, 50_000])))
		case 1:
			return `${`k for ${1 + dice.roll(1_000)}\n`.repeat(1 + dice.roll(dice.pick([2, 2, 2, 40])))}${pieces(30)}\n${'rof\n'.repeat(dice.roll(40))}`
		case 2: {
			const count = 1 + dice.roll(dice.pick([8, 8, 60]))
			const texts = dice.times(
				count,
				(i) => `t${i} equ t${i + 1}${dice.pick([' ', '+', ',', '\n equ '])}t${i + 1}`,
			)
			return `${texts.join('\n')}\nt${count} equ ${pieces(3)}\n${pieces(10)} t0\nt0 t0\ndat t0`
		}
		case 3:
			return `dat ${dice.pick(['(', '-', '!', 'a=', '1+(', '((']).repeat(1 + dice.roll(dice.pick([20, 200, 2_000])))}1`
		case 4:
			return dice
				.times(dice.roll(dice.pick([10, 10, 10, 100, 3_000])), () => pieces(dice.roll(9)))
				.join('\n')
		default:
			return pieces(dice.roll(dice.pick([20, 100, 400])))
	}
}
