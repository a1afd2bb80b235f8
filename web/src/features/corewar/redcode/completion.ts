/** Completions at the cursor: opcodes, modifiers, labels of this source, constants, directives. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { MODIFIERS, OPCODES } from '@fairlead/corewar/source'
import { CONSTANTS } from './keywords.ts'
import { MODIFIER_DOCS, OPCODE_DOCS, PSEUDO_DOCS } from './opcode-docs.ts'
import { treeOf } from './tree.ts'

const META: readonly Completion[] = [
	{ label: ';redcode-94', type: 'text', info: 'Begins a warrior; what stands before is not read.' },
	{ label: ';name', type: 'text', info: 'The warrior’s name.' },
	{ label: ';author', type: 'text', info: 'The warrior’s author.' },
	{ label: ';strategy', type: 'text', info: 'How it fights; several lines are joined.' },
	{ label: ';assert', type: 'text', info: 'A condition that settings must meet.' },
]

/** In lower case, as most warriors are written; in capitals after a capital. */
const inCaseOf = (typed: string, name: string): string =>
	/^[A-Z]/.test(typed) ? name : name.toLowerCase()

const words = (docs: Readonly<Record<string, string>>, typed: string, type: string): Completion[] =>
	Object.entries(docs).map(([name, info]) => ({ label: inCaseOf(typed, name), type, info }))

/** Each label and each text of EQU, once. */
export function namesIn(context: Pick<CompletionContext, 'state' | 'pos'>): readonly string[] {
	const found = new Set<string>()
	treeOf(context.state).iterate({
		enter: (node) => {
			if (node.name === 'Name' && node.node.parent?.name === 'Label') {
				// Not the one that is being written.
				if (node.to !== context.pos) found.add(context.state.sliceDoc(node.from, node.to))
			}
		},
	})
	return [...found]
}

export function completeRedcode(context: CompletionContext): CompletionResult | null {
	const line = context.state.doc.lineAt(context.pos)
	const before = line.text.slice(0, context.pos - line.from)
	const meta = /^;[\w-]*$/.exec(before)
	if (meta) return { from: line.from, options: META }
	if (before.includes(';')) return null
	const modifier = /\b([A-Za-z]+)\.([A-Za-z]*)$/.exec(before)
	if (modifier) {
		const [, opcode = '', typed = ''] = modifier
		const options = MODIFIERS.map((name, at) => ({
			label: inCaseOf(opcode, name),
			type: 'property',
			info: MODIFIER_DOCS[name],
			boost: -at,
		}))
		return { from: context.pos - typed.length, options }
	}
	const typed = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? ''
	if (typed === '' && !context.explicit) return null
	const from = context.pos - typed.length
	const opening = before.slice(0, before.length - typed.length)
	const names = namesIn(context).map((label) => ({ label, type: 'variable' }))
	if (isOperand(opening)) {
		const constants = Object.entries(CONSTANTS).map(([label, info]) => ({
			label,
			type: 'constant',
			info,
		}))
		return { from, options: [...names, ...constants], validFor: /^\w*$/ }
	}
	const options = [
		...words(OPCODE_DOCS, typed, 'keyword'),
		...words(PSEUDO_DOCS, typed, 'keyword'),
		...names,
	]
	return { from, options, validFor: /^\w*$/ }
}

const OPENERS = new Set<string>([...OPCODES, ...Object.keys(PSEUDO_DOCS)])

/** Whether what stands before on the line has an opcode already. */
const isOperand = (opening: string): boolean =>
	opening.split(/[^A-Za-z_]+/).some((word) => OPENERS.has(word.toUpperCase()))
