/** A sentence or two about each instruction, modifier and mode: for completion and for hovering. */
import type { MODES, MODIFIERS, OPCODES } from '@fairlead/corewar/source'

type ByName<Names extends readonly string[]> = Readonly<Record<Names[number], string>>

export const OPCODE_DOCS: ByName<typeof OPCODES> = {
	DAT: 'Ends the process that executes it. Its fields hold data.',
	MOV: 'Copies from the A-operand to the B-operand.',
	ADD: 'Adds the A-operand to the B-operand.',
	SUB: 'Subtracts the A-operand from the B-operand.',
	MUL: 'Multiplies the B-operand by the A-operand.',
	DIV: 'Divides the B-operand by the A-operand. Division by zero ends the process.',
	MOD: 'Leaves in the B-operand what remains after division by the A-operand. Zero ends the process.',
	JMP: 'Continues at the A-operand. The B-operand is evaluated, but not used.',
	JMZ: 'Continues at the A-operand if the B-operand is zero.',
	JMN: 'Continues at the A-operand if the B-operand is not zero.',
	DJN: 'Counts the B-operand down by one, then continues at the A-operand if it is not zero.',
	CMP: 'Skips the next instruction if both operands are equal. The same as SEQ.',
	SEQ: 'Skips the next instruction if both operands are equal.',
	SNE: 'Skips the next instruction if the operands differ.',
	SLT: 'Skips the next instruction if the A-operand is less than the B-operand.',
	SPL: 'Starts another process at the A-operand; this one continues behind the instruction.',
	NOP: 'Does nothing besides evaluating its operands.',
	LDP: 'Loads the cell of P-space that the A-operand names into the B-operand.',
	STP: 'Stores the A-operand in the cell of P-space that the B-operand names.',
}

export const MODIFIER_DOCS: ByName<typeof MODIFIERS> = {
	A: 'A-field to A-field.',
	B: 'B-field to B-field.',
	AB: 'A-field to B-field.',
	BA: 'B-field to A-field.',
	F: 'Both fields, each to its own.',
	X: 'Both fields, crossed.',
	I: 'The whole instruction.',
}

export const MODE_DOCS: ByName<typeof MODES> = {
	'#': 'Immediate: the number itself.',
	$: 'Direct: the cell that is so far away. An operand without a sign is meant so.',
	'*': 'Indirect by the A-field of the cell.',
	'@': 'Indirect by the B-field of the cell.',
	'{': 'Indirect by the A-field, which is counted down before.',
	'<': 'Indirect by the B-field, which is counted down before.',
	'}': 'Indirect by the A-field, which is counted up afterwards.',
	'>': 'Indirect by the B-field, which is counted up afterwards.',
}

export const PSEUDO_DOCS = {
	EQU: 'Gives a text a name. Several lines of EQU in a row make a text of several lines.',
	FOR: 'Writes the lines up to ROF so many times. The label before it counts from 1.',
	ROF: 'Ends the lines that FOR repeats.',
	ORG: 'Says where the warrior begins.',
	END: 'Ends the source. An operand says where the warrior begins.',
	PIN: 'Warriors with the same number share their P-space.',
} as const satisfies Readonly<Record<string, string>>
