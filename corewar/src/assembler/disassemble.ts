/** Instructions as text, the way pMARS lists a load file. */
import { aModeOf, bModeOf, MODES, MODIFIERS, modifierOf, OPCODES, opcodeOf } from '../opcodes.ts'
import type { Warrior } from '../warrior.ts'

/** Values above half of the core are shown as the negative ones that they stand for. */
const signed = (value: number, coreSize: number): number =>
	value > coreSize / 2 ? value - coreSize : value

const NAME_WIDTH = 6
const VALUE_WIDTH = 6

/** @returns one instruction, such as `MOV.I  $     0, $     1` */
export function instructionText(word: number, a: number, b: number, coreSize: number): string {
	const name = `${OPCODES[opcodeOf(word)]}.${MODIFIERS[modifierOf(word)]}`
	const operand = (mode: number, value: number): string =>
		`${MODES[mode]}${String(signed(value, coreSize)).padStart(VALUE_WIDTH)}`
	return `${name.padEnd(NAME_WIDTH)} ${operand(aModeOf(word), a)}, ${operand(bModeOf(word), b)}`
}

/** @returns the load file of a warrior: ORG and one instruction a line, START before the first one executed, a number if that is outside */
export function disassemble(warrior: Warrior, coreSize: number): string {
	const { words, a, b } = warrior.code
	const rows = [...words].map((word, i) => {
		const label = i === warrior.start ? 'START' : ''
		return `${label.padEnd(NAME_WIDTH)} ${instructionText(word, a[i] ?? 0, b[i] ?? 0, coreSize)}`
	})
	const isInside = warrior.start < words.length
	const start = isInside ? 'START' : String(signed(warrior.start, coreSize))
	return [`       ORG      ${start}`, ...rows].join('\n')
}
