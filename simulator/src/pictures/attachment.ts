/** A picture as it travels beside a result. */
import type { Attachment } from '@fairlead/protocol'
import { encode } from '../render/encode.ts'
import type { Pixels } from '../render/render.ts'

export function attachment(name: string, pixels: Pixels): Attachment {
	const { mediaType, bytes } = encode(pixels)
	const { width, height } = pixels
	return { name, mediaType, base64: bytes.toString('base64'), width, height }
}
