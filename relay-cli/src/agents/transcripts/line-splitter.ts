/** Whole lines of a file that is read in pieces. Splits bytes, not characters, so that a piece may end anywhere. */

const NEWLINE = 10

export interface SplitLine {
	/** The byte of the file at which the line begins. */
	readonly byte: number
	/** The line without its newline; only the beginning of one beyond the bound. */
	readonly text: string
	/** The line is longer than the bound. */
	readonly isCut: boolean
}

export interface SplitBounds {
	readonly maxLineBytes: number
	/** The part of a longer line that is kept. */
	readonly keptBytes: number
}

/** Far above any line but those with pictures. */
export const LINE_BOUNDS: SplitBounds = { maxLineBytes: 1024 * 1024, keptBytes: 16 * 1024 }

export class LineSplitter {
	readonly #bounds: SplitBounds
	/** The byte at which the open line begins. */
	#byte: number
	#pieces: Buffer[] = []
	/** Bytes of the open line, including those that were dropped. */
	#length = 0
	#isCut = false

	constructor(byte = 0, bounds = LINE_BOUNDS) {
		this.#byte = byte
		this.#bounds = bounds
	}

	/** The byte at which the next line would begin: everything before it was handed out. */
	get byte(): number {
		return this.#byte
	}

	/** The lines that this piece completes. */
	*push(piece: Buffer): Generator<SplitLine, void> {
		let from = 0
		for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
			this.#keep(piece.subarray(from, at))
			const line = this.#take()
			from = at + 1
			if (line.text !== '') yield line
		}
		this.#keep(piece.subarray(from))
	}

	#keep(part: Buffer): void {
		this.#length += part.length
		if (this.#isCut || part.length === 0) return
		// A copy: the piece may be a view of a buffer that is used again.
		this.#pieces.push(Buffer.from(part))
		if (this.#length <= this.#bounds.maxLineBytes) return
		this.#pieces = [Buffer.concat(this.#pieces).subarray(0, this.#bounds.keptBytes)]
		// A view would keep the whole line in memory.
		this.#pieces = this.#pieces.map((one) => Buffer.from(one))
		this.#isCut = true
	}

	#take(): SplitLine {
		const text = Buffer.concat(this.#pieces).toString('utf8').replace(/\r$/, '')
		const line = { byte: this.#byte, text, isCut: this.#isCut }
		this.#byte += this.#length + 1
		this.#pieces = []
		this.#length = 0
		this.#isCut = false
		return line
	}
}
