/** A view that looks different must be seen, and one that says another second must not. */
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { LOOKS, type Look } from './looks.ts'
import {
	CELL_PIXELS,
	cellsOf,
	colourOf,
	differingCells,
	differingLooks,
	drawThumbnail,
	emptySheet,
	isSheet,
	type Sheet,
} from './sheets.ts'

const HEIGHT = 900
const find = (width: number, theme: Look['theme']): Look => {
	const look = LOOKS.find((one) => one.width === width && one.theme === theme)
	if (!look) throw new Error('no such look')
	return look
}
const PHONE = find(375, 'dark')
const DESK = find(1440, 'light')

interface Box {
	readonly x: number
	readonly y: number
	readonly width: number
	readonly height: number
}

/** A grey window with a box in another tone. */
function picture({ width }: Look, box?: Box & { readonly tone: number }, grey = 200): Buffer {
	const png = new PNG({ width, height: HEIGHT })
	for (let y = 0; y < HEIGHT; y++)
		for (let x = 0; x < width; x++) {
			const inside =
				box && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
			png.data.fill(inside ? box.tone : grey, (y * width + x) * 4, (y * width + x) * 4 + 3)
			png.data[(y * width + x) * 4 + 3] = 255
		}
	return PNG.sync.write(png)
}

const sheetOf = (look: Look, drawn: Buffer): Sheet => {
	const sheet = emptySheet()
	drawThumbnail(sheet, look, drawn)
	return sheet
}

test('a cell is the mean of its pixels, at the edges of those that are there', () => {
	const half = { x: 0, y: 0, width: CELL_PIXELS / 2, height: CELL_PIXELS, tone: 100 }
	const sheet = sheetOf(PHONE, picture(PHONE, half))
	expect([...colourOf(sheet, PHONE, { column: 0, row: 0 })]).toEqual([150, 150, 150])
	const last = cellsOf(PHONE).at(-1)
	expect(last).toEqual({ column: 23, row: 56 })
	expect(last && [...colourOf(sheet, PHONE, last)]).toEqual([200, 200, 200])
	expect([...colourOf(sheet, DESK, { column: 0, row: 0 })]).toEqual([255, 255, 255])
})

test('a sheet is the same after it was written and read', () => {
	const sheet = sheetOf(DESK, picture(DESK))
	const again = PNG.sync.read(PNG.sync.write(sheet as PNG, { colorType: 2 }))
	expect(isSheet(again)).toBe(true)
	expect(differingLooks(sheet, again).size).toBe(0)
})

test('a button in another colour differs, in the look where it is', () => {
	const button = { x: 640, y: 400, width: 112, height: 32 }
	const before = sheetOf(DESK, picture(DESK, { ...button, tone: 90 }))
	const after = sheetOf(DESK, picture(DESK, { ...button, tone: 190 }))
	expect(differingCells(before, after, DESK)).toHaveLength(14)
	expect([...differingLooks(before, after).keys()]).toEqual([DESK])
})

test('another digit of a line of text does not', () => {
	const digit = { x: 640, y: 400, width: 3, height: 9 }
	const before = sheetOf(DESK, picture(DESK, { ...digit, tone: 90 }))
	const after = sheetOf(DESK, picture(DESK, { ...digit, x: 646, tone: 90 }))
	expect(differingCells(before, after, DESK)).toEqual([])
})
