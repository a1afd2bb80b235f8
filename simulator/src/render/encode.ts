/** Pixels → a file: PNG, or JPEG where that saves. */
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import type { Pixels } from './render.ts'

/** A model reads the same from a JPEG; a larger PNG is mostly shading, and a JPEG of it a quarter of its size. */
const MAX_PNG_BYTES = 100_000
/** Text and edges stay clear. */
const JPEG_QUALITY = 85

export interface PictureFile {
	readonly mediaType: 'image/png' | 'image/jpeg'
	readonly bytes: Buffer
}

export function encode(pixels: Pixels): PictureFile {
	const png = { mediaType: 'image/png', bytes: encodePng(pixels) } as const
	if (png.bytes.length <= MAX_PNG_BYTES) return png
	const bytes = encodeJpeg(pixels)
	return bytes.length < png.bytes.length ? { mediaType: 'image/jpeg', bytes } : png
}

function encodePng({ width, height, rgb }: Pixels): Buffer {
	const png = new PNG({ width, height, colorType: 2, inputColorType: 2, inputHasAlpha: false })
	png.data = Buffer.from(rgb.buffer, rgb.byteOffset, rgb.byteLength)
	return PNG.sync.write(png, {
		colorType: 2,
		inputColorType: 2,
		inputHasAlpha: false,
		deflateLevel: 6,
		// One filter for all rows: trying each on every row takes four times as long and saves little.
		filterType: 4,
	})
}

function encodeJpeg({ width, height, rgb }: Pixels): Buffer {
	const data = new Uint8Array(width * height * 4)
	for (let i = 0; i < width * height; i++) data.set(rgb.subarray(i * 3, i * 3 + 3), i * 4)
	return jpeg.encode({ width, height, data }, JPEG_QUALITY).data
}
