/** Drawing on pixels: cutting, fitting, pasting, boxes and a little text. */
import { MAX_SIDE_PX, type Pixels } from '../render/render.ts'
import { GLYPHS } from './glyphs.ts'

export interface Box {
	readonly x: number
	readonly y: number
	readonly width: number
	readonly height: number
}
export type Rgb = readonly [number, number, number]

const GLYPH_WIDTH = 5
const GLYPH_HEIGHT = 7

export function blank(width: number, height: number): Pixels {
	return { width, height, rgb: new Uint8Array(width * height * 3) }
}

export function crop(from: Pixels, box: Box): Pixels {
	const to = blank(box.width, box.height)
	for (let y = 0; y < box.height; y++) {
		const start = ((box.y + y) * from.width + box.x) * 3
		to.rgb.set(from.rgb.subarray(start, start + box.width * 3), y * box.width * 3)
	}
	return to
}

/** Fractions of a picture as pixels of it: at least one. */
export function regionOf(region: readonly number[], width: number, height: number): Box {
	const [left = 0, top = 0, wide = 1, high = 1] = region
	const x = Math.min(width - 1, Math.floor(left * width))
	const y = Math.min(height - 1, Math.floor(top * height))
	return {
		x,
		y,
		width: Math.max(1, Math.min(width - x, Math.round(wide * width))),
		height: Math.max(1, Math.min(height - y, Math.round(high * height))),
	}
}

/** Each pixel is the mean of the pixels it replaces. Smaller pictures stay as they are. */
export function fit(from: Pixels, maxSide: number = MAX_SIDE_PX): Pixels {
	const scale = Math.max(from.width, from.height) / maxSide
	if (scale <= 1) return from
	const to = blank(
		Math.max(1, Math.floor(from.width / scale)),
		Math.max(1, Math.floor(from.height / scale)),
	)
	for (let y = 0; y < to.height; y++)
		for (let x = 0; x < to.width; x++) {
			const [x0, x1] = span(x, to.width, from.width)
			const [y0, y1] = span(y, to.height, from.height)
			for (let k = 0; k < 3; k++) {
				let sum = 0
				for (let v = y0; v < y1; v++)
					for (let u = x0; u < x1; u++) sum += from.rgb[(v * from.width + u) * 3 + k] ?? 0
				to.rgb[(y * to.width + x) * 3 + k] = Math.floor(sum / ((x1 - x0) * (y1 - y0)))
			}
		}
	return to
}

function span(at: number, small: number, large: number): [number, number] {
	const from = Math.floor((at * large) / small)
	return [from, Math.max(from + 1, Math.floor(((at + 1) * large) / small))]
}

export function paste(onto: Pixels, from: Pixels, x: number, y: number): void {
	for (let row = 0; row < from.height; row++)
		onto.rgb.set(
			from.rgb.subarray(row * from.width * 3, (row + 1) * from.width * 3),
			((y + row) * onto.width + x) * 3,
		)
}

/** Blended with the picture; parts outside are clipped. */
export function fill(onto: Pixels, box: Box, color: Rgb, opacity = 1): void {
	for (let y = Math.max(0, box.y); y < Math.min(onto.height, box.y + box.height); y++)
		for (let x = Math.max(0, box.x); x < Math.min(onto.width, box.x + box.width); x++) {
			const at = (y * onto.width + x) * 3
			for (const k of [0, 1, 2] as const)
				onto.rgb[at + k] = Math.round((onto.rgb[at + k] ?? 0) * (1 - opacity) + color[k] * opacity)
		}
}

export function frame(onto: Pixels, box: Box, color: Rgb, thick = 2): void {
	const { x, y, width, height } = box
	fill(onto, { x, y, width, height: thick }, color)
	fill(onto, { x, y: y + height - thick, width, height: thick }, color)
	fill(onto, { x, y, width: thick, height }, color)
	fill(onto, { x: x + width - thick, y, width: thick, height }, color)
}

/** Writes a text in capitals, each `scale` times 5 × 7 pixels; characters without a glyph stay empty. */
export function write(
	onto: Pixels,
	text: string,
	x: number,
	y: number,
	color: Rgb,
	scale = 2,
): void {
	for (const [index, char] of [...text.toUpperCase()].entries()) {
		const columns = GLYPHS[char] ?? []
		for (const [column, bits] of columns.entries())
			for (let row = 0; row < GLYPH_HEIGHT; row++)
				if (bits & (1 << row))
					fill(
						onto,
						{
							x: x + (index * (GLYPH_WIDTH + 1) + column) * scale,
							y: y + row * scale,
							width: scale,
							height: scale,
						},
						color,
					)
	}
}

/** Lines within a box, at fractions of what it leaves free; longer ones stand out of it. */
export function writeIn(
	onto: Pixels,
	text: string,
	box: Box,
	[right, down]: readonly [number, number],
	color: Rgb,
	scale: number,
): void {
	const lines = text.split('\n')
	const lineHeight = (GLYPH_HEIGHT + 2) * scale
	const top = box.y + (box.height - lines.length * lineHeight + 2 * scale) * down
	for (const [index, line] of lines.entries()) {
		const width = ([...line].length * (GLYPH_WIDTH + 1) - 1) * scale
		const x = Math.round(box.x + (box.width - width) * right)
		write(onto, line, x, Math.round(top + index * lineHeight), color, scale)
	}
}

/** Why texts look otherwise than they are written; null: they do not. */
export function lettersNote(texts: readonly string[]): string | null {
	const letters = [...new Set(texts.join(''))].filter((char) => !/\s/.test(char))
	const gaps = letters.filter((char) => !GLYPHS[char.toUpperCase()])
	const hasSmall = letters.some((char) => char !== char.toUpperCase() && GLYPHS[char.toUpperCase()])
	const said = [
		...(hasSmall ? ['small letters are drawn as capitals'] : []),
		...(gaps.length > 0 ? [`these are drawn as gaps: ${gaps.slice(0, 20).join(' ')}`] : []),
	]
	return said.length === 0 ? null : `The simulator has few letters: ${said.join('; ')}.`
}

/** A word on a dark ground in the upper left corner of a tile. */
export function label(onto: Pixels, text: string, tile: Box): void {
	const width = text.length * (GLYPH_WIDTH + 1) * 2 + 6
	fill(onto, { x: tile.x, y: tile.y, width, height: GLYPH_HEIGHT * 2 + 8 }, [0, 0, 0], 0.65)
	write(onto, text, tile.x + 4, tile.y + 4, [255, 255, 255])
}
