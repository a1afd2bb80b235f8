/** What a command wrote: kept in a file of the relay, shown in pages. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { MAX_OUTPUT_BYTES, OUTPUT_HEAD, OUTPUT_PAGE, OUTPUT_TAIL } from '@fairlead/protocol/tools'
import { shownLine } from '../outside/log-secrets.ts'

const LF = 10
/** Of a character's bytes in UTF-8, all but the first begin with these bits. */
const CONTINUES = 0b10000000
const TOP_BITS = 0b11000000

export interface OutputPage {
	readonly text: string
	readonly firstByte: number
	readonly nextByte: number
}

export class OutputFile {
	readonly #path: string
	readonly #handle: number
	#bytes = 0

	/** Readable by this user only. @throws if it cannot be created */
	constructor(path: string) {
		this.#path = path
		this.#handle = openSync(path, 'w+', 0o600)
	}

	get bytes(): number {
		return this.#bytes
	}

	/** False if it did not fit: the limit is reached, or the disk is full. */
	add(chunk: Buffer): boolean {
		const part = chunk.subarray(0, MAX_OUTPUT_BYTES - this.#bytes)
		try {
			this.#bytes += writeSync(this.#handle, part, 0, part.length, this.#bytes)
		} catch {
			return false
		}
		return part.length === chunk.length
	}

	/** The beginning and the end, if it is too long to show whole. */
	summary(): { readonly text: string; readonly left: number } {
		if (this.#bytes <= OUTPUT_HEAD + OUTPUT_TAIL) {
			return { text: shown(this.#read(0, this.#bytes)), left: 0 }
		}
		const head = this.#read(0, OUTPUT_HEAD)
		const tail = this.#read(this.#bytes - OUTPUT_TAIL, this.#bytes)
		const left = this.#bytes - head.length - tail.length
		return { text: `${shown(head)}\n… ${left} bytes left out …\n${shown(tail)}`, left }
	}

	/** @param from default: the last page */
	page(from = Math.max(0, this.#bytes - OUTPUT_PAGE)): OutputPage {
		const firstByte = Math.min(from, this.#bytes)
		const bytes = this.#read(firstByte, Math.min(this.#bytes, firstByte + OUTPUT_PAGE))
		const isLast = firstByte + bytes.length >= this.#bytes
		// At a line's end, so that no character and no secret is cut in two.
		const end = isLast ? bytes.length : bytes.lastIndexOf(LF) + 1 || bytes.length
		return { text: shown(bytes.subarray(0, end)), firstByte, nextByte: firstByte + end }
	}

	remove(): void {
		closeSync(this.#handle)
		rmSync(this.#path, { force: true })
	}

	#read(from: number, to: number): Buffer {
		const bytes = Buffer.alloc(to - from)
		return bytes.subarray(0, readSync(this.#handle, bytes, 0, bytes.length, from))
	}
}

/** Without colors and secrets; of a line that was written over (a progress bar), the last state. */
export function shown(bytes: Buffer): string {
	let begin = 0
	while (begin < 3 && ((bytes[begin] ?? 0) & TOP_BITS) === CONTINUES) begin++
	const lines = stripVTControlCharacters(bytes.subarray(begin).toString('utf8'))
		.replaceAll('\r\n', '\n')
		.split('\n')
		.map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(/\r$/, ''))
	return lines.map((line, i) => shownLine(line, lines[i - 1])).join('\n')
}
