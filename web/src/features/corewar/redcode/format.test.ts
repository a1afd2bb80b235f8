/** Formatting may never change what a warrior does. */
import { assemble, STOCK_WARRIORS } from '@fairlead/corewar/source'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Dice } from '../../../../../test/corewar/dice.ts'
import { richSource } from '../../../../../test/corewar/sources.ts'
import { formatRedcode } from './format.ts'

/** Without the places, which formatting moves. */
function meaning(source: string): unknown {
	const result = assemble(source)
	if (!result.ok) return result.errors.map(({ message }) => message)
	const { code, start, pin, name, author, strategy } = result.warrior
	return { code, start, pin, name, author, strategy }
}

test.each(STOCK_WARRIORS)(
	'$name assembles to the same, and is formatted once for all',
	({ source }) => {
		const formatted = formatRedcode(source)
		expect(assemble(formatted).ok).toBe(true)
		expect(meaning(formatted)).toEqual(meaning(source))
		expect(formatRedcode(formatted)).toBe(formatted)
	},
)

test('2,000 sources by dice with all of the language assemble to the same', () => {
	const dice = new Dice(7)
	for (let n = 0; n < 2_000; n++) {
		const source = richSource(dice)
		const squeezed = source.replace(/ *, */g, ',').replace(/^ +/gm, '')
		expect(meaning(formatRedcode(squeezed))).toEqual(meaning(source))
	}
})

test('any text keeps all but its white space', () => {
	const bare = (text: string): string => text.replace(/\s/g, '')
	const piece = fc.constantFrom(
		'mov',
		'a',
		' ',
		'\t',
		';',
		',',
		'.i',
		'&',
		':',
		'\n',
		'\r\n',
		'equ',
		'<',
		'=',
		'\u00a0',
		'5',
		';redcode',
		'(',
		'"',
		'for',
		'é',
	)
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
			const source = pieces.join('')
			const formatted = formatRedcode(source)
			expect(bare(formatted)).toBe(bare(source))
			expect(formatted.split(/\r\n|\n|\r/).length).toBe(source.split(/\r\n|\n|\r/).length)
			expect(meaning(formatted)).toEqual(meaning(source))
		}),
		{ numRuns: 2_000 },
	)
})

describe('the columns', () => {
	test('labels, opcodes, operands and comments stand below each other', () => {
		const source = 'loop add.ab #4,bomb;next\n\tmov.i bomb , @bomb ; throw\njmp loop\nbomb: dat 0\n'
		expect(formatRedcode(source)).toBe(
			[
				'loop    add.ab  #4, bomb    ;next',
				'        mov.i   bomb, @bomb ; throw',
				'        jmp     loop',
				'bomb:   dat     0',
				'',
			].join('\n'),
		)
	})
	test('whole lines of comment and the mail before the warrior stay as they are', () => {
		const source = 'Hi  , mov this\n   ;x\n;redcode\n  ; a   remark\n mov 0,1'
		expect(formatRedcode(source)).toBe(
			'Hi  , mov this\n   ;x\n;redcode\n  ; a   remark\n        mov     0, 1',
		)
	})
	test('a line that would become too long for the assembler stays as it is', () => {
		const long = `mov 1${'+1'.repeat(2_045)},2`
		expect(formatRedcode(long)).toBe(long)
	})
})
