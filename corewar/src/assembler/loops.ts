/** The begins and ends of loops, before anything is replaced. */
import { keyword, OPCODE_OF } from './keywords.ts'
import type { Line, Token } from './lexer.ts'

const isJoint = (token: Token): boolean =>
	token.kind === 'sign' && (token.text === ':' || token.text === '&')

/** FOR and ROF stand after names only. */
function opens(line: Line): 'FOR' | 'ROF' | null {
	for (const token of line.tokens) {
		const word = keyword(token)
		if (word === 'FOR' || word === 'ROF') return word
		const isLabel = token.kind === 'name' ? !OPCODE_OF.has(word) && word !== 'EQU' : isJoint(token)
		if (!isLabel) return null
	}
	return null
}

/** @returns for each line with FOR the index of its ROF */
export function loopsOf(lines: readonly Line[]): ReadonlyMap<number, number> {
	const ends = new Map<number, number>()
	const open: number[] = []
	for (const [i, line] of lines.entries()) {
		const found = opens(line)
		if (found === 'FOR') open.push(i)
		const begin = found === 'ROF' ? open.pop() : undefined
		if (begin !== undefined) ends.set(begin, i)
	}
	return ends
}
