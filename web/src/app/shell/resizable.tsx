import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { readStored, writeStored } from '../../ui/layout.ts'

const STORAGE_KEY = 'fairlead.editorWidth'
const DEFAULT_PX = 360
const MIN_PX = 280
const MAX_PX = 640
const KEY_STEP_PX = 24

const bounded = (width: number): number => Math.round(Math.min(MAX_PX, Math.max(MIN_PX, width)))

function storedWidth(): number {
	const stored = Number(readStored(STORAGE_KEY))
	return stored > 0 ? bounded(stored) : DEFAULT_PX
}

/** The right pane, as wide as the person drags it; remembered in this browser. */
export function ResizablePane(props: { label: string; children: ReactNode }) {
	const [width, setWidth] = useState(storedWidth)
	const resize = (next: number) => {
		setWidth(bounded(next))
		writeStored(STORAGE_KEY, String(bounded(next)))
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
		else if (event.key === 'Home') resize(MAX_PX)
		else if (event.key === 'End') resize(MIN_PX)
		else return
		event.preventDefault()
	}
	return (
		<aside
			aria-label={props.label}
			style={{ width }}
			className="relative flex shrink-0 flex-col border-l border-edge bg-surface"
		>
			{/* biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own */}
			<div
				role="separator"
				aria-orientation="vertical"
				aria-label="Width of the editor pane"
				aria-valuenow={width}
				aria-valuemin={MIN_PX}
				aria-valuemax={MAX_PX}
				tabIndex={0}
				onPointerDown={onPointerDown}
				onKeyDown={onKeyDown}
				onDoubleClick={() => resize(DEFAULT_PX)}
				className="group absolute inset-y-0 -left-1 z-20 w-2 cursor-col-resize touch-none"
			>
				<div className="mx-auto h-full w-0.5 transition-colors group-hover:bg-edge-strong group-focus-visible:bg-focus group-active:bg-edge-strong" />
			</div>
			{props.children}
		</aside>
	)
}
