/**
 * The number that decides the positions of `-f`, so that they are those of pMARS. It was measured, not read: the
 * position of the second warrior was found by the cycle in which a bomb hits it, for pairs that differ in one field.
 * Every field is a number, takes its index among the fields of all warriors by exclusive or, and is added up.
 */
import { aModeOf, bModeOf, MODES, modifierOf, OPCODES, opcodeOf } from '../opcodes.ts'
import type { Warrior } from '../warrior.ts'

const THEIR_OPCODES =
	'MOV ADD SUB MUL DIV MOD JMZ JMN DJN CMP SLT SPL DAT JMP SEQ SNE NOP LDP STP'.split(' ')
const THEIR_MODES = '#$@<>'
/** Modes that go through the A-field. */
const THEIR_A_MODES = '*{}'
const A_MODE = 0x82

const opcodes = OPCODES.map((name) => THEIR_OPCODES.indexOf(name))
const modes = [...MODES].map((mode) => {
	const at = THEIR_MODES.indexOf(mode)
	return at >= 0 ? at : A_MODE + THEIR_A_MODES.indexOf(mode)
})

export function checksum(warriors: readonly Warrior[]): number {
	let sum = 0
	let index = 0
	const add = (field = 0): void => {
		sum += field ^ index++
	}
	for (const { code } of warriors) {
		for (const [i, word] of code.words.entries()) {
			add(((opcodes[opcodeOf(word)] ?? 0) << 3) | modifierOf(word))
			add(modes[aModeOf(word)])
			add(modes[bModeOf(word)])
			add(code.a[i])
			add(code.b[i])
		}
	}
	return sum
}
