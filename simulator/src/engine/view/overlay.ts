/** Screen-space overlay canvases as flat rectangles and words: what players see in front of everything. */
import type { Core } from '../core.ts'
import { activeInHierarchy, allObjects } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord, Value } from '../scene/records.ts'

/** A rectangle or words, in pixels of the screen from the top left. */
export interface OverlayItem {
	readonly x: number
	readonly y: number
	readonly width: number
	readonly height: number
	/** Red, green, blue, alpha; 0–1. */
	readonly color: readonly number[]
	/** The words; null: a filled rectangle. */
	readonly text: string | null
	/** Height of a capital letter. */
	readonly letterHeight: number
	/** Where the words stand, from the left and the top: 0, 0.5 or 1. */
	readonly align: readonly [number, number]
}

/** A rectangle from the bottom left, as Unity counts. */
interface Area {
	readonly x: number
	readonly y: number
	readonly width: number
	readonly height: number
}

const pair = (value: Value | undefined, otherwise: number): [number, number] =>
	Array.isArray(value) ? [Number(value[0]), Number(value[1])] : [otherwise, otherwise]
const number = (value: Value | undefined, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise
const shown = (record: ObjectRecord, type: string): ComponentRecord | undefined =>
	record.components.find((c) => c.type === type && c.enabled !== false)

/** The items in the order in which they are drawn. */
export function overlayOf(core: Core, width: number, height: number): OverlayItem[] {
	const canvases = [...allObjects(core.world)].flatMap((record) => {
		const canvas = shown(record, 'Canvas')
		const overlay = canvas && (canvas.props['renderMode'] ?? 'ScreenSpaceOverlay')
		if (overlay !== 'ScreenSpaceOverlay' || !activeInHierarchy(core.world, record)) return []
		return [{ record, order: number(canvas?.props['sortingOrder'], 0) }]
	})
	canvases.sort((a, b) => a.order - b.order)
	return canvases.flatMap(({ record }) => {
		const scale = scaleOf(record, width, height)
		const area = { x: 0, y: 0, width: width / scale, height: height / scale }
		return [...below(core, record, area)].map((item) => onScreen(item, scale, height))
	})
}

function scaleOf(canvas: ObjectRecord, width: number, height: number): number {
	const scaler = shown(canvas, 'CanvasScaler')
	if (scaler?.props['uiScaleMode'] !== 'ScaleWithScreenSize')
		return number(scaler?.props['scaleFactor'], 1)
	const [wide, high] = pair(scaler.props['referenceResolution'], 800)
	const match = number(scaler.props['matchWidthOrHeight'], 0)
	const log = Math.log2(width / wide) * (1 - match) + Math.log2(height / high) * match
	return 2 ** log
}

function* below(core: Core, parent: ObjectRecord, area: Area): Generator<OverlayItem> {
	for (const id of parent.children) {
		const record = core.world.object(id)
		if (!record.active) continue
		const own = areaOf(record, area)
		yield* itemsOf(record, own)
		yield* below(core, record, own)
	}
}

function areaOf(record: ObjectRecord, parent: Area): Area {
	const rect = record.components.find((c) => c.type === 'RectTransform')?.props
	if (!rect) return parent
	const [minX, minY] = pair(rect['anchorMin'], 0.5)
	const [maxX, maxY] = pair(rect['anchorMax'], 0.5)
	const [x, y] = pair(rect['anchoredPosition'], 0)
	const [moreWide, moreHigh] = pair(rect['sizeDelta'], 100)
	const [pivotX, pivotY] = pair(rect['pivot'], 0.5)
	const width = (maxX - minX) * parent.width + moreWide
	const height = (maxY - minY) * parent.height + moreHigh
	// The pivot lies in the anchors' rectangle where it lies in the object's own.
	const anchorX = parent.x + parent.width * (minX + (maxX - minX) * pivotX)
	const anchorY = parent.y + parent.height * (minY + (maxY - minY) * pivotY)
	return { x: anchorX + x - pivotX * width, y: anchorY + y - pivotY * height, width, height }
}

function* itemsOf(record: ObjectRecord, area: Area): Generator<OverlayItem> {
	const image = shown(record, 'Image') ?? shown(record, 'RawImage')
	const color = (component: ComponentRecord): readonly number[] => {
		const value = component.props['color']
		return Array.isArray(value) ? value.map(Number) : [1, 1, 1, 1]
	}
	if (image) yield { ...area, color: color(image), text: null, letterHeight: 0, align: [0, 0] }
	const words = shown(record, 'Text')
	if (words) {
		const text = words.props['text']
		const letterHeight = number(words.props['fontSize'], 14) * 0.7
		const align = alignmentOf(String(words.props['alignment'] ?? ''))
		yield { ...area, color: color(words), text: String(text ?? ''), letterHeight, align }
	}
}

/** The alignment that a name such as `MiddleCenter` means; the upper left without one. */
const alignmentOf = (name: string): readonly [number, number] => [
	name.endsWith('Center') ? 0.5 : name.endsWith('Right') ? 1 : 0,
	name.startsWith('Middle') ? 0.5 : name.startsWith('Lower') ? 1 : 0,
]

const onScreen = (item: OverlayItem, scale: number, height: number): OverlayItem => ({
	...item,
	x: item.x * scale,
	y: height - (item.y + item.height) * scale,
	width: item.width * scale,
	height: item.height * scale,
	letterHeight: item.letterHeight * scale,
})
