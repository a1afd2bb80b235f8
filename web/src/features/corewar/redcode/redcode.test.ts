/** The grammar, completion and hovering: a person sees wrong colours or is offered what does not assemble. */
import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { assemble, MODES, MODIFIERS, OPCODES, STOCK_WARRIORS } from '@fairlead/corewar/source'
import { describe, expect, test } from 'vitest'
import { completeRedcode } from './completion.ts'
import { meaningAt } from './hover.ts'
import { CONSTANTS } from './keywords.ts'
import { redcode } from './language.ts'
import { MODE_DOCS, MODIFIER_DOCS, OPCODE_DOCS, PSEUDO_DOCS } from './opcode-docs.ts'
import { parser } from './parser.ts'

/** Texts of the nodes with a name. */
function found(source: string, name: string): string[] {
	const texts: string[] = []
	parser.parse(source).iterate({
		enter: (node) => {
			if (node.name === name) texts.push(source.slice(node.from, node.to))
		},
	})
	return texts
}
const errorsIn = (source: string): string[] => {
	const texts: string[] = []
	parser.parse(source).iterate({
		enter: (node) => {
			if (node.type.isError) texts.push(source.slice(node.from - 10, node.to + 10))
		},
	})
	return texts
}

describe('the grammar', () => {
	test.each(STOCK_WARRIORS)('reads $name without an error', ({ source }) => {
		expect(errorsIn(source)).toEqual([])
	})

	test('knows labels, also several and with counters, from names in operands', () => {
		const source = 'n for 3\na&n b: mov.i a&n, b ; c\nrof\n'
		expect(found(source, 'Label')).toEqual(['n', 'a&n', 'b:'])
		expect(found(source, 'Opcode')).toEqual(['mov'])
		expect(found(source, 'Operand')).toEqual(['a&n', 'b'])
		expect(errorsIn(source)).toEqual([])
	})

	test('knows a mode from an operator', () => {
		expect(found('mov *a*2, <b<3', 'Mode')).toEqual(['*', '<'])
		expect(found('mov *a*2, <b<3', 'Compare')).toEqual(['*', '<'])
	})

	test('takes any text after EQU, and expressions of all kinds', () => {
		const source = 'x equ mov.i #1, <2\ny equ (CORESIZE+1)/3 % -2\nz dat (x=5)&&!y||(2>=1), 3!=4\n'
		expect(errorsIn(source)).toEqual([])
	})

	test('knows comments that mean something', () => {
		const source = ';redcode-94\n; name x\n;assert 1\n; naming\n;  a remark'
		expect(found(source, 'Meta')).toEqual([';redcode-94', '; name x', ';assert 1'])
		expect(found(source, 'Comment')).toEqual(['; naming', ';  a remark'])
	})

	test('reads words in any spelling, and constants in capitals only', () => {
		expect(found('MoV coresize, CORESIZE', 'Opcode')).toEqual(['MoV'])
		expect(found('MoV coresize, CORESIZE', 'Constant')).toEqual(['CORESIZE'])
	})
})

describe('what is explained', () => {
	test('has a text for everything that the engine has', () => {
		expect(Object.keys(OPCODE_DOCS).sort()).toEqual([...OPCODES].sort())
		expect(Object.keys(MODIFIER_DOCS).sort()).toEqual([...MODIFIERS].sort())
		expect(Object.keys(MODE_DOCS).sort()).toEqual([...MODES].sort())
		expect(Object.keys(PSEUDO_DOCS).sort()).toEqual(['END', 'EQU', 'FOR', 'ORG', 'PIN', 'ROF'])
	})

	test.each(Object.keys(CONSTANTS))('%s is one that the assembler knows', (name) => {
		expect(assemble(`dat ${name}, 0`)).toMatchObject({ ok: true })
	})

	test('is found under the pointer; a name shows the line that defines it', () => {
		const state = stateOf('step    equ 4\n  mov.ab #step, 1')
		expect(meaningAt(state, 17, 1)).toMatchObject({ title: 'MOV' })
		expect(meaningAt(state, 20, 1)).toMatchObject({ title: 'AB', text: MODIFIER_DOCS.AB })
		expect(meaningAt(state, 23, 1)).toMatchObject({ title: '#' })
		expect(meaningAt(state, 25, 1)).toMatchObject({ title: 'step', text: 'Line 1: step equ 4' })
		expect(meaningAt(state, 22, 1)).toBeNull()
	})
})

const stateOf = (doc: string): EditorState => EditorState.create({ doc, extensions: [redcode()] })

/** The completions at `|`. */
function offered(text: string, explicit = false): readonly string[] {
	const pos = text.indexOf('|')
	const state = stateOf(text.replace('|', ''))
	const result = completeRedcode(new CompletionContext(state, pos, explicit))
	return result?.options.map(({ label }) => label) ?? []
}

describe('completion', () => {
	test('offers opcodes in the case that was begun', () => {
		expect(offered('m|')).toContain('mov')
		expect(offered('M|')).toContain('MOV')
	})
	test('offers the modifiers after the dot, and nothing else', () => {
		expect(offered('mov.|')).toEqual(['a', 'b', 'ab', 'ba', 'f', 'x', 'i'])
	})
	test('offers labels and constants in operands, also those of later lines', () => {
		const labels = offered('  mov b|\nbomb dat 0\nstep equ 3\n')
		expect(labels).toEqual(expect.arrayContaining(['bomb', 'step', 'CORESIZE']))
		expect(labels).not.toContain('mov')
	})
	test('offers nothing in a comment, and directives where one begins', () => {
		expect(offered('mov 1 ; m|')).toEqual([])
		expect(offered(';a|')).toContain(';assert')
	})
})
