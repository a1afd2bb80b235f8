/**
 * A view as a sheet of thumbnails, one beside the other for each look, small enough to be kept in the repository. A
 * cell is the mean colour of 16 × 16 pixels: text becomes a tone, in which "3.6 s" and "3.7 s" are nearly the same.
 */
import { PNG } from 'pngjs'
import { HEIGHT, LOOKS, type Look } from './looks.ts'

export const CELL_PIXELS = 16
/** A cell differs when a channel of its colour, of 0 to 255, is further away than this. */
const MAX_DISTANCE = 16
/** A picture differs when more of its cells do than this: a button has as many on a large screen as on a phone. */
const MAX_CELLS = 8

const ROWS = Math.ceil(HEIGHT / CELL_PIXELS)
const columnsOf = ({ width }: Look): number => Math.ceil(width / CELL_PIXELS)
const COLUMNS = LOOKS.reduce((sum, look) => sum + columnsOf(look), 0)
/** The first column of a look's thumbnail. */
const startOf = (look: Look): number =>
	LOOKS.slice(0, LOOKS.indexOf(look)).reduce((sum, before) => sum + columnsOf(before), 0)

/** Four bytes a cell. */
export type Sheet = Pick<PNG, 'width' | 'height' | 'data'>

export interface Cell {
	readonly column: number
	readonly row: number
}

export function emptySheet(): Sheet {
	const sheet = new PNG({ width: COLUMNS, height: ROWS })
	sheet.data.fill(255)
	return sheet
}

export const isSheet = ({ width, height }: Sheet): boolean => width === COLUMNS && height === ROWS

/** The colour of a cell of a look's thumbnail: three bytes, without the opacity. */
export function colourOf(sheet: Sheet, look: Look, { column, row }: Cell): Uint8Array {
	const at = (row * COLUMNS + startOf(look) + column) * 4
	return sheet.data.subarray(at, at + 3)
}

export const cellsOf = (look: Look): Cell[] =>
	Array.from({ length: ROWS }, (_, row) =>
		Array.from({ length: columnsOf(look) }, (__, column) => ({ column, row })),
	).flat()

/** Draws a picture of the window as the look's thumbnail. Cells at the right and the lower edge may be of fewer pixels. */
export function drawThumbnail(sheet: Sheet, look: Look, picture: Buffer): void {
	const { width, height, data } = PNG.sync.read(picture)
	const columns = columnsOf(look)
	const sums = new Float64Array(columns * ROWS * 3)
	const counts = new Uint32Array(columns * ROWS)
	for (let y = 0; y < Math.min(height, HEIGHT); y++) {
		const first = Math.floor(y / CELL_PIXELS) * columns
		for (let x = 0; x < width; x++) {
			const cell = first + Math.floor(x / CELL_PIXELS)
			const from = (y * width + x) * 4
			for (let channel = 0; channel < 3; channel++)
				sums[cell * 3 + channel] = (sums[cell * 3 + channel] ?? 0) + (data[from + channel] ?? 0)
			counts[cell] = (counts[cell] ?? 0) + 1
		}
	}
	const start = startOf(look)
	for (const [cell, count] of counts.entries()) {
		const to = (Math.floor(cell / columns) * COLUMNS + start + (cell % columns)) * 4
		for (let channel = 0; channel < 3; channel++)
			sheet.data[to + channel] = Math.round((sums[cell * 3 + channel] ?? 0) / count)
	}
}

/** The cells of a look that differ between two sheets. */
export const differingCells = (
	a: Sheet,
	b: Sheet,
	look: Look,
	maxDistance = MAX_DISTANCE,
): Cell[] =>
	cellsOf(look).filter((cell) => {
		const other = colourOf(b, look, cell)
		return colourOf(a, look, cell).some(
			(value, channel) => Math.abs(value - (other[channel] ?? 0)) > maxDistance,
		)
	})

/** The looks in which two sheets differ, with the cells that do. */
export const differingLooks = (a: Sheet, b: Sheet): Map<Look, readonly Cell[]> =>
	new Map(
		LOOKS.map((look) => [look, differingCells(a, b, look)] as const).filter(
			([, cells]) => cells.length > MAX_CELLS,
		),
	)
