import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { Tree } from '@lezer/common'

/** A delay that a person does not notice; warriors are short, and read in a fraction of it. */
const PARSE_MS = 200

/** The tree of the whole source, or of what could be read so far. */
export const treeOf = (state: EditorState): Tree =>
	ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)
