/** Which names are words of the language: the parser asks for each. */
import { OPCODES } from '@fairlead/corewar/source'
import * as terms from './parser.terms.ts'

const PSEUDO = ['ORG', 'END', 'PIN'] as const
const LOOP = ['FOR', 'ROF'] as const

/** The assembler's predefined constants, with their meanings. */
export const CONSTANTS = {
	CORESIZE: 'Cells of the core.',
	MAXPROCESSES: 'Processes that a warrior may have at once.',
	MAXCYCLES: 'Cycles until a round is a tie.',
	MAXLENGTH: 'Instructions that a warrior may have.',
	MINDISTANCE: 'Cells between the first instructions of two warriors, at least.',
	WARRIORS: 'Warriors in the core.',
	ROUNDS: 'Rounds of the battle.',
	PSPACESIZE: 'Cells of a warrior’s P-space.',
	READLIMIT: 'How far away an instruction reads.',
	WRITELIMIT: 'How far away an instruction writes.',
	VERSION: 'The version of the dialect.',
	CURLINE: 'The address of this instruction, from the beginning of the warrior.',
} as const

const TERM_OF: ReadonlyMap<string, number> = new Map([
	...OPCODES.map((name) => [name, terms.Opcode] as const),
	...PSEUDO.map((name) => [name, terms.Pseudo] as const),
	...LOOP.map((name) => [name, terms.LoopWord] as const),
	['EQU', terms.Equ],
])

/** @returns the token of a word, in any spelling; constants are written in capitals; −1: a name */
export const wordOf = (text: string, _stack?: unknown): number =>
	Object.hasOwn(CONSTANTS, text) ? terms.Constant : (TERM_OF.get(text.toUpperCase()) ?? -1)
