import { UserMessagePart } from '@fairlead/protocol/conversations/messages'
import { describe, expect, test } from 'vitest'
import {
	bytesOf,
	MAX_MESSAGE_PICTURE_BYTES,
	MAX_PICTURE_BYTES,
	MAX_PICTURES,
	type PicturePart,
	type PicturePorts,
	shrinkPicture,
} from './shrink-picture.ts'

const picture = (bytes: number, type = 'image/png', name = 'view.png') =>
	new File([new Uint8Array(bytes)], name, { type })

/** A decoder that reads everything and makes files of one byte per pixel of the edge, times `weight`. */
function drawing(weight: number) {
	const edges: number[] = []
	const ports: PicturePorts = {
		readable: async () => true,
		shrink: async (_file, edge) => {
			edges.push(edge)
			return new Blob([new Uint8Array(edge * weight)], { type: 'image/webp' })
		},
	}
	return { ports, edges }
}
const broken: PicturePorts = { readable: async () => false, shrink: async () => null }

const taken = async (file: File, present: PicturePart[] = [], ports = drawing(1).ports) => {
	const fitted = await shrinkPicture(file, present, ports)
	if (!fitted.ok) throw new Error(fitted.reason)
	return fitted.picture
}
const reason = async (file: File, present: PicturePart[], ports: PicturePorts) => {
	const fitted = await shrinkPicture(file, present, ports)
	return fitted.ok ? 'taken' : fitted.reason
}

describe('a picture for a message', () => {
	test('is sent byte for byte if it fits, in the form the server takes', async () => {
		const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256)
		const part = await taken(new File([bytes], 'view.png', { type: 'image/png' }))
		expect(UserMessagePart.parse(part)).toEqual(part)
		expect(part.filename).toBe('view.png')
		const sent = Buffer.from(part.url.slice(part.url.indexOf(',') + 1), 'base64')
		expect(sent.equals(bytes)).toBe(true)
	})

	test('is scaled down if it is over the limit, no further than it must be', async () => {
		const { ports, edges } = drawing(700)
		const part = await taken(picture(MAX_PICTURE_BYTES + 1), [], ports)
		expect(edges).toEqual([2000, 1568, 1200])
		expect(part.mediaType).toBe('image/webp')
		expect(bytesOf(part)).toBeLessThanOrEqual(MAX_PICTURE_BYTES)
		expect(UserMessagePart.safeParse(part).success).toBe(true)
	})

	test('a message full of pictures still fits into what the server reads', async () => {
		const present: PicturePart[] = []
		for (let i = 0; i < MAX_PICTURES; i++) {
			const fitted = await shrinkPicture(
				picture(900_000, 'image/jpeg'),
				present,
				drawing(100).ports,
			)
			if (fitted.ok) present.push(fitted.picture)
		}
		expect(present.length).toBeGreaterThan(1)
		const total = present.reduce((sum, part) => sum + bytesOf(part), 0)
		expect(total).toBeLessThanOrEqual(MAX_MESSAGE_PICTURE_BYTES)
		const words = 'x'.repeat(100_000)
		const body = JSON.stringify({ parts: [{ type: 'text', text: words }, ...present] })
		expect(body.length).toBeLessThan(2 * 1024 * 1024)
	})

	test.each([
		['another kind of file', picture(10, 'application/pdf', 'a.pdf'), broken, /“a.pdf”.*PNG, JPEG/],
		['a damaged small file', picture(10), broken, /“view.png” cannot be read/],
		['a damaged large file', picture(2_000_000), broken, /“view.png” cannot be read/],
		['an empty file', picture(0), drawing(1).ports, /cannot be read/],
		['one that stays too large', picture(2_000_000), drawing(5_000).ports, /too large/],
	])('%s is refused with a sentence that names it', async (_what, file, ports, sentence) => {
		expect(await reason(file, [], ports)).toMatch(sentence)
	})

	test('is refused if it is one too many, and the others stay', async () => {
		const one = await taken(picture(10))
		const full = Array.from({ length: MAX_PICTURES }, () => one)
		expect(await reason(picture(10), full, drawing(1).ports)).toMatch(/can hold 6 pictures/)
	})
})
