/** The regions in which two pictures of the same size differ. */
import { MAX_REGIONS } from '@fairlead/protocol/tools'
import type { Pixels } from '../render/render.ts'
import type { Box } from './canvas.ts'

/** Smaller differences of a colour, 0–255, are noise of shading and compression. */
const THRESHOLD = 24
/** Changes nearer to each other than this are one region. */
const CELL_PX = 8

export interface Changes {
	readonly pixels: number
	readonly count: number
	/** Largest first, at most {@link MAX_REGIONS}. */
	readonly regions: readonly (Box & { readonly changedPixels: number })[]
}

interface Cell {
	pixels: number
	left: number
	top: number
	right: number
	bottom: number
}

export function changedRegions(before: Pixels, after: Pixels): Changes {
	const columns = Math.ceil(after.width / CELL_PX)
	const cells = new Map<number, Cell>()
	let pixels = 0
	for (let y = 0; y < after.height; y++)
		for (let x = 0; x < after.width; x++) {
			if (!differs(before.rgb, after.rgb, (y * after.width + x) * 3)) continue
			pixels++
			const at = Math.floor(y / CELL_PX) * columns + Math.floor(x / CELL_PX)
			const cell = cells.get(at)
			if (cell) grow(cell, { pixels: 1, left: x, top: y, right: x, bottom: y })
			else cells.set(at, { pixels: 1, left: x, top: y, right: x, bottom: y })
		}
	const found = [...joined(cells, columns)].sort(
		(a, b) => b.pixels - a.pixels || a.top - b.top || a.left - b.left,
	)
	return {
		pixels,
		count: found.length,
		regions: found.slice(0, MAX_REGIONS).map((cell) => ({
			x: cell.left,
			y: cell.top,
			width: cell.right - cell.left + 1,
			height: cell.bottom - cell.top + 1,
			changedPixels: cell.pixels,
		})),
	}
}

function differs(a: Uint8Array, b: Uint8Array, at: number): boolean {
	for (let k = 0; k < 3; k++)
		if (Math.abs((a[at + k] ?? 0) - (b[at + k] ?? 0)) > THRESHOLD) return true
	return false
}

function grow(cell: Cell, by: Cell): void {
	cell.pixels += by.pixels
	cell.left = Math.min(cell.left, by.left)
	cell.top = Math.min(cell.top, by.top)
	cell.right = Math.max(cell.right, by.right)
	cell.bottom = Math.max(cell.bottom, by.bottom)
}

/** Cells that touch, corners included, are one region. */
function* joined(cells: Map<number, Cell>, columns: number): Generator<Cell> {
	const left = new Map(cells)
	for (const [start, first] of cells) {
		if (!left.delete(start)) continue
		const region = { ...first }
		const open = [start]
		for (let at = open.pop(); at !== undefined; at = open.pop()) {
			for (const next of around(at, columns)) {
				const cell = left.get(next)
				if (!cell) continue
				left.delete(next)
				grow(region, cell)
				open.push(next)
			}
		}
		yield region
	}
}

function* around(at: number, columns: number): Generator<number> {
	const x = at % columns
	for (const dy of [-1, 0, 1])
		for (const dx of [-1, 0, 1]) if (x + dx >= 0 && x + dx < columns) yield at + dy * columns + dx
}
