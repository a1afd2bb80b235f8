/** The output of a command: kept in a file of the relay, shown in pages. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { MAX_OUTPUT_BYTES, OUTPUT_HEAD, OUTPUT_PAGE, OUTPUT_TAIL } from '@fairlead/protocol/tools'
import { shownLine } from '../logs/log-secrets.ts'

const LF = 10
const CR = 13
/** A line is hidden as a whole, so a longer one is not shown. */
const MAX_LINE_BYTES = 64 * 1024
const TOO_LONG = '(line too long)'
/** Enough of the line above to see that it names a secret. */
const BEFORE_BYTES = 256
/** Each byte of a character in UTF-8, but for the first, begins with these bits. */
const CONTINUES = 0b10000000
const TOP_BITS = 0b11000000

export interface OutputPage {
	readonly text: string
	readonly firstByte: number
	readonly nextByte: number
	/** True if the output continues with a line that is not finished: it is held back, since it may be half a secret. */
	readonly unfinished: boolean
	/** The text begins with a line that began before `firstByte`, and has that line whole. */
	readonly repeatsLine: boolean
}

export class OutputFile {
	readonly #path: string
	readonly #handle: number
	#bytes = 0
	/** The byte at which the unfinished line begins. */
	#lineBegin = 0
	/** Nothing follows. */
	#ended = false
	/** Something did not fit. */
	#cut = false

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
		this.#cut ||= part.length < chunk.length
		try {
			this.#bytes += writeSync(this.#handle, part, 0, part.length, this.#bytes)
		} catch {
			this.#cut = true
			return false
		}
		const end = endOfLines(part)
		if (end > 0) this.#lineBegin = this.#bytes - part.length + end
		return !this.#cut
	}

	/**
	 * Nothing follows.
	 *
	 * @param whole the program ended by itself, so that its last line is finished, unless it did not fit: one that was
	 * ended may have written half a secret
	 */
	end(whole: boolean): void {
		this.#ended = true
		this.#cut ||= !whole
	}

	/** Bytes that can be shown. */
	get #finished(): number {
		return this.#ended && !this.#cut ? this.#bytes : this.#lineBegin
	}

	/** The beginning and the end, if it is too long to show whole. */
	summary(): { readonly text: string; readonly left: number } {
		const bytes = this.#finished
		if (bytes <= OUTPUT_HEAD + OUTPUT_TAIL) {
			return { text: shown(this.#read(0, bytes)), left: 0 }
		}
		const head = this.#lines(0, OUTPUT_HEAD).text.slice(0, OUTPUT_HEAD)
		const tail = this.#lines(bytes - OUTPUT_TAIL, bytes).text.slice(-OUTPUT_TAIL)
		const left = bytes - OUTPUT_HEAD - OUTPUT_TAIL
		const isOneLine = head.endsWith(TOO_LONG) && tail.startsWith(TOO_LONG)
		const end =
			isOneLine && !this.#read(OUTPUT_HEAD, bytes - OUTPUT_TAIL).includes(LF)
				? tail.slice(TOO_LONG.length).replace(/^\n/, '')
				: tail
		return {
			text: [head, `… ${left} bytes left out …`, ...(end === '' ? [] : [end])].join('\n'),
			left,
		}
	}

	/**
	 * @param from default: the last page
	 * @param size bytes
	 */
	page(from?: number, size = OUTPUT_PAGE): OutputPage {
		const all = this.#finished
		const firstByte = Math.min(from ?? Math.max(0, all - size), all)
		const bytes = this.#read(firstByte, Math.min(all, firstByte + size))
		const isLast = firstByte + bytes.length >= all
		const end = isLast ? bytes.length : bytes.lastIndexOf(LF) + 1 || bytes.length
		const { text, nextByte } = this.#lines(firstByte, firstByte + end)
		const unfinished = nextByte >= all && all < this.#bytes
		const repeatsLine = firstByte > 0 && this.#read(firstByte - 1, firstByte)[0] !== LF
		return { text: text.slice(-size), firstByte, nextByte, unfinished, repeatsLine }
	}

	/** The output since `from`; of more than `size` bytes, the newest. */
	since(from: number, size: number): OutputPage {
		return this.page(Math.max(from, this.#finished - size), size)
	}

	/** The whole lines around these bytes, without secrets: a secret that is cut in two is not recognized. */
	#lines(from: number, to: number): { readonly text: string; readonly nextByte: number } {
		const start = this.#lineStart(from)
		const end = this.#lineEnd(to)
		const first = start ?? from
		const bytes = this.#read(first, end ?? to)
		const begin = start === null ? bytes.indexOf(LF) + 1 || bytes.length : 0
		const until = end === null ? bytes.lastIndexOf(LF) + 1 : bytes.length
		const nextByte = end ?? to
		if (begin >= until && (start === null || end === null)) return { text: TOO_LONG, nextByte }
		const above = this.#read(Math.max(0, first + begin - BEFORE_BYTES), first + begin)
		const text = shown(bytes.subarray(begin, until), lastLine(above))
		const before = start === null ? `${TOO_LONG}\n` : ''
		return { text: `${before}${text}${end === null ? TOO_LONG : ''}`, nextByte }
	}

	/** The start of the line; null if it is too far away. */
	#lineStart(at: number): number | null {
		const from = Math.max(0, at - MAX_LINE_BYTES)
		const found = this.#read(from, at).lastIndexOf(LF)
		return found >= 0 ? from + found + 1 : from === 0 ? 0 : null
	}

	/** The byte after the line's LF; null if it is too far away. */
	#lineEnd(at: number): number | null {
		const all = this.#finished
		if (at === 0 || at >= all) return at
		const to = Math.min(all, at + MAX_LINE_BYTES)
		const found = this.#read(at - 1, to).indexOf(LF)
		return found >= 0 ? at + found : to === all ? to : null
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

/** The byte after the last line break; a CR at the very end may be half of one. 0: there is none. */
const endOfLines = (bytes: Buffer): number =>
	Math.max(bytes.lastIndexOf(LF), bytes.subarray(0, -1).lastIndexOf(CR)) + 1

const lastLine = (bytes: Buffer): string | undefined =>
	bytes.length === 0
		? undefined
		: bytes
				.toString('utf8')
				.trimEnd()
				.split(/[\r\n]/)
				.at(-1)

/** The last whole lines of an output as it comes in, without secrets. */
export class LastLines {
	readonly #bytes: number
	#isWhole = true
	#before: string | undefined

	/** @param bytes to look at, from a chunk's end */
	constructor(bytes: number) {
		this.#bytes = bytes
	}

	/** Returns undefined if the chunk has no whole line. */
	next(chunk: Buffer): string | undefined {
		const isWhole = this.#isWhole && chunk.length <= this.#bytes
		const before = this.#before
		this.#isWhole = chunk.at(-1) === LF || chunk.at(-1) === CR
		this.#before = lastLine(chunk.subarray(-BEFORE_BYTES))
		const part = chunk.subarray(-this.#bytes)
		const from = isWhole ? 0 : part.indexOf(LF) + 1 || part.length
		const to = Math.max(part.lastIndexOf(LF), part.lastIndexOf(CR)) + 1
		if (from >= to) return undefined
		const text = shown(part.subarray(from, to), isWhole ? before : lastLine(part.subarray(0, from)))
		return text.trim().split('\n').at(-1)?.trim()
	}
}

/**
 * Without colors and secrets; of a line that was written over (a progress bar), the last state.
 *
 * @param before the line above
 */
export function shown(bytes: Buffer, before?: string): string {
	let begin = 0
	while (begin < 3 && ((bytes[begin] ?? 0) & TOP_BITS) === CONTINUES) begin++
	const lines = stripVTControlCharacters(bytes.subarray(begin).toString('utf8'))
		.replaceAll('\r\n', '\n')
		.split('\n')
		.map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(/\r$/, ''))
	return lines.map((line, i) => shownLine(line, i === 0 ? before : lines[i - 1])).join('\n')
}
