/** Lines of a file, from a byte towards its beginning: a large file opens at its end at once. */
import type { FileHandle } from 'node:fs/promises'
import type { SplitLine } from '../transcripts/line-splitter.ts'
import { LINE_BOUNDS } from '../transcripts/line-splitter.ts'
import { bytesAt } from '../transcripts/transcript-tail.ts'

const CHUNK_BYTES = 64 * 1024
const NEWLINE = 10

/**
 * Whole lines that end at or before `before`, the newest first. An unfinished line at the end is left out. Of a line that is
 * longer than the bound, the text is empty and `isCut` is true.
 */
export async function* linesBefore(
	file: FileHandle,
	before: number,
): AsyncGenerator<SplitLine & { readonly end: number }, void> {
	/** Bytes of the line that is open, in their order. */
	let open: Buffer[] = []
	let openBytes = 0
	/** Behind the newline that ends the open line; null: no newline was found yet. */
	let end: number | null = null
	const take = (byte: number): SplitLine & { end: number } => {
		const isCut = openBytes > LINE_BOUNDS.maxLineBytes
		const text = isCut ? '' : Buffer.concat(open).toString('utf8').replace(/\r$/, '')
		return { byte, text, isCut, end: end ?? byte }
	}
	const keep = (part: Buffer): void => {
		openBytes += part.length
		open = openBytes > LINE_BOUNDS.maxLineBytes ? [] : [part, ...open]
	}
	for (let to = before; to > 0; ) {
		const from = Math.max(0, to - CHUNK_BYTES)
		const chunk = await bytesAt(file, from, to - from)
		let last = chunk.length
		for (let at = last > 0 ? chunk.lastIndexOf(NEWLINE) : -1; at >= 0; ) {
			if (end !== null) {
				keep(chunk.subarray(at + 1, last))
				if (openBytes > 0) yield take(from + at + 1)
			}
			open = []
			openBytes = 0
			end = from + at + 1
			last = at
			at = at > 0 ? chunk.lastIndexOf(NEWLINE, at - 1) : -1
		}
		if (end !== null) keep(chunk.subarray(0, last))
		to = from
	}
	if (end !== null && openBytes > 0) yield take(0)
}
