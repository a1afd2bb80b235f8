/** Words of the user interface stand where they do in Unity, and a picture says which letters are missing in it. */
import { expect, test } from 'vitest'
import { blank, lettersNote, writeIn } from './canvas.ts'

/** Left, top, right and bottom of what is white. */
function bounds(align: readonly [number, number]): number[] {
	const picture = blank(100, 60)
	writeIn(picture, 'HH', { x: 10, y: 10, width: 80, height: 40 }, align, [255, 255, 255], 2)
	const points = Array.from({ length: 100 * 60 }, (_, i) => i).filter((i) => picture.rgb[i * 3])
	const [xs, ys] = [points.map((i) => i % 100), points.map((i) => Math.floor(i / 100))]
	return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1]
}

test('words stand at the corner or in the middle that their alignment names', () => {
	expect(bounds([0, 0])).toEqual([10, 10, 32, 24])
	expect(bounds([0.5, 0.5])).toEqual([39, 23, 61, 37])
	expect(bounds([1, 1])).toEqual([68, 36, 90, 50])
})

test('letters that are missing, and small ones, are told', () => {
	expect(lettersNote(['GAME OVER 10'])).toBeNull()
	expect(lettersNote(['Game'])).toContain('small letters are drawn as capitals')
	expect(lettersNote(['ÄRA —'])).toContain('gaps: Ä —')
})
