/** A part of a transcript, between two bytes: `agents.transcript`. */
import { type FileHandle, open } from 'node:fs/promises'
import {
	AGENT_LIMITS,
	type TranscriptEntry,
	type TranscriptPart,
} from '@fairlead/protocol/agents/agents'
import { LineSplitter, type SplitLine } from '../transcripts/line-splitter.ts'
import { bytesAt } from '../transcripts/transcript-tail.ts'
import { linesBefore } from './backward-lines.ts'
import { entriesOf, readable } from './entries.ts'

export interface PartAsked {
	readonly before?: number | undefined
	readonly after?: number | undefined
	readonly find?: string | undefined
}

/** One answer, as JSON. */
const MAX_ANSWER_CHARS = 256 * 1024
/** The part of a transcript that one read looks through. */
const MAX_SCANNED_BYTES = 8 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10
/** Written in JSON as it is: a line without it has no entry with it. */
const PLAIN = /^[\w .,:;()#@+-]+$/

/** Returns null if the file does not exist (now), or cannot be read. */
export async function readPart(
	path: string,
	sessionId: string,
	asked: PartAsked,
): Promise<TranscriptPart | null> {
	const file = await open(path, 'r').catch(() => null)
	if (!file) return null
	try {
		const { size } = await file.stat()
		const wanted = new Wanted(asked.find)
		const { after, before } = asked
		const range =
			after === undefined
				? await backward(file, Math.min(before ?? size, size), wanted)
				: await forward(file, Math.min(after, size), size, wanted)
		return { sessionId, size, ...range, entries: wanted.entries }
	} catch {
		return null
	} finally {
		await file.close()
	}
}

type Range = Pick<TranscriptPart, 'from' | 'to'>

async function backward(file: FileHandle, before: number, wanted: Wanted): Promise<Range> {
	let from = before
	let to: number | null = null
	for await (const line of linesBefore(file, before)) {
		to ??= line.end
		if (!wanted.take(line, 'older')) break
		from = line.byte
		if (before - from >= MAX_SCANNED_BYTES) break
	}
	// Without a whole line there is nothing to be asked for again.
	return to === null ? { from: 0, to: 0 } : { from, to }
}

async function forward(
	file: FileHandle,
	after: number,
	size: number,
	wanted: Wanted,
): Promise<Range> {
	const first = await beginningOfLine(file, after)
	const splitter = new LineSplitter(first)
	const end = Math.min(size, first + MAX_SCANNED_BYTES)
	for (let offset = first; offset < end; ) {
		const bytes = await bytesAt(file, offset, Math.min(CHUNK_BYTES, end - offset))
		if (bytes.length === 0) break
		offset += bytes.length
		for (const line of splitter.push(bytes))
			if (!wanted.take(line, 'newer')) return { from: first, to: line.byte }
	}
	// A line that is longer than what is looked through would stop the reader forever.
	const isStuck = splitter.byte === first && end < size
	return { from: first, to: isStuck ? end : splitter.byte }
}

/** The byte itself if a line begins there, else the beginning of the next line. */
async function beginningOfLine(file: FileHandle, byte: number): Promise<number> {
	for (let from = byte === 0 ? 0 : byte - 1; byte > 0; ) {
		const bytes = await bytesAt(file, from, CHUNK_BYTES)
		if (bytes.length === 0) return byte
		const at = bytes.indexOf(NEWLINE)
		if (at >= 0) return from + at + 1
		from += bytes.length
	}
	return 0
}

/** Gathers entries until the answer is full. */
class Wanted {
	readonly entries: TranscriptEntry[] = []
	readonly #find: string | null
	readonly #isPlain: boolean
	#chars = 0

	constructor(find: string | undefined) {
		this.#find = find?.toLowerCase() ?? null
		this.#isPlain = this.#find !== null && PLAIN.test(this.#find)
	}

	/** False: the line no longer fits, and is to be asked for again. */
	take(line: SplitLine, side: 'older' | 'newer'): boolean {
		if (this.#isPlain && !line.text.toLowerCase().includes(this.#find ?? '')) return true
		const found = entriesOf(line).filter((entry) => this.#isFound(entry))
		if (found.length === 0) return true
		const fitting = fit(found)
		const chars = JSON.stringify(fitting).length
		const isFull =
			this.entries.length + fitting.length > AGENT_LIMITS.entries ||
			this.#chars + chars > MAX_ANSWER_CHARS
		if (isFull && this.entries.length > 0) return false
		this.#chars += chars
		if (side === 'older') this.entries.unshift(...fitting)
		else this.entries.push(...fitting)
		return true
	}

	#isFound(entry: TranscriptEntry): boolean {
		if (this.#find === null) return true
		const texts = entry.kind === 'tool' ? [entry.text, entry.name, entry.input] : [entry.text]
		return texts.some((text) => text.toLowerCase().includes(this.#find ?? ''))
	}
}

/** The entries of one line, which is never divided: shorter if they would fill an answer by themselves. */
function fit(entries: readonly TranscriptEntry[]): TranscriptEntry[] {
	const all = entries.slice(0, AGENT_LIMITS.entries)
	if (JSON.stringify(all).length <= MAX_ANSWER_CHARS) return all
	const length = Math.max(200, Math.floor(MAX_ANSWER_CHARS / 8 / all.length))
	return all.map((entry) => {
		const text = readable(entry.text, Math.max(length, 200))
		if (entry.kind !== 'tool') return { ...entry, text }
		const { changes: _, ...tool } = entry
		return { ...tool, input: readable(entry.input, length) }
	})
}
