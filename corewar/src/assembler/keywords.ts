/** Words that are no labels. */

import { OP } from '../opcodes.ts'
import type { Token } from './lexer.ts'

export const OPCODE_OF: ReadonlyMap<string, number> = new Map(Object.entries(OP))
export const PSEUDO = ['EQU', 'FOR', 'ROF', 'ORG', 'END', 'PIN']

/** A name in the spelling of keywords, which is any; else nothing. */
export const keyword = (token: Token | undefined): string =>
	token?.kind === 'name' ? token.text.toUpperCase() : ''
