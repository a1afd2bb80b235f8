/** The newest part of a terminal's output. Positions count UTF-16 code units since its program began. */

export class KeptOutput {
	readonly #most: number
	/** Oldest first. */
	#chunks: { readonly from: number; readonly data: string }[] = []
	#end = 0

	/** @param most code units kept at least, once there were as many */
	constructor(most: number) {
		this.#most = most
	}

	get start(): number {
		return this.#chunks[0]?.from ?? this.#end
	}

	get end(): number {
		return this.#end
	}

	add(data: string): void {
		if (data === '') return
		this.#chunks.push({ from: this.#end, data })
		this.#end += data.length
		while (this.#chunks[1] && this.#end - this.#chunks[1].from >= this.#most) this.#chunks.shift()
	}

	/**
	 * From a position on, at most so many code units; never half of a surrogate pair, unless the program wrote it.
	 *
	 * @throws {RangeError} if it is no longer kept, or was never written
	 */
	slice(from: number, most: number): string {
		if (from < this.start || from > this.#end)
			throw new RangeError(`${from} is not between ${this.start} and ${this.#end}.`)
		let found = ''
		for (const chunk of this.#chunks) {
			const missing = from + most - chunk.from
			if (missing <= 0) break
			if (chunk.from + chunk.data.length > from)
				found += chunk.data.slice(Math.max(0, from - chunk.from), missing)
		}
		const last = found.charCodeAt(found.length - 1)
		const isHigh = last >= 0xd800 && last <= 0xdbff
		return isHigh && found.length > 1 && from + found.length < this.#end
			? found.slice(0, -1)
			: found
	}
}
