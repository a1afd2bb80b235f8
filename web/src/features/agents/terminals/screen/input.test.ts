import { TERMINAL_LIMITS, ViewerInput } from '@fairlead/protocol/agents/terminals'
import { expect, test } from 'vitest'
import { isReport, pieces } from './input.ts'

test('a long paste arrives whole, in pieces that the room takes', () => {
	const paste = 'x'.repeat(TERMINAL_LIMITS.input - 1) + '😀'.repeat(TERMINAL_LIMITS.input)
	const cut = pieces(paste)
	expect(cut.join('')).toBe(paste)
	for (const data of cut) {
		expect(data.isWellFormed()).toBe(true)
		expect(
			ViewerInput.safeParse({
				editorKey: 'relay-1:aaaaaaaaaaaa',
				terminalId: 'term_aaaaaaaaaaaa',
				data,
			}).success,
		).toBe(true)
	}
	expect(pieces('')).toEqual([])
	expect(pieces('abcde', 2)).toEqual(['ab', 'cd', 'e'])
})

test('a page that is only looked at, or hovered over, does not type', () => {
	expect(['\x1b[I', '\x1b[O', '\x1b[<35;10;4M', '\x1b[M !!'].every(isReport)).toBe(true)
	// Arrows, Escape, a function key, a paste.
	expect(['\x1b[A', '\x1bOP', '\x1b', '\x1b[15~', '\x1b[200~hi\x1b[201~', 'I'].some(isReport)).toBe(
		false,
	)
})
