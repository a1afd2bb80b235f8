import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { readStored, writeStored } from '../../ui/layout.ts'

const KEY_STEP_PX = 24

/** Where a width is remembered, and in pixels what it is at first and its bounds. */
export interface PaneWidth {
	readonly key: string
	readonly first: number
	readonly min: number
	readonly max: number
}

const EDITOR_WIDTH: PaneWidth = { key: 'fairlead.editorWidth', first: 360, min: 280, max: 640 }

/** A pane on the right, as wide as the person drags it; remembered in this browser. */
export function ResizablePane(props: {
	label: string
	/** In the label of the handle: "the editor pane". */
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
	const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
		if (event.button !== 0) return
		event.preventDefault()
		const handle = event.currentTarget
		const from = event.clientX + width
		handle.setPointerCapture(event.pointerId)
		const onMove = (move: globalThis.PointerEvent) => resize(from - move.clientX)
		const onEnd = () => {
			handle.removeEventListener('pointermove', onMove)
			handle.removeEventListener('lostpointercapture', onEnd)
		}
		handle.addEventListener('pointermove', onMove)
		handle.addEventListener('lostpointercapture', onEnd)
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'ArrowLeft') resize(width + KEY_STEP_PX)
		else if (event.key === 'ArrowRight') resize(width - KEY_STEP_PX)
		else if (event.key === 'Home') resize(max)
		else if (event.key === 'End') resize(min)
		else return
		event.preventDefault()
	}
	return (
		<aside
			aria-label={props.label}
			style={{ width }}
			className="relative flex min-w-0 flex-col border-l border-edge bg-surface"
		>
			{/* biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own */}
			<div
				role="separator"
				aria-orientation="vertical"
				aria-label={`Width of ${of}`}
				aria-valuenow={width}
				aria-valuemin={min}
				aria-valuemax={max}
				tabIndex={0}
				onPointerDown={onPointerDown}
				onKeyDown={onKeyDown}
				onDoubleClick={() => resize(first)}
				className="group absolute inset-y-0 -left-1 z-20 w-2 cursor-col-resize touch-none"
			>
				<div className="mx-auto h-full w-0.5 transition-colors group-hover:bg-edge-strong group-focus-visible:bg-focus group-active:bg-edge-strong" />
			</div>
			{props.children}
		</aside>
	)
}
