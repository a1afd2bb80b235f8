/** Pictures in files, told by their content: whole PNG, JPEG, GIF and WebP. Pure. */
import type { Attachment } from '@fairlead/protocol/wire/calls'

/** The largest picture that the server stores. */
export const MAX_PICTURE_BYTES = 1_900_000
/** A model's provider refuses a larger one, and with it the whole request. */
export const MAX_PICTURE_SIDE = 8_000

export interface PictureFile {
	readonly mediaType: Extract<Attachment['mediaType'], `image/${string}`>
	readonly width: number
	readonly height: number
}

const JPEG_END = Buffer.from([0xff, 0xd9])

/** Returns null for other files, and for a picture that is cut. A provider would refuse it in every later request. */
export function pictureIn(bytes: Buffer): PictureFile | null {
	const found = png(bytes) ?? jpeg(bytes) ?? gif(bytes) ?? webp(bytes)
	return found && found.width > 0 && found.height > 0 ? found : null
}

const begins = (bytes: Buffer, sign: string, at = 0): boolean =>
	bytes.toString('latin1', at, at + sign.length) === sign

function png(bytes: Buffer): PictureFile | null {
	if (!begins(bytes, '\x89PNG\r\n\x1a\n') || !begins(bytes, 'IHDR', 12)) return null
	if (!begins(bytes, 'IEND', bytes.length - 8)) return null
	return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): PictureFile | null {
	if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.at(-1) !== 0x3b) return null
	return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Its segments, up to the one with the size. */
function jpeg(bytes: Buffer): PictureFile | null {
	if (!begins(bytes, '\xff\xd8\xff') || bytes.lastIndexOf(JPEG_END) < 0) return null
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
		const kind = bytes.readUInt8(at + 1)
		if (kind === 0xff) {
			at++
			continue
		}
		// SOF0 to SOF15, without the tables among them.
		if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) {
			const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
			return { mediaType: 'image/jpeg', width, height }
		}
		at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
	}
	return null
}

function webp(bytes: Buffer): PictureFile | null {
	if (bytes.length < 30 || !begins(bytes, 'RIFF') || !begins(bytes, 'WEBP', 8)) return null
	if (bytes.readUInt32LE(4) + 8 > bytes.length) return null
	const size = (width: number, height: number): PictureFile => ({
		mediaType: 'image/webp',
		width,
		height,
	})
	switch (bytes.toString('latin1', 12, 16)) {
		case 'VP8 ':
			return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
		case 'VP8L': {
			const packed = bytes.readUInt32LE(21)
			return size((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
		}
		case 'VP8X':
			return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
		default:
			return null
	}
}
