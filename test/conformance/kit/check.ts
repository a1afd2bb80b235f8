/** Small checks shared by several cases. */
import { inflateSync } from 'node:zlib'
import type { Attachment, CallOutcome } from '@fairlead/protocol/wire/calls'
import jpeg from 'jpeg-js'
import { expect } from 'vitest'

/** Equal vectors, up to 32-bit float precision. */
export function expectVector(value: unknown, expected: readonly number[], digits = 3): void {
	expect(value).toHaveLength(expected.length)
	for (const [index, number] of (value as number[]).entries())
		expect(number).toBeCloseTo(expected[index] ?? Number.NaN, digits)
}

export interface Shown {
	readonly width: number
	readonly height: number
	/** Distinct pixels; a blank picture has one. */
	readonly colors: number
	/** Red, green, blue; from the top left. */
	pixel(x: number, y: number): number[]
}

/** The one picture of an outcome, decoded far enough to see that it shows something. */
export function pictureOf(outcome: Extract<CallOutcome, { status: 'ok' }>): Shown {
	expect(outcome.attachments).toHaveLength(1)
	const [attachment] = outcome.attachments as [Attachment]
	expect(attachment.name).toBe('screenshot')
	const bytes = Buffer.from(attachment.base64, 'base64')
	const isPng = bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a'
	expect(attachment.mediaType).toBe(isPng ? 'image/png' : 'image/jpeg')
	const picture = isPng ? readPng(bytes) : readJpeg(bytes)
	expect({ width: picture.width, height: picture.height }).toEqual({
		width: attachment.width,
		height: attachment.height,
	})
	return picture
}

function readJpeg(bytes: Buffer): Shown {
	const { width, height, data } = jpeg.decode(bytes)
	const colors = new Set<number>()
	for (let at = 0; at < data.length; at += 4) colors.add(data.readUIntBE(at, 3))
	const pixel = (x: number, y: number): number[] => {
		const at = (Math.floor(y) * width + Math.floor(x)) * 4
		return [...data.subarray(at, at + 3)]
	}
	return { width, height, colors: colors.size, pixel }
}

/** Filters only permute bytes: counting distinct raw pixels per row start needs no unfiltering of type 0–4. */
function readPng(bytes: Buffer): Shown {
	const width = bytes.readUInt32BE(16)
	const height = bytes.readUInt32BE(20)
	const channels = bytes[25] === 6 ? 4 : 3
	const parts: Buffer[] = []
	for (let at = 8; at < bytes.length; ) {
		const length = bytes.readUInt32BE(at)
		if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
			parts.push(bytes.subarray(at + 8, at + 8 + length))
		at += 12 + length
	}
	const raw = inflateSync(Buffer.concat(parts))
	const stride = 1 + width * channels
	expect(raw.length).toBe(stride * height)
	const rows = unfilter(raw, stride, channels, height)
	const colors = new Set<number>()
	for (const row of rows)
		for (let x = 0; x < row.length; x += channels) colors.add(row.readUIntBE(x, 3))
	const pixel = (x: number, y: number): number[] => {
		const at = Math.floor(x) * channels
		return [...(rows[Math.floor(y)]?.subarray(at, at + 3) ?? [])]
	}
	return { width, height, colors: colors.size, pixel }
}

/** PNG's five row filters, undone. */
function unfilter(raw: Buffer, stride: number, bpp: number, height: number): Buffer[] {
	const rows: Buffer[] = []
	for (let y = 0; y < height; y++) {
		const filter = raw[y * stride]
		const row = Buffer.from(raw.subarray(y * stride + 1, (y + 1) * stride))
		const above = rows[y - 1]
		for (let x = 0; x < row.length; x++) {
			const left = x >= bpp ? (row[x - bpp] ?? 0) : 0
			const up = above?.[x] ?? 0
			const corner = x >= bpp ? (above?.[x - bpp] ?? 0) : 0
			row[x] = ((row[x] ?? 0) + predicted(filter ?? 0, left, up, corner)) & 0xff
		}
		rows.push(row)
	}
	return rows
}

function predicted(filter: number, left: number, up: number, corner: number): number {
	switch (filter) {
		case 1:
			return left
		case 2:
			return up
		case 3:
			return (left + up) >> 1
		case 4: {
			const p = left + up - corner
			const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)]
			return a <= b && a <= c ? left : b <= c ? up : corner
		}
		default:
			return 0
	}
}
