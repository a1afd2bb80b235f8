/**
 * Follows a transcript that Claude Code appends to. A look reads what is new, each byte once; nothing is held open
 * between two looks. A file that was truncated or replaced is read again from its beginning.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { LineSplitter, type SplitLine } from './line-splitter.ts'

/** Between two of them, other work of the relay has its turn. */
const CHUNK_BYTES = 256 * 1024
/** Tells a file that was written anew from one that grew. */
const FINGERPRINT_BYTES = 512

export interface TailReader {
	line(line: SplitLine): void
	/** The file is another one, or shorter than before: what it said so far does not count. */
	restarted(): void
}

export interface Looked {
	readonly size: number
	/** Unix milliseconds of the last write. */
	readonly mtimeMs: number
	/** Something new was read. */
	readonly grew: boolean
}

interface Position {
	readonly ino: bigint
	readonly head: Buffer
	/** Read up to here, including an unfinished last line. */
	readonly offset: number
}

export class TranscriptTail {
	readonly path: string
	readonly #reader: TailReader
	#splitter = new LineSplitter()
	#position: Position | null = null
	#looking: Promise<Looked | null> | null = null

	constructor(path: string, reader: TailReader) {
		this.path = path
		this.#reader = reader
	}

	/** A second look joins the one under way. Returns null if there is no such file now, or it cannot be read. */
	look(): Promise<Looked | null> {
		this.#looking ??= this.#look().finally(() => {
			this.#looking = null
		})
		return this.#looking
	}

	async #look(): Promise<Looked | null> {
		let file: FileHandle
		try {
			file = await open(this.path, 'r')
		} catch {
			return null
		}
		try {
			return await this.#read(file)
		} catch {
			// It was removed, or its disk is away, while it was read: the next look continues where this one stopped.
			return null
		} finally {
			await file.close()
		}
	}

	async #read(file: FileHandle): Promise<Looked | null> {
		const stats = await file.stat({ bigint: true })
		if (!stats.isFile()) return null
		const size = Number(stats.size)
		const mtimeMs = Number(stats.mtimeMs)
		const known = this.#position
		const isSame =
			known !== null &&
			known.ino === stats.ino &&
			size >= known.offset &&
			known.head.equals(await bytesAt(file, 0, known.head.length))
		if (known !== null && !isSame) {
			this.#position = null
			this.#splitter = new LineSplitter()
			this.#reader.restarted()
		}
		const first = this.#position?.offset ?? 0
		let offset = first
		while (offset < size) {
			const bytes = await bytesAt(file, offset, Math.min(CHUNK_BYTES, size - offset))
			if (bytes.length === 0) break
			offset += bytes.length
			const head = await this.#headOf(file, offset)
			// Before the lines are handed out: a read that fails later must not hand them out again.
			this.#position = { ino: stats.ino, head, offset }
			for (const line of this.#splitter.push(bytes)) this.#reader.line(line)
		}
		return { size, mtimeMs, grew: offset > first }
	}

	async #headOf(file: FileHandle, offset: number): Promise<Buffer> {
		const known = this.#position?.head
		if (known && known.length === FINGERPRINT_BYTES) return known
		return bytesAt(file, 0, Math.min(FINGERPRINT_BYTES, offset))
	}
}

export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.alloc(length)
	const { bytesRead } = await file.read(buffer, 0, length, position)
	return buffer.subarray(0, bytesRead)
}
