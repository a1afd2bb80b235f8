import { expect, test } from 'vitest'
import { boxTop, isWithin } from './view-of-cursor.ts'

const LINE = 20
const row = (n: number) => ({ top: n * LINE, bottom: (n + 1) * LINE })
/** The rows that a box of ten shows. */
const shows = (cursor: number, written: number) => {
	const top = boxTop(row(cursor), row(written), 10 * LINE)
	return [top / LINE, top / LINE + 9]
}

test('a box smaller than its terminal shows where it is written, not the empty rows below', () => {
	expect(shows(3, 3)).toEqual([0, 9])
	expect(shows(14, 12)).toEqual([5, 14])
	expect(shows(44, 44)).toEqual([35, 44])
})

test('lines below the cursor are shown as far as the cursor stays in the box', () => {
	expect(shows(12, 15)).toEqual([6, 15])
	expect(shows(12, 44)).toEqual([12, 21])
	expect(shows(0, 44)).toEqual([0, 9])
})

test('a row is in the box only with all of it', () => {
	const box = { top: 30, bottom: 90 }
	expect(isWithin(row(2), box)).toBe(true)
	expect(isWithin(row(1), box)).toBe(false)
	expect(isWithin(row(4), box)).toBe(false)
})
