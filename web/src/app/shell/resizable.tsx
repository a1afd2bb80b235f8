import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readStored, writeStored } from '../../ui/layout.ts'

/** Loaded late: the pane has its width without it, and nobody drags it in the first moment. */
const ResizeHandle = lazy(() => import('./resize-handle.tsx'))

/** The width of a pane in pixels: the key under which it is remembered, its first value and its bounds. */
export interface PaneWidth {
	readonly key: string
	readonly first: number
	readonly min: number
	readonly max: number
}

/** The editor pane holds a view of the scene, so it is large on a large screen. */
const EDITOR_WIDTH: PaneWidth = {
	key: 'fairlead.editorWidth',
	first: Math.round(Math.min(760, Math.max(360, innerWidth * 0.28))),
	min: 280,
	max: Math.round(Math.max(640, innerWidth * 0.6)),
}

/** A pane on the right, as wide as the person drags it; remembered in this browser. */
export function ResizablePane(props: {
	label: string
	/** The pane's name in the label of the handle: "the editor pane". */
	of?: string
	width?: PaneWidth
	children: ReactNode
}) {
	const { of = 'the editor pane', width: bounds = EDITOR_WIDTH } = props
	const { key, first, min, max } = bounds
	const bounded = (px: number): number => Math.round(Math.min(max, Math.max(min, px)))
	const [width, setWidth] = useState(() => {
		const stored = Number(readStored(key))
		return stored > 0 ? bounded(stored) : first
	})
	const resize = (next: number) => {
		setWidth(bounded(next))
		writeStored(key, String(bounded(next)))
	}
	return (
		<aside
			aria-label={props.label}
			style={{ width }}
			className="relative flex min-w-0 max-w-[60vw] flex-col border-l border-edge bg-surface"
		>
			<Suspense fallback={null}>
				<ResizeHandle of={of} width={width} bounds={bounds} onResize={resize} />
			</Suspense>
			{props.children}
		</aside>
	)
}
