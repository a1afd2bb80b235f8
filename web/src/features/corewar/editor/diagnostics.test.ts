/** An error is underlined where it is. */
import { Text } from '@codemirror/state'
import { assemble } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { diagnosticsOf } from './diagnostics.ts'

const found = (source: string): string[] => {
	const result = assemble(source)
	const { warnings } = result
	const errors = result.ok ? [] : result.errors
	const doc = Text.of(source.split('\n'))
	return diagnosticsOf(doc, { errors, warnings, length: null }).map(({ from, to }) =>
		doc.sliceString(from, to),
	)
}

test('an unknown name is underlined as a whole, on its line', () => {
	expect(found('loop mov 0, 1\n     jmp lop')).toEqual(['lop'])
})
test('a place behind the text, and a line behind the last, are at the end', () => {
	const doc = Text.of(['mov 0, 1', ''])
	const at = (line: number, column: number) =>
		diagnosticsOf(doc, { errors: [{ line, column, message: 'x' }], warnings: [], length: null })[0]
	expect(at(1, 99)).toMatchObject({ from: 8, to: 8 })
	expect(at(9, 9)).toMatchObject({ from: 9, to: 9 })
	expect(at(0, 0)).toMatchObject({ from: 0, to: 3 })
})
test('the hint stands behind the message, and errors come in the order of the source', () => {
	const problem = { line: 1, column: 1, message: 'Wrong.', hint: 'Write it right.' }
	const list = diagnosticsOf(Text.of(['a b']), {
		errors: [{ ...problem, column: 3 }],
		warnings: [problem],
		length: null,
	})
	expect(list.map(({ message, severity, from }) => [message, severity, from])).toEqual([
		['Wrong. Write it right.', 'warning', 0],
		['Wrong. Write it right.', 'error', 2],
	])
})
