/** Writes an animated GIF (GIF89a) of pictures that are indexes into one table of colours. */

export interface GifOptions {
	readonly width: number
	readonly height: number
	/** At most 255 colours as 0xRRGGBB; the index after the last one means "as before". */
	readonly colours: readonly number[]
}

/** GIF counts in hundredths of a second; browsers slow down what is faster than two. */
const MIN_DELAY_CS = 2
const MAX_CODE_BITS = 12
const BLOCK_BYTES = 255
/** A prime of about twice the 4,096 codes that a picture can have, so that slots spread and one is always free. */
const HASH_SIZE = 8_209

export class GifWriter {
	readonly #options: GifOptions
	readonly #bits: number
	readonly #same: number
	readonly #out: Uint8Array[] = []
	#before: Uint8Array | null = null

	/** @throws RangeError for a table or a picture that the format cannot hold */
	constructor(options: GifOptions) {
		const { width, height, colours } = options
		if (colours.length > 255)
			throw new RangeError('A GIF holds 255 colours and one for "as before".')
		if (!(width >= 1 && width <= 65_535 && height >= 1 && height <= 65_535)) {
			throw new RangeError(`A GIF of ${width} × ${height} pixels cannot be written.`)
		}
		this.#options = options
		this.#same = colours.length
		this.#bits = Math.max(2, Math.ceil(Math.log2(colours.length + 1)))
		const table = new Uint8Array(3 << this.#bits)
		for (const [i, colour] of colours.entries()) {
			table.set([colour >> 16, (colour >> 8) & 255, colour & 255], 3 * i)
		}
		this.#out.push(
			text('GIF89a'),
			bytes([...word(width), ...word(height), 0xf0 | (this.#bits - 1), 0, 0]),
			table,
			// Repeats forever.
			bytes([0x21, 0xff, 11]),
			text('NETSCAPE2.0'),
			bytes([3, 1, 0, 0, 0]),
		)
	}

	/** @param indexes of a whole picture, row by row */
	add(indexes: Uint8Array, delayMs: number): void {
		const { width, height } = this.#options
		const before = this.#before
		const changed =
			before === null ? indexes : indexes.map((one, at) => (one === before[at] ? this.#same : one))
		const delay = Math.max(MIN_DELAY_CS, Math.round(delayMs / 10))
		this.#out.push(
			// Leaves the frame below in place, and has a transparent index.
			bytes([0x21, 0xf9, 4, 0x05, ...word(delay), this.#same, 0]),
			bytes([0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, this.#bits]),
			compressed(changed, this.#bits),
		)
		this.#before = indexes.slice()
	}

	end(): Blob {
		return new Blob([...this.#out, bytes([0x3b])] as BlobPart[], { type: 'image/gif' })
	}
}

const bytes = (values: readonly number[]): Uint8Array => Uint8Array.from(values)
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const word = (value: number): [number, number] => [value & 255, value >> 8]

/** LZW with codes of growing length, in blocks of at most 255 bytes. */
function compressed(indexes: Uint8Array, bits: number): Uint8Array {
	const clear = 1 << bits
	const out = new Blocks()
	const keys = new Int32Array(HASH_SIZE).fill(-1)
	const codes = new Uint16Array(HASH_SIZE)
	let next = clear + 2
	let width = bits + 1
	out.code(clear, width)
	let prefix = indexes[0] ?? 0
	for (let at = 1; at < indexes.length; at++) {
		const index = indexes[at] ?? 0
		const key = (prefix << 8) | index
		let slot = ((index << 5) ^ prefix) % HASH_SIZE
		while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) % HASH_SIZE
		if (keys[slot] === key) {
			prefix = codes[slot] ?? 0
			continue
		}
		out.code(prefix, width)
		prefix = index
		if (next < 1 << MAX_CODE_BITS) {
			keys[slot] = key
			codes[slot] = next
			// The reader knows each entry one code later.
			if (next === 1 << width) width++
			next++
		} else {
			out.code(clear, width)
			keys.fill(-1)
			next = clear + 2
			width = bits + 1
		}
	}
	out.code(prefix, width)
	// After the last code, codes may have become longer.
	out.code(clear + 1, next === 1 << width && width < MAX_CODE_BITS ? width + 1 : width)
	return out.end()
}

/** Codes as bits, the lowest first, with the length before each block. */
class Blocks {
	#bytes = new Uint8Array(1 << 16)
	#length = 1
	#block = 0
	#kept = 0
	#bits = 0

	code(code: number, width: number): void {
		this.#kept |= code << this.#bits
		this.#bits += width
		while (this.#bits >= 8) {
			this.#byte(this.#kept & 255)
			this.#kept >>>= 8
			this.#bits -= 8
		}
	}

	#byte(value: number): void {
		if (this.#length + 2 > this.#bytes.length) {
			const larger = new Uint8Array(2 * this.#bytes.length)
			larger.set(this.#bytes)
			this.#bytes = larger
		}
		this.#bytes[this.#length++] = value
		if (this.#length - this.#block <= BLOCK_BYTES) return
		this.#bytes[this.#block] = BLOCK_BYTES
		this.#block = this.#length++
	}

	end(): Uint8Array {
		if (this.#bits > 0) this.#byte(this.#kept & 255)
		const last = this.#length - this.#block - 1
		this.#bytes[this.#block] = last
		if (last > 0) this.#bytes[this.#length++] = 0
		return this.#bytes.slice(0, this.#length)
	}
}
