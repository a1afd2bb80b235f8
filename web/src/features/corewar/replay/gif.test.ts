/** A film that other programs can read: decoded here by a reader of its own. */
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import { Dice } from '../../../../../test/corewar/dice.ts'
import { filmOf } from './film.ts'
import { GifWriter } from './gif.ts'
import { layoutFor, paintIndexes } from './layout.ts'
import { coloursOf, GROUND } from './palette.ts'
import { Replay } from './replay.ts'

interface Gif {
	readonly width: number
	readonly height: number
	readonly colours: readonly number[]
	/** Whole pictures, as shown one after the other. */
	readonly frames: readonly Uint8Array[]
	readonly delaysCs: readonly number[]
}

function decode(bytes: Uint8Array): Gif {
	const word = (at: number): number => bytes[at]! | (bytes[at + 1]! << 8)
	expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe('GIF89a')
	const [width, height] = [word(6), word(8)]
	const size = 2 << (bytes[10]! & 7)
	const colours = Array.from(
		{ length: size },
		(_, i) => (bytes[13 + 3 * i]! << 16) | (bytes[14 + 3 * i]! << 8) | bytes[15 + 3 * i]!,
	)
	let at = 13 + 3 * size
	const frames: Uint8Array[] = []
	const delaysCs: number[] = []
	let same = -1
	const blocks = (): number[] => {
		const data: number[] = []
		for (let length = bytes[at++]!; length > 0; length = bytes[at++]!) {
			data.push(...bytes.slice(at, at + length))
			at += length
		}
		return data
	}
	for (;;) {
		const kind = bytes[at++]
		if (kind === 0x3b) break
		if (kind === 0x21) {
			const label = bytes[at++]
			const data = blocks()
			if (label === 0xf9) {
				delaysCs.push(data[1]! | (data[2]! << 8))
				same = data[3]!
			}
		} else {
			expect(kind).toBe(0x2c)
			at += 9
			const bits = bytes[at++]!
			const pixels = unpacked(blocks(), bits)
			expect(pixels).toHaveLength(width * height)
			const before = frames.at(-1)
			frames.push(Uint8Array.from(pixels, (one, i) => (one === same ? before![i]! : one)))
		}
	}
	expect(at).toBe(bytes.length)
	return { width, height, colours, frames, delaysCs }
}

function unpacked(data: readonly number[], bits: number): number[] {
	const clear = 1 << bits
	let table: number[][] = []
	let width = bits + 1
	const out: number[] = []
	let before: number[] | null = null
	let bit = 0
	for (;;) {
		let code = 0
		for (let i = 0; i < width; i++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i
		if (code === clear) {
			table = Array.from({ length: clear + 2 }, (_, i) => [i])
			width = bits + 1
			before = null
			continue
		}
		if (code === clear + 1) return out
		const entry: number[] = table[code] ?? [...before!, before![0]!]
		out.push(...entry)
		if (before !== null && table.length < 4096) table.push([...before, entry[0]!])
		if (table.length === 1 << width && width < 12) width++
		before = entry
	}
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

test('pictures of any pattern come back as they were, beyond the table of 4,096 codes', async () => {
	const [width, height] = [173, 97]
	const colours = Array.from({ length: 42 }, (_, i) => i * 65_793)
	const dice = new Dice(1)
	const noise = Uint8Array.from({ length: width * height }, () => dice.roll(42))
	const plain = new Uint8Array(width * height).fill(7)
	const little = noise.slice()
	little[100] = 1
	const gif = new GifWriter({ width, height, colours })
	for (const one of [noise, little, plain, plain, noise]) gif.add(one, 80)
	const read = decode(await bytesOf(gif.end()))
	expect(read).toMatchObject({ width, height, delaysCs: [8, 8, 8, 8, 8] })
	expect(read.colours.slice(0, 42)).toEqual(colours)
	expect(read.frames.map((one) => Buffer.from(one).equals(noise))).toEqual([
		true,
		false,
		false,
		false,
		true,
	])
	expect(read.frames[1]).toEqual(little)
	expect(read.frames[3]).toEqual(plain)
})

test.each(Array.from({ length: 300 }, (_, n) => n + 1))('%i pixels come back', async (length) => {
	const pixels = Uint8Array.from({ length }, (_, i) => (i * i) % 3)
	const gif = new GifWriter({ width: length, height: 1, colours: [1, 2, 3] })
	gif.add(pixels, 80)
	expect(decode(await bytesOf(gif.end())).frames[0]).toEqual(pixels)
})

test('the film of a round begins with its first moment and ends with its last', async () => {
	const setup = {
		engineVersion: 1,
		settings: {
			coreSize: 800,
			maxCycles: 900,
			maxProcesses: 80,
			maxLength: 25,
			minDistance: 25,
		},
		rounds: 1,
		seed: 5,
		warriors: STOCK_WARRIORS.slice(1, 4).map(({ name, source }) => ({ name, source })),
	}
	const layout = layoutFor(800, 120, 120)
	const replay = new Replay(setup, 0)
	const first = paintIndexes(layout, replay.frame.looks, GROUND)
	const shares: number[] = []
	const film = filmOf(replay, layout, coloursOf('light'), (share) => shares.push(share))
	const read = decode(await bytesOf(film))
	expect(film.type).toBe('image/gif')
	expect(read.frames[0]).toEqual(first)
	expect(read.frames.at(-1)).toEqual(paintIndexes(layout, replay.frame.looks, GROUND))
	expect(replay.frame.isOver).toBe(true)
	expect(shares.at(-1)).toBe(1)
	expect(read.frames.length).toBeLessThanOrEqual(120)
})

test('a picture that the format cannot hold is refused', () => {
	expect(() => new GifWriter({ width: 70_000, height: 1, colours: [0] })).toThrow(RangeError)
	expect(() => new GifWriter({ width: 1, height: 1, colours: Array(256).fill(0) })).toThrow(
		RangeError,
	)
})
