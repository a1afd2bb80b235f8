/** A picture must be small, and be what its media type says. */
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encode } from './encode.ts'
import type { Pixels } from './render.ts'

const [WIDTH, HEIGHT] = [768, 432]

function picture(color: (x: number, y: number) => readonly number[]): Pixels {
	const rgb = new Uint8Array(WIDTH * HEIGHT * 3)
	for (let y = 0; y < HEIGHT; y++)
		for (let x = 0; x < WIDTH; x++) rgb.set(color(x, y), (y * WIDTH + x) * 3)
	return { width: WIDTH, height: HEIGHT, rgb }
}
/** Shading, as a renderer makes it: no two pixels are the same, and none differs much from the next. */
const shaded = picture((x, y) => [
	128 + 100 * Math.sin(x / 31 + y / 17),
	128 + 100 * Math.sin(x / 13 - y / 23),
	128 + 100 * Math.cos(x / 29 + y / 41),
])

test('a plain picture is a PNG with exactly its pixels', () => {
	const flat = picture((x) => (x < 100 ? [255, 0, 0] : [10, 20, 30]))
	const { mediaType, bytes } = encode(flat)
	expect(mediaType).toBe('image/png')
	const png = PNG.sync.read(bytes)
	expect([png.width, png.height]).toEqual([WIDTH, HEIGHT])
	expect([...png.data.subarray(0, 3)]).toEqual([255, 0, 0])
	expect([...png.data.subarray(400, 403)]).toEqual([10, 20, 30])
})

test('a picture that would be a large PNG is a JPEG that shows the same', () => {
	const { mediaType, bytes } = encode(shaded)
	expect(mediaType).toBe('image/jpeg')
	expect(bytes.length).toBeLessThan(100_000)
	const read = jpeg.decode(bytes)
	expect([read.width, read.height]).toEqual([WIDTH, HEIGHT])
	let sum = 0
	for (let i = 0; i < WIDTH * HEIGHT; i++)
		for (const k of [0, 1, 2])
			sum += Math.abs((read.data[i * 4 + k] ?? 0) - (shaded.rgb[i * 3 + k] ?? 0))
	expect(sum / (WIDTH * HEIGHT * 3)).toBeLessThan(4)
})
