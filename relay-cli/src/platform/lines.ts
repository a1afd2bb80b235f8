/** Splits a stream of bytes into lines. Pure. */
export class LineSplitter {
	readonly #maxBytes: number
	#parts: Buffer[] = []
	#bytes = 0

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes
	}

	/** The whole lines that these bytes end, without their line breaks. @throws when one is too long */
	push(chunk: Buffer): string[] {
		const lines: string[] = []
		let from = 0
		for (;;) {
			const at = chunk.indexOf(0x0a, from)
			const part = chunk.subarray(from, at === -1 ? chunk.length : at)
			this.#bytes += part.length
			if (this.#bytes > this.#maxBytes)
				throw new Error(`A message has more than ${this.#maxBytes} bytes.`)
			if (at === -1) {
				if (part.length > 0) this.#parts.push(part)
				return lines
			}
			// Most lines come whole.
			const whole = this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part])
			const line = whole.toString('utf8')
			lines.push(line.endsWith('\r') ? line.slice(0, -1) : line)
			this.#parts = []
			this.#bytes = 0
			from = at + 1
		}
	}
}
