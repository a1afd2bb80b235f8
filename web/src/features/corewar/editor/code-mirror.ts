/** CodeMirror as this page uses it, in the page's colours. */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, toggleComment } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import {
	Annotation,
	Compartment,
	EditorState,
	type Extension,
	StateEffect,
	Transaction,
	type TransactionSpec,
} from '@codemirror/state'
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	highlightActiveLineGutter,
	keymap,
	lineNumbers,
	type ViewUpdate,
} from '@codemirror/view'
import type { Checked } from '../engine/messages.ts'
import { redcodeHover } from '../redcode/hover.ts'
import { redcode } from '../redcode/language.ts'
import { diagnosticsOf } from './diagnostics.ts'

/** After the last key. */
const CHECK_DELAY_MS = 250

const look = EditorView.theme({
	'&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '13px' },
	'&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
	// Without ligatures: `<-20` is a mode and a number, not an arrow.
	'.cm-scroller': {
		fontFamily: 'var(--font-mono)',
		fontVariantLigatures: 'none',
		lineHeight: '20px',
	},
	'.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
	'.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
	'.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--faint)', border: 'none' },
	'.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--hover) 60%, transparent)' },
	'.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
	'&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
		{ backgroundColor: 'oklch(0.7 0.17 47 / 0.28)' },
	'.cm-matchingBracket': { outline: '1px solid var(--field)', backgroundColor: 'transparent' },
	'.cm-tooltip': {
		backgroundColor: 'var(--raised)',
		color: 'var(--text)',
		border: '1px solid var(--edge-strong)',
		borderRadius: '6px',
		boxShadow: 'var(--pop)',
		fontFamily: 'var(--font-sans)',
		fontSize: '13px',
		maxWidth: 'min(420px, 90vw)',
	},
	'.redcode-meaning': { padding: '6px 10px', lineHeight: '18px' },
	'.redcode-meaning b': { fontFamily: 'var(--font-mono)', marginRight: '4px' },
	'.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '14em' },
	'.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
	'.cm-tooltip-autocomplete > ul > li[aria-selected]': {
		backgroundColor: 'var(--press)',
		color: 'var(--text)',
	},
	'.cm-completionInfo': { padding: '6px 10px', maxWidth: '260px' },
	'.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
	'.cm-diagnostic': { padding: '6px 10px', border: 'none' },
	'.cm-lintRange-error': {
		backgroundImage: 'none',
		textDecoration: 'underline wavy var(--danger) 1px',
		textUnderlineOffset: '3px',
	},
	'.cm-lintRange-warning': {
		backgroundImage: 'none',
		textDecoration: 'underline wavy var(--warn) 1px',
		textUnderlineOffset: '3px',
	},
})

/** Something besides the source on which the check depends has changed. */
export const recheck = StateEffect.define<null>()

export const asksForCheck = ({ transactions }: Pick<ViewUpdate, 'transactions'>): boolean =>
	transactions.some(({ effects }) => effects.some((one) => one.is(recheck)))

/** A change that was made elsewhere: nobody typed it here, so it is neither kept nor undone here. */
const fromOutside = Annotation.define<true>()

/** @returns null if that is its source, whatever ends its lines */
export function replacement(
	state: EditorState,
	source: string,
	from: 'person' | 'outside',
): TransactionSpec | null {
	const insert = state.toText(source)
	if (insert.eq(state.doc)) return null
	const changes = { from: 0, to: state.doc.length, insert }
	if (from === 'person') return { changes }
	return { changes, annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] }
}

/** Whether the person who sits here has changed the source. */
export const isOwnChange = ({
	docChanged,
	transactions,
}: Pick<ViewUpdate, 'docChanged' | 'transactions'>): boolean =>
	docChanged && transactions.some((one) => one.docChanged && !one.annotation(fromOutside))

const labelled = new Compartment()
// An editable element needs no `tabindex`; axe knows a scrolled region by it.
const labelOf = (label: string): Extension =>
	EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' })

/** Names the editor anew. */
export const relabel = (label: string): StateEffect<unknown> => labelled.reconfigure(labelOf(label))

export interface EditorPorts {
	readonly label: string
	readonly onChange: (source: string) => void
	/** Asks the assembler; rejects if the engine is not there. */
	readonly check: (source: string) => Promise<Checked>
}

/** Tab leaves the editor, as it leaves every field; columns come from the command Format. */
export function extensionsFor({ label, onChange, check }: EditorPorts): Extension {
	return [
		lineNumbers(),
		highlightActiveLine(),
		highlightActiveLineGutter(),
		history(),
		drawSelection(),
		bracketMatching(),
		EditorState.tabSize.of(8),
		redcode(),
		redcodeHover,
		autocompletion({ icons: false }),
		linter(
			async ({ state: { doc } }) => {
				try {
					return diagnosticsOf(doc, await check(doc.toString()))
				} catch {
					// The pane says what is wrong with the engine.
					return []
				}
			},
			{ delay: CHECK_DELAY_MS, needsRefresh: asksForCheck },
		),
		lintGutter(),
		keymap.of([
			{ key: 'Mod-/', run: toggleComment },
			...completionKeymap,
			...lintKeymap,
			...historyKeymap,
			...defaultKeymap,
		]),
		labelled.of(labelOf(label)),
		EditorView.updateListener.of((update) => {
			if (isOwnChange(update)) onChange(update.state.doc.toString())
		}),
		look,
	]
}
