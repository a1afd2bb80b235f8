import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import type { Settings } from '../settings.ts'
import { STOCK_WARRIORS } from '../stock-warriors.ts'
import { type Assembled, assemble } from './assembler.ts'
import { disassemble } from './disassemble.ts'

/** The load file without its first line, one space between words. */
function listing(source: string, settings: Partial<Settings> = {}): string[] {
	const result = assemble(source, settings)
	if (!result.ok) throw new Error(JSON.stringify(result.errors))
	return disassemble(result.warrior, settings.coreSize ?? 8_000)
		.split('\n')
		.slice(1)
		.map((row) => row.trim().replace(/\s+/g, ' '))
}

const errorsOf = (result: Assembled) => (result.ok ? [] : result.errors)
const lines = (...rows: readonly string[]): string => rows.join('\n')

describe('instructions', () => {
	test.each([
		['dat 1', 'DAT.F # 0, $ 1'],
		['dat <1', 'DAT.F # 0, < 1'],
		['mov 0, 1', 'MOV.I $ 0, $ 1'],
		['mov #0, 1', 'MOV.AB # 0, $ 1'],
		['mov 0, #1', 'MOV.B $ 0, # 1'],
		['add 1, 2', 'ADD.F $ 1, $ 2'],
		['add #1, #2', 'ADD.AB # 1, # 2'],
		['mul 1, #2', 'MUL.B $ 1, # 2'],
		['slt 1, 2', 'SLT.B $ 1, $ 2'],
		['slt #1, 2', 'SLT.AB # 1, $ 2'],
		['ldp #1, #2', 'LDP.AB # 1, # 2'],
		['stp 1, 2', 'STP.B $ 1, $ 2'],
		['seq 1, 2', 'SEQ.I $ 1, $ 2'],
		['cmp #1, 2', 'CMP.AB # 1, $ 2'],
		['jmp @1', 'JMP.B @ 1, $ 0'],
		['jmz #1, 2', 'JMZ.B # 1, $ 2'],
		['spl 1', 'SPL.B $ 1, $ 0'],
		['nop', 'NOP.F $ 0, $ 0'],
		['MOV . ba }1 , {-1', 'MOV.BA } 1, { -1'],
		['dat *1, >2', 'DAT.F * 1, > 2'],
		['loop: djn.f loop, <-431', 'DJN.F $ 0, < -431'],
		['dat 4001, 4000', 'DAT.F $ -3999, $ 4000'],
	])('%s', (source, wanted) => {
		expect(listing(source)).toEqual([`START ${wanted}`])
	})
})

describe('expressions', () => {
	test.each([
		['1+2*3-4', 3],
		['(1+2)*3', 9],
		['-(-3)', 3],
		['100/10/5', 2],
		['-7/2', -3],
		['-7%4', -3],
		['!0+1', 2],
		['1||0&&0', 1],
		['3<=3', 1],
		['1<2<3', 1],
		['2==1<2', 1],
		['3>2>1', 0],
		['65536*65536', -704],
		['(a=2)+a', 4],
		['CORESIZE+VERSION', 92],
		['MAXLENGTH/MINDISTANCE', 1],
		['PSPACESIZE-500', 0],
		['CURLINE', 0],
		['READLIMIT-WRITELIMIT+WARRIORS+ROUNDS', 3],
		['MAXCYCLES/MAXPROCESSES', 10],
	])('%s', (source, wanted) => {
		expect(listing(`dat ${source}`)).toEqual([`START DAT.F # 0, $ ${wanted}`])
	})
})

describe('names, texts and loops', () => {
	test('labels are counted from the instruction, texts are replaced as they are written', () => {
		expect(
			listing(lines('sum equ 1+2', 'org b', 'a mov b, sum*2', '', 'b dat a, CURLINE', 'end')),
		).toEqual(['MOV.I $ 1, $ 5', 'START DAT.F $ -1, $ 1'])
	})

	test('a text of several lines is a macro, also one with a loop', () => {
		expect(
			listing(
				lines(
					'm equ n for 2',
					'  equ dat n, l',
					'  equ rof',
					'  equ jmp l',
					'l m',
					'  m',
					'  end l',
				),
			),
		).toEqual([
			'START DAT.F $ 1, $ 0',
			'DAT.F $ 2, $ -1',
			'JMP.B $ -2, $ 0',
			'DAT.F $ 1, $ -3',
			'DAT.F $ 2, $ -4',
			'JMP.B $ -5, $ 0',
		])
	})

	test('nested loops with counters, put into names with &', () => {
		expect(
			listing(lines('i for 2', 'j for i', 'x&i&j dat i, j', 'rof', 'rof', 'dat x0101, x0202')),
		).toEqual(['START DAT.F $ 1, $ 1', 'DAT.F $ 2, $ 1', 'DAT.F $ 2, $ 2', 'DAT.F $ -3, $ -1'])
	})

	test('a text uses the counters of the loop that it is written in', () => {
		expect(
			listing(lines('v01 equ 5', 'v02 equ 7', 'use equ v&n*2', 'n for 2', 'dat use', 'rof')),
		).toEqual(['START DAT.F # 0, $ 10', 'DAT.F # 0, $ 14'])
	})

	test('the last label in front of a FOR counts, the others are addresses', () => {
		expect(listing(lines('base', 'k for 3', 'dat base, k', 'rof'))).toEqual([
			'START DAT.F $ 0, $ 1',
			'DAT.F $ -1, $ 2',
			'DAT.F $ -2, $ 3',
		])
	})

	test('for 0 is a comment of several lines, whatever it says', () => {
		expect(
			listing(lines('for 0', 'hello, "world" é; it is', 'for 3', 'rof', 'rof', 'dat 1')),
		).toEqual(['START DAT.F # 0, $ 1'])
	})

	test('a loop may depend on a comparison and on labels before it', () => {
		expect(
			listing(lines('l dat 0', 'dat 0', 'for l+3 > 0', 'dat 5', 'rof', 'for 0-1', 'dat 6', 'rof')),
		).toHaveLength(3)
	})

	test('a label written twice is a warning, and the first one counts', () => {
		const result = assemble(lines('a jmp a', 'a jmp a'))
		expect(result.ok && result.warnings).toEqual([
			{ line: 2, column: 1, message: 'The label "a" exists already; this one is ignored.' },
		])
	})
})

test('directives: what stands before ;redcode and after the next one is not read', () => {
	const result = assemble(
		lines(
			'From: someone ;name Wrong',
			';redcode-94',
			';name Right one',
			';author A. B.',
			';strategy first',
			';strategy second',
			';assert CORESIZE == 8000 ; really',
			'pin 8001',
			'go mov 0, 1',
			';redcode',
			'?',
		),
	)
	expect(result).toMatchObject({ ok: true, warnings: [] })
	if (!result.ok) return
	const { name, author, strategy, pin, labels, lines: rows } = result.warrior
	expect({ name, author, strategy, pin }).toEqual({
		name: 'Right one',
		author: 'A. B.',
		strategy: 'first\nsecond',
		pin: 8001,
	})
	expect([...labels]).toEqual([['go', 0]])
	expect([...rows]).toEqual([9])
})

test('ORG counts before END, the last ORG before the first; END ends the source', () => {
	const result = assemble(lines('org a', 'org b', 'a dat 1', 'b dat 2', 'end a', '((('))
	expect(result.ok && result.warrior.start).toBe(1)
	expect(result.ok && result.warnings[0]?.message).toContain('ignored')
	expect(assemble(lines('dat 1', 'end 5'))).toMatchObject({
		ok: true,
		warnings: [{ line: 2, message: 'The warrior starts outside of its instructions.' }],
	})
})

describe('errors name line and column', () => {
	test.each<[source: string, line: number, column: number, message: string, hint?: string]>([
		['mov 0, traget\ntarget dat 0', 1, 8, '"traget" is not defined.', 'Did you mean "target"?'],
		['mov 0, Target\ntarget dat 0', 1, 8, '"Target" is not defined.', 'Did you mean "target"?'],
		['mov 0, x', 1, 8, '"x" is not defined.'],
		['dat 0\n mvo 0, 1', 2, 2, '"mvo" is no instruction.', 'Did you mean "MOV"?'],
		['mov 0', 1, 1, 'MOV needs two operands.'],
		['mov 0 1', 1, 7, '"1" cannot stand here.', 'Is a comma missing before it?'],
		['mov 0,', 1, 7, 'A number or a name is missing here.'],
		['mov 0, 1, 2', 1, 9, '"," cannot stand here.'],
		['mov.q 0, 1', 1, 4, '".q" is no modifier.'],
		['dat $$1', 1, 6, 'A number or a name is missing before "$".'],
		['dat (1+2', 1, 9, 'A ")" is missing here.'],
		['dat 1/0', 1, 6, 'Division by zero.'],
		['dat 99999999999999999999', 1, 5, 'The number is too large.'],
		['dat 1\nrof', 2, 1, 'This ROF has no FOR.'],
		['dat 1\nfor 2\ndat 2', 2, 1, 'This FOR has no ROF.'],
		['for nothing\nrof\ndat 1', 1, 5, '"nothing" is not defined.'],
		['x equ 1\nx equ 2\ndat x', 2, 1, '"x" is defined already.'],
		['equ 1\ndat 1', 1, 1, 'An EQU needs a name in front, or an EQU right before it to continue.'],
		['CORESIZE equ 1\ndat 1', 1, 1, '"CORESIZE" is a predefined constant.'],
		['a equ b\nb equ a\ndat a', 2, 7, '"a" stands for itself, or its texts are nested too deeply.'],
		['a equ a\na', 1, 7, '"a" stands for itself, or its texts are nested too deeply.'],
		['dat l&n', 1, 6, '"n" is no counter of a FOR around this line.'],
		['é dat 1', 1, 1, '"é" cannot stand here.'],
		['', 1, 1, 'The warrior has no instructions.'],
		[
			';assert CORESIZE > 8000\ndat 1',
			1,
			9,
			'The warrior is not made for these settings: CORESIZE > 8000.',
		],
		['dat 1\nCURLINE', 2, 1, '"CURLINE" is a predefined constant.'],
		['k for 101\ndat k\nrof', 2, 1, 'The warrior has more than 100 instructions.'],
	])('%j', (source, line, column, message, hint) => {
		const [first] = errorsOf(assemble(source))
		expect(first).toMatchObject({ line, column, message, ...(hint === undefined ? {} : { hint }) })
	})

	test('all of them at once, and a line that a loop repeats once', () => {
		const result = assemble(lines('for 5', 'mov 0, nowhere', 'rof', 'jmp elsewhere', 'dat 1+'))
		expect(errorsOf(result).map(({ line, column }) => [line, column])).toEqual([
			[2, 8],
			[4, 5],
			[5, 7],
		])
	})

	test('an assertion that cannot be evaluated is a warning', () => {
		expect(assemble(';assert FOO\ndat 1')).toMatchObject({
			ok: true,
			warnings: [{ line: 1, column: 9 }],
		})
	})
})

describe('hostile sources end within bounds', () => {
	const doubling = Array.from({ length: 31 }, (_, i) => `n${i} equ n${i + 1} + n${i + 1}`).join(
		'\n',
	)
	const empty = Array.from({ length: 31 }, (_, i) => `n${i} equ n${i + 1} n${i + 1}`).join('\n')
	test.each<[name: string, source: string]>([
		['a source that is too long', 'a'.repeat(LIMITS.sourceLength + 1)],
		['too many lines', '\n'.repeat(LIMITS.lines)],
		['a line that is too long', `dat ${'1+'.repeat(LIMITS.lineLength)}1`],
		['a name that is too long', `${'a'.repeat(LIMITS.nameLength + 1)} dat 1`],
		['parentheses', `dat ${'('.repeat(1_000)}1${')'.repeat(1_000)}`],
		['signs', `dat ${'-'.repeat(1_000)}1`],
		['assignments', `dat ${'a='.repeat(1_000)}1`],
		['a loop bomb', 'for 1000000000\nrof\ndat 1'],
		['nested loop bombs', `${'for 99\n'.repeat(10)}${'rof\n'.repeat(10)}dat 1`],
		['loops that are nested too deeply', `${'for 1\n'.repeat(100)}dat 1\n${'rof\n'.repeat(100)}`],
		['texts that double', `${doubling}\nn31 equ 1\ndat n0`],
		['texts that double to nothing', `${empty}\nn31 equ\ndat n0 1`],
		['macros that double', `a equ b\n equ b\nb equ a\n equ a\na`],
		['labels in a loop', `i for 99\nj for 99\nk for 99\nl&i&j&k\nrof\nrof\nrof\ndat 1`],
		[
			'thousands of unknown names',
			Array.from({ length: 9_000 }, (_, i) => `l${i} for u${i}\nrof`)
				.join('\n')
				.slice(0, 200_000),
		],
	])('%s', (_, source) => {
		const result = assemble(source, { maxLength: 8_000 })
		const errors = errorsOf(result)
		expect(errors.length).toBeGreaterThan(0)
		expect(errors.length).toBeLessThanOrEqual(100)
		for (const { line, column } of errors) {
			expect(line).toBeGreaterThan(0)
			expect(column).toBeGreaterThan(0)
		}
	})
})

test.each(STOCK_WARRIORS)(
	'the stock warrior $name assembles without a warning',
	({ source, name }) => {
		for (const settings of [
			{},
			{ coreSize: 25_200, maxLength: 5_040 },
			{ coreSize: 800, maxLength: 20 },
		]) {
			const result = assemble(source, settings)
			expect(result).toMatchObject({ ok: true, warnings: [] })
			expect(result.ok && result.warrior.name).toBe(name)
		}
	},
)

test('a load file says where a warrior starts, also if that is outside of it', () => {
	const first = (source: string): string | undefined => {
		const result = assemble(source)
		return result.ok ? disassemble(result.warrior, 8_000).split('\n')[0] : undefined
	}
	expect(first('dat 1\nend 0')).toBe('       ORG      START')
	expect(first('dat 1\nend 5')).toBe('       ORG      5')
	expect(first('dat 1\nend 0-2')).toBe('       ORG      -2')
})
