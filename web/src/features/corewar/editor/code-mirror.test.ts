/** When the editor asks the assembler, and what it takes for a change by the person. */
import { history, undo } from '@codemirror/commands'
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import {
	asksForCheck,
	extensionsFor,
	isOwnChange,
	recheck,
	relabel,
	replacement,
} from './code-mirror.ts'

test('other settings have the same source checked again; moving the cursor does not', () => {
	const state = EditorState.create({ doc: 'mov 0, 1' })
	const after = (spec: TransactionSpec) => asksForCheck({ transactions: [state.update(spec)] })
	expect(after({ effects: recheck.of(null) })).toBe(true)
	expect(after({ selection: { anchor: 3 } })).toBe(false)
})

const opened = (doc: string) => EditorState.create({ doc, extensions: history() })
const isOwn = (one: Transaction) => isOwnChange({ docChanged: one.docChanged, transactions: [one] })

test('a file with line ends of Windows is not changed by opening it', () => {
	const source = ';name Dwarf\r\nmov 0, 1\r\n'
	expect(replacement(opened(source), source, 'outside')).toBeNull()
	expect(replacement(opened(source), source, 'person')).toBeNull()
})

test('a change by another tab is shown, and neither kept nor undone here', () => {
	const typed = opened('mov 0, 1').update({ changes: { from: 8, insert: '0' } })
	expect(isOwn(typed)).toBe(true)
	const theirs = typed.state.update(replacement(typed.state, 'dat 0\nmov 0, 10', 'outside') ?? {})
	expect(theirs.state.doc.toString()).toBe('dat 0\nmov 0, 10')
	expect(isOwn(theirs)).toBe(false)
	const undone: Transaction[] = []
	undo({ state: theirs.state, dispatch: (one) => undone.push(one) })
	expect(undone.map(({ state }) => state.doc.toString())).not.toContain('mov 0, 10')
})

test('a change by Format is the person’s own: it is kept, and undone as one', () => {
	const state = opened('mov 0,1')
	const formatted = state.update(replacement(state, '        mov     0, 1', 'person') ?? {})
	expect(isOwn(formatted)).toBe(true)
	const undone: Transaction[] = []
	undo({ state: formatted.state, dispatch: (one) => undone.push(one) })
	expect(undone.map((one) => one.state.doc.toString())).toEqual(['mov 0,1'])
})

test('the editor is named anew when its warrior is', () => {
	const check = async () => ({ errors: [], warnings: [], length: 1 })
	const ports = { label: 'Source of Imp', onChange: () => undefined, check }
	const state = EditorState.create({ extensions: extensionsFor(ports) })
	const labels = (of: EditorState) =>
		of
			.facet(EditorView.contentAttributes)
			.flatMap((one) => ('aria-label' in one ? one['aria-label'] : []))
	expect(labels(state)).toEqual(['Source of Imp'])
	const renamed = state.update({ effects: relabel('Source of Dwarf') })
	expect(labels(renamed.state)).toEqual(['Source of Dwarf'])
	expect(isOwn(renamed)).toBe(false)
})
