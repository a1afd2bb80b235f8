/** The edge of a pane, which the person drags or moves with the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react'

const KEY_STEP_PX = 24

export default function ResizeHandle(props: {
	/** "the editor pane" */
	of: string
	width: number
	min: number
	max: number
	/** @param px null: the first width */
	onResize: (px: number | null) => void
}) {
	const { width, min, max } = props
	const onResize = (px: number) => props.onResize(Math.min(max, Math.max(min, px)))
	const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
		if (event.button !== 0) return
		event.preventDefault()
		const handle = event.currentTarget
		const from = event.clientX + width
		handle.setPointerCapture(event.pointerId)
		const onMove = (move: globalThis.PointerEvent) => onResize(from - move.clientX)
		const onEnd = () => {
			handle.removeEventListener('pointermove', onMove)
			handle.removeEventListener('lostpointercapture', onEnd)
		}
		handle.addEventListener('pointermove', onMove)
		handle.addEventListener('lostpointercapture', onEnd)
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'ArrowLeft') onResize(width + KEY_STEP_PX)
		else if (event.key === 'ArrowRight') onResize(width - KEY_STEP_PX)
		else if (event.key === 'Home') onResize(max)
		else if (event.key === 'End') onResize(min)
		else return
		event.preventDefault()
	}
	return (
		// biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own
		<div
			role="separator"
			aria-orientation="vertical"
			aria-label={`Width of ${props.of}`}
			aria-valuenow={width}
			aria-valuemin={min}
			aria-valuemax={max}
			tabIndex={0}
			onPointerDown={onPointerDown}
			onKeyDown={onKeyDown}
			onDoubleClick={() => props.onResize(null)}
			className="group absolute inset-y-0 -left-1 z-20 w-2 cursor-col-resize touch-none"
		>
			<div className="mx-auto h-full w-0.5 transition-colors group-hover:bg-edge-strong group-focus-visible:bg-focus group-active:bg-edge-strong" />
		</div>
	)
}
