import { type ReactNode, useState } from 'react'
import { readStored, useWindowWidth, writeStored } from '../../ui/layout.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

/** Loaded late: the pane has its width without it, and nobody drags it in the first moment. */
const ResizeHandle = lazyPart(() => import('./resize-handle.tsx'))

/** The width of a pane in pixels: the key under which it is remembered, its first value and its bounds. */
export interface PaneWidth {
	readonly key: string
	/** Until the person drags it: it follows the window. */
	readonly first: (windowWidth: number) => number
	readonly min: number
	readonly max: (windowWidth: number) => number
}

/** The editor pane holds a view of the scene, so it is large on a large screen. */
const EDITOR_WIDTH: PaneWidth = {
	key: 'fairlead.editorWidth',
	first: (windowWidth) => Math.min(760, Math.max(360, windowWidth * 0.28)),
	min: 280,
	max: (windowWidth) => Math.max(640, windowWidth * 0.6),
}

/** A pane on the right, as wide as the person drags it; remembered in this browser. */
export function ResizablePane(props: {
	label: string
	/** The pane's name in the label of the handle: "the editor pane". */
	of?: string
	width?: PaneWidth
	children: ReactNode
}) {
	const { of = 'the editor pane', width: wanted = EDITOR_WIDTH } = props
	const windowWidth = useWindowWidth()
	const { key, min } = wanted
	const max = Math.round(wanted.max(windowWidth))
	const [dragged, setDragged] = useState(() => Number(readStored(key)) || null)
	const width = Math.round(Math.min(max, Math.max(min, dragged ?? wanted.first(windowWidth))))
	const resize = (next: number | null) => {
		setDragged(next)
		writeStored(key, String(next ?? ''))
	}
	return (
		<aside
			aria-label={props.label}
			style={{ width }}
			className="relative flex min-w-0 max-w-[60vw] flex-col border-l border-edge bg-surface"
		>
			<ResizeHandle of={of} width={width} min={min} max={max} onResize={resize} />
			{props.children}
		</aside>
	)
}
