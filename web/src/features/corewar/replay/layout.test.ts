/** Every cell of a core of any size is drawn, and the pointer finds it. */
import { expect, test } from 'vitest'
import { cellAt, layoutFor, paint, paintIndexes, placeOf } from './layout.ts'
import { coloursOf, GROUND, lookOf } from './palette.ts'

const SIZES = [2, 3, 800, 8_000, 25_200, 55_440, 1_000_000]
const ROOMS = [
	[640, 640],
	[343, 300],
	[1_200, 200],
	[10, 10],
] as const

test.each(SIZES.flatMap((size) => ROOMS.map(([w, h]) => [size, w, h] as const)))(
	'%i cells in %i × %i',
	(size, width, height) => {
		const layout = layoutFor(size, width, height)
		expect(layout.columns * layout.rows).toBeGreaterThanOrEqual(size)
		expect(layout.columns * (layout.rows - 1)).toBeLessThan(size)
		if (layout.side > 1) {
			expect(layout.width).toBeLessThanOrEqual(width)
			expect(layout.height).toBeLessThanOrEqual(height)
		}
		for (const cell of [0, 1, Math.floor(size / 2), size - 1]) {
			const [x, y] = placeOf(layout, cell)
			expect(cellAt(layout, x, y)).toBe(cell)
			expect(x).toBeLessThan(layout.width)
			expect(y).toBeLessThan(layout.height)
		}
		expect(cellAt(layout, -1, 0)).toBeNull()
		expect(cellAt(layout, layout.width, 0)).toBeNull()
	},
)

test('the last of 25,200 cells has its colour in the picture, and only there', () => {
	const layout = layoutFor(25_200, 520, 520)
	const looks = new Uint8Array(25_200)
	looks[25_199] = lookOf(3, 0)
	const colours = coloursOf('dark')
	const [x, y] = placeOf(layout, 25_199)
	const at = y * layout.width + x
	const pixels = paint(layout, looks, colours, GROUND)
	const colour = (pixels[4 * at]! << 16) | (pixels[4 * at + 1]! << 8) | pixels[4 * at + 2]!
	expect(colour).toBe(colours[lookOf(3, 0)])
	const drawn = paintIndexes(layout, looks, GROUND).filter((one) => one === lookOf(3, 0))
	expect(drawn).toHaveLength((layout.side - layout.gap) ** 2)
})
