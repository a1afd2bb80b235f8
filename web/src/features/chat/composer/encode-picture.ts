import type { PicturePorts } from '../../../run/pictures/shrink-picture.ts'

const QUALITY = 0.86

/** Browsers without a WebP encoder answer with PNG, which is larger: then JPEG. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
	const as = (type: string) =>
		new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
	const webp = await as('image/webp')
	return webp?.type === 'image/webp' ? webp : as('image/jpeg')
}

const bitmapOf = (file: Blob): Promise<ImageBitmap | null> =>
	createImageBitmap(file).catch(() => null)

/** The browser's own decoder and canvas. An animated GIF becomes its first frame. */
export const canvasPorts: PicturePorts = {
	readable: async (file) => {
		const bitmap = await bitmapOf(file)
		bitmap?.close()
		return bitmap !== null
	},
	shrink: async (file, edgePx) => {
		const bitmap = await bitmapOf(file)
		if (!bitmap) return null
		const scale = Math.min(1, edgePx / Math.max(bitmap.width, bitmap.height))
		const canvas = document.createElement('canvas')
		canvas.width = Math.max(1, Math.round(bitmap.width * scale))
		canvas.height = Math.max(1, Math.round(bitmap.height * scale))
		const pen = canvas.getContext('2d')
		if (!pen) return null
		// JPEG knows no transparency: what is see-through becomes white, not black.
		pen.fillStyle = '#fff'
		pen.fillRect(0, 0, canvas.width, canvas.height)
		pen.imageSmoothingQuality = 'high'
		pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
		bitmap.close()
		return encode(canvas)
	},
}
