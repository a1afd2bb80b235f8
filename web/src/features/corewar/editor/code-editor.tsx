/** A warrior's source to be edited. */
import { forceLinting } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Checked } from '../engine/messages.ts'
import { extensionsFor, recheck, relabel, replacement } from './code-mirror.ts'

export interface CodeEditorHandle {
	/** Replaces the source as one change, which can be undone. */
	readonly replace: (source: string) => void
}

/** Another warrior is another component: give it a key. */
export function CodeEditor(props: {
	readonly label: string
	readonly source: string
	readonly check: (source: string) => Promise<Checked>
	/** Anything besides the source on which the check depends: a change checks again. */
	readonly checkedFor: unknown
	readonly onChange: (source: string) => void
	readonly ref?: Ref<CodeEditorHandle>
}) {
	const box = useRef<HTMLDivElement>(null)
	const view = useRef<EditorView>(null)
	const latest = useRef(props)
	latest.current = props
	useEffect(() => {
		if (!box.current) return
		const { label, source } = latest.current
		const extensions = extensionsFor({
			label,
			onChange: (text) => latest.current.onChange(text),
			check: (text) => latest.current.check(text),
		})
		const made = new EditorView({
			parent: box.current,
			state: EditorState.create({ doc: source, extensions }),
		})
		view.current = made
		return () => {
			made.destroy()
			view.current = null
		}
	}, [])
	const replace = (source: string, from: 'person' | 'outside'): void => {
		const spec = view.current && replacement(view.current.state, source, from)
		if (spec) view.current?.dispatch(spec)
	}
	useImperativeHandle(props.ref, () => ({ replace: (source) => replace(source, 'person') }))
	// Another tab has changed the source.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only a source from outside is put in
	useEffect(() => replace(props.source, 'outside'), [props.source])
	// biome-ignore lint/correctness/useExhaustiveDependencies: checked again for the same source
	useEffect(() => {
		const editor = view.current
		if (!editor) return
		// `forceLinting` alone checks only what has changed since the last check.
		editor.dispatch({ effects: recheck.of(null) })
		forceLinting(editor)
	}, [props.checkedFor])
	useEffect(() => view.current?.dispatch({ effects: relabel(props.label) }), [props.label])
	return <div ref={box} className="min-h-0 flex-1 overflow-hidden" />
}
