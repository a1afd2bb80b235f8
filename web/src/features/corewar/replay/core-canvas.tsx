/** The core as a picture: the pointer and the arrow keys find each cell. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type CoreLayout, cellAt, layoutFor, paint, placeOf } from './layout.ts'
import { GROUND } from './palette.ts'

interface CoreCanvasProps {
	readonly coreSize: number
	readonly looks: Uint8Array
	readonly colours: readonly number[]
	readonly label: string
	/** The marked cell. */
	readonly cell: number | null
	readonly onCell: (cell: number | null) => void
	/** The picture, for exports. */
	readonly onLayout: (layout: CoreLayout, canvas: HTMLCanvasElement) => void
}

interface Room {
	readonly width: number
	readonly height: number
}

export function CoreCanvas(props: CoreCanvasProps) {
	const { coreSize, looks, colours, cell, onCell, onLayout } = props
	const box = useRef<HTMLDivElement>(null)
	const canvas = useRef<HTMLCanvasElement>(null)
	const [room, setRoom] = useState<Room>({ width: 0, height: 0 })
	useEffect(() => {
		if (!box.current) return
		const observer = new ResizeObserver(([entry]) => {
			if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
		})
		observer.observe(box.current)
		return () => observer.disconnect()
	}, [])
	const sharpness = Math.max(1, Math.round(devicePixelRatio))
	const layout = layoutFor(coreSize, room.width * sharpness, room.height * sharpness)
	/** Pixels of the screen for one of the picture. */
	const scale = Math.min(
		1 / sharpness,
		room.width / layout.width || 0,
		room.height / layout.height || 0,
	)
	// biome-ignore lint/correctness/useExhaustiveDependencies: a layout is the same as long as its room is
	useEffect(() => {
		const context = canvas.current?.getContext('2d')
		if (!context || !canvas.current || room.width === 0) return
		if (canvas.current.width !== layout.width) canvas.current.width = layout.width
		if (canvas.current.height !== layout.height) canvas.current.height = layout.height
		const pixels = paint(layout, looks, colours, GROUND)
		context.putImageData(new ImageData(pixels, layout.width, layout.height), 0, 0)
		onLayout(layout, canvas.current)
	}, [looks, colours, coreSize, room])

	const onPointerMove = ({ nativeEvent, pointerType }: PointerEvent) => {
		if (pointerType === 'touch') return
		const found = cellAt(layout, nativeEvent.offsetX / scale, nativeEvent.offsetY / scale)
		if (found !== cell) onCell(found)
	}
	const onPointerDown = ({ nativeEvent }: PointerEvent) =>
		onCell(cellAt(layout, nativeEvent.offsetX / scale, nativeEvent.offsetY / scale))
	const onKeyDown = (event: KeyboardEvent) => {
		const by = stepOf(event, layout.columns)
		if (event.key === 'Escape' && cell !== null) onCell(null)
		else if (event.key === 'Home') onCell(0)
		else if (event.key === 'End') onCell(coreSize - 1)
		else if (by !== null) onCell(cell === null ? 0 : (cell + by + coreSize) % coreSize)
		else return
		event.preventDefault()
	}
	const [x, y] = placeOf(layout, cell ?? 0)
	return (
		<div ref={box} className="relative min-h-0 min-w-0 flex-1">
			<div
				role="application"
				aria-roledescription="core"
				aria-label={props.label}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: as said above
				tabIndex={0}
				onPointerMove={onPointerMove}
				onPointerDown={onPointerDown}
				onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onCell(null)}
				onKeyDown={onKeyDown}
				className="absolute left-1/2 top-1/2 -translate-x-1/2 -translate-y-1/2"
				style={{ width: layout.width * scale, height: layout.height * scale }}
			>
				<canvas ref={canvas} aria-hidden className="core-picture" />
				{cell !== null && (
					<div
						aria-hidden
						className="core-mark"
						style={{
							left: x * scale,
							top: y * scale,
							width: Math.max(3, layout.side * scale),
							height: Math.max(3, layout.side * scale),
						}}
					/>
				)}
			</div>
		</div>
	)
}

function stepOf({ key }: Pick<KeyboardEvent, 'key'>, columns: number): number | null {
	switch (key) {
		case 'ArrowLeft':
			return -1
		case 'ArrowRight':
			return 1
		case 'ArrowUp':
			return -columns
		case 'ArrowDown':
			return columns
		default:
			return null
	}
}
