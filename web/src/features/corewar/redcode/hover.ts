/** The meaning of the word under the pointer. */
import type { EditorState } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { CONSTANTS } from './keywords.ts'
import { MODE_DOCS, MODIFIER_DOCS, OPCODE_DOCS, PSEUDO_DOCS } from './opcode-docs.ts'
import { treeOf } from './tree.ts'

export interface Meaning {
	readonly from: number
	readonly to: number
	readonly title: string
	readonly text: string
}

const DOCS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	Opcode: OPCODE_DOCS,
	Modifier: MODIFIER_DOCS,
	Mode: MODE_DOCS,
	Pseudo: PSEUDO_DOCS,
	LoopWord: PSEUDO_DOCS,
	Equ: PSEUDO_DOCS,
	Constant: CONSTANTS,
}

/** @returns null where nothing has a meaning of its own */
export function meaningAt(state: EditorState, pos: number, side: -1 | 1): Meaning | null {
	const leaf = treeOf(state).resolveInner(pos, side)
	// A sign stands in a node that says what it is there.
	const node = leaf.parent?.name === 'Mode' ? leaf.parent : leaf
	const word = state.sliceDoc(node.from, node.to)
	if (node.name === 'Name') {
		const definition = definitionOf(state, word)
		if (definition === null) return null
		return { from: node.from, to: node.to, title: word, text: definition }
	}
	const title = word.replace(/^\.\s*/, '').toUpperCase()
	const text = DOCS[node.name]?.[title]
	return text === undefined ? null : { from: node.from, to: node.to, title, text }
}

/** The line that gives a name its meaning. */
function definitionOf(state: EditorState, name: string): string | null {
	let found: string | null = null
	treeOf(state).iterate({
		enter: (node) => {
			if (found !== null) return false
			if (node.name !== 'Name' || node.node.parent?.name !== 'Label') return
			if (state.sliceDoc(node.from, node.to) !== name) return
			const line = state.doc.lineAt(node.from)
			found = `Line ${line.number}: ${line.text.trim().replace(/\s+/g, ' ')}`
			return
		},
	})
	return found
}

export const redcodeHover = hoverTooltip((view, pos, side) => {
	const meaning = meaningAt(view.state, pos, side)
	if (meaning === null) return null
	return {
		pos: meaning.from,
		end: meaning.to,
		above: true,
		create: () => {
			const dom = document.createElement('div')
			dom.className = 'redcode-meaning'
			const title = document.createElement('b')
			title.textContent = meaning.title
			const text = document.createElement('span')
			text.textContent = meaning.text
			dom.append(title, ' ', text)
			return { dom }
		},
	}
})
