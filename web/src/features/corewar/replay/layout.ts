/** The place of each cell of a core in a picture: row by row, all cells equally large. */

export interface CoreLayout {
	readonly cells: number
	readonly columns: number
	readonly rows: number
	/** Pixels of a cell's side, with the gap to the next one. */
	readonly side: number
	readonly gap: number
	readonly width: number
	readonly height: number
}

/** The least side with a gap: a smaller cell has no pixel to spare. */
const SIDE_WITH_GAP = 4

/**
 * The largest cells with which the whole core fits. A core with more cells than the room has pixels gets one pixel for
 * each, and is then wider or higher than the room: it is shown smaller.
 * @param width of the room, in pixels
 */
export function layoutFor(cells: number, width: number, height: number): CoreLayout {
	const room = { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) }
	const fits = (side: number): boolean => {
		const columns = Math.floor(room.width / side)
		return columns > 0 && Math.ceil(cells / columns) * side <= room.height
	}
	let side = Math.max(1, Math.floor(Math.sqrt((room.width * room.height) / cells)))
	while (side > 1 && !fits(side)) side--
	const most = fits(side)
		? Math.floor(room.width / side)
		: Math.ceil(Math.sqrt((cells * room.width) / room.height))
	const columns = Math.min(cells, most)
	const rows = Math.ceil(cells / columns)
	const gap = side >= SIDE_WITH_GAP ? 1 : 0
	return { cells, columns, rows, side, gap, width: columns * side, height: rows * side }
}

/** @returns the cell at a place of the picture; null if there is none */
export function cellAt(
	{ cells, columns, rows, side }: CoreLayout,
	x: number,
	y: number,
): number | null {
	const [column, row] = [Math.floor(x / side), Math.floor(y / side)]
	if (column < 0 || column >= columns || row < 0 || row >= rows) return null
	const cell = row * columns + column
	return cell < cells ? cell : null
}

/** The upper left pixel of a cell. */
export const placeOf = ({ columns, side }: CoreLayout, cell: number): readonly [number, number] => [
	(cell % columns) * side,
	Math.floor(cell / columns) * side,
]

/** @returns the colour index of each pixel */
export function paintIndexes(
	layout: CoreLayout,
	looks: Uint8Array,
	ground: number,
): Uint8Array<ArrayBuffer> {
	const { cells, side, gap, width, height } = layout
	const pixels = new Uint8Array(width * height).fill(ground)
	const filled = side - gap
	for (let cell = 0; cell < cells; cell++) {
		const [x, y] = placeOf(layout, cell)
		const look = looks[cell] ?? ground
		for (let row = 0; row < filled; row++) {
			const from = (y + row) * width + x
			pixels.fill(look, from, from + filled)
		}
	}
	return pixels
}

/** @param colours by index, as 0xRRGGBB; of pixels, for a canvas */
export function paint(
	layout: CoreLayout,
	looks: Uint8Array,
	colours: readonly number[],
	ground: number,
): Uint8ClampedArray<ArrayBuffer> {
	const indexes = paintIndexes(layout, looks, ground)
	const bytes = new Uint8ClampedArray(indexes.length * 4)
	for (let at = 0; at < indexes.length; at++) {
		const colour = colours[indexes[at] ?? ground] ?? 0
		bytes[4 * at] = colour >> 16
		bytes[4 * at + 1] = (colour >> 8) & 255
		bytes[4 * at + 2] = colour & 255
		bytes[4 * at + 3] = 255
	}
	return bytes
}
