/** Bytes of a growing file, in pieces of any size, as whole lines. An unfinished line waits. */
import { StringDecoder } from 'node:string_decoder'

/** A longer line is cut; the rest of it is dropped. */
const MAX_LINE_CHARS = 4_000

export class Lines {
	readonly #sink: (line: string) => void
	#decoder = new StringDecoder('utf8')
	#rest = ''
	#skipping = false

	constructor(sink: (line: string) => void) {
		this.#sink = sink
	}

	/** Starts in the middle of a file: the text before the next line break is not a whole line. */
	restart(inTheMiddle: boolean): void {
		this.#decoder = new StringDecoder('utf8')
		this.#rest = ''
		this.#skipping = inTheMiddle
	}

	push(bytes: Buffer): void {
		const text = this.#decoder.write(bytes)
		let from = 0
		for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
			if (this.#skipping) this.#skipping = false
			else this.#emit(this.#rest + text.slice(from, Math.min(at, from + MAX_LINE_CHARS)))
			this.#rest = ''
			from = at + 1
		}
		if (!this.#skipping && this.#rest.length < MAX_LINE_CHARS)
			this.#rest += text.slice(from, from + MAX_LINE_CHARS)
	}

	#emit(line: string): void {
		const cut = line.slice(0, MAX_LINE_CHARS)
		this.#sink(cut.endsWith('\r') ? cut.slice(0, -1) : cut)
	}
}
