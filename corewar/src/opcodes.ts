/** The instruction set, and how opcode, modifier and both modes become one number (a word). */

/** The order is part of the word: up to MOV they do not read what is at their B-operand (`fast.ts`). */
export const OPCODES = [
	'JMP',
	'SPL',
	'NOP',
	'DAT',
	'MOV',
	'JMZ',
	'JMN',
	'DJN',
	'ADD',
	'SUB',
	'MUL',
	'CMP',
	'SEQ',
	'SNE',
	'SLT',
	'DIV',
	'MOD',
	'LDP',
	'STP',
] as const
export type Opcode = (typeof OPCODES)[number]

export const MODIFIERS = ['A', 'B', 'AB', 'BA', 'F', 'X', 'I'] as const
export type Modifier = (typeof MODIFIERS)[number]

/**
 * The order is part of the word: from 2 on a mode is indirect, odd ones go by the B-field, bit 4
 * says that it changes the field it goes by, and of those the ones with bit 2 do so afterwards.
 */
export const MODES = ['#', '$', '*', '@', '{', '<', '}', '>'] as const
export type Mode = (typeof MODES)[number]

export const OP = {
	JMP: 0,
	SPL: 1,
	NOP: 2,
	DAT: 3,
	MOV: 4,
	JMZ: 5,
	JMN: 6,
	DJN: 7,
	ADD: 8,
	SUB: 9,
	MUL: 10,
	CMP: 11,
	SEQ: 12,
	SNE: 13,
	SLT: 14,
	DIV: 15,
	MOD: 16,
	LDP: 17,
	STP: 18,
} as const satisfies Record<Opcode, number>

export const MODIFIER = {
	A: 0,
	B: 1,
	AB: 2,
	BA: 3,
	F: 4,
	X: 5,
	I: 6,
} as const satisfies Record<Modifier, number>

export const MODE = {
	IMMEDIATE: 0,
	DIRECT: 1,
} as const

/** Bits of a word: opcode (5), modifier (3), A-mode (3), B-mode (3). */
export const packWord = (opcode: number, modifier: number, aMode: number, bMode: number): number =>
	(opcode << 9) | (modifier << 6) | (aMode << 3) | bMode

export const opcodeOf = (word: number): number => word >> 9
export const modifierOf = (word: number): number => (word >> 6) & 7
export const aModeOf = (word: number): number => (word >> 3) & 7
export const bModeOf = (word: number): number => word & 7

/** `DAT.F $0, $0`: what an untouched cell of the core holds. */
export const EMPTY_WORD = packWord(OP.DAT, MODIFIER.F, MODE.DIRECT, MODE.DIRECT)

/** The modifier that ICWS'94 gives to an instruction written without one. */
export function defaultModifier(opcode: number, aMode: number, bMode: number): number {
	switch (opcode) {
		case OP.DAT:
		case OP.NOP:
			return MODIFIER.F
		case OP.JMP:
		case OP.JMZ:
		case OP.JMN:
		case OP.DJN:
		case OP.SPL:
			return MODIFIER.B
		case OP.MOV:
		case OP.CMP:
		case OP.SEQ:
		case OP.SNE:
			return byImmediates(aMode, bMode, MODIFIER.I)
		case OP.SLT:
		case OP.LDP:
		case OP.STP:
			return byImmediates(aMode, bMode, MODIFIER.B)
		default:
			return byImmediates(aMode, bMode, MODIFIER.F)
	}
}

function byImmediates(aMode: number, bMode: number, neither: number): number {
	if (aMode === MODE.IMMEDIATE) return MODIFIER.AB
	return bMode === MODE.IMMEDIATE ? MODIFIER.B : neither
}
