/**
 * Follows a log file that another program writes, replaces and truncates. A look reads what is new; nothing
 * is held open between two looks, so that the other program can rename the file on Windows too.
 */
import type { FileHandle } from 'node:fs/promises'
import { openRegular } from '../disk/regular-file.ts'
import { Lines } from './lines.ts'
import { LogReader } from './log-session.ts'

/** A file met for the first time is read at its beginning (which names the project) and for this much of its end. */
const MAX_BACKLOG_BYTES = 16 * 1024 * 1024
const HEAD_BYTES = 64 * 1024
const CHUNK_BYTES = 256 * 1024
/** The beginning has the date of the process in it. */
const FINGERPRINT_BYTES = 1_024

interface Position {
	readonly ino: bigint
	readonly head: Buffer
	readonly offset: number
}

export interface Looked {
	/** Unix milliseconds of the last write. */
	readonly mtimeMs: number
	readonly size: number
}

export class LogTail {
	readonly path: string
	readonly #open: (path: string) => Promise<FileHandle>
	readonly reader = new LogReader()
	readonly #lines = new Lines((line) => this.reader.line(line))
	#position: Position | null = null
	#looking: Promise<Looked | null> | null = null

	/** @param open opens a regular file for reading, without waiting */
	constructor(path: string, open: (path: string) => Promise<FileHandle> = openRegular) {
		this.path = path
		this.#open = open
	}

	/**
	 * Reads what is new; a second request joins the one under way. Returns null if there is no such file, or it cannot be
	 * read; what was known is forgotten.
	 */
	look(): Promise<Looked | null> {
		this.#looking ??= this.#look().finally(() => {
			this.#looking = null
		})
		return this.#looking
	}

	async #look(): Promise<Looked | null> {
		let file: FileHandle
		try {
			file = await this.#open(this.path)
		} catch {
			this.#forget()
			return null
		}
		try {
			return await this.#read(file)
		} catch {
			this.#forget()
			return null
		} finally {
			await file.close()
		}
	}

	async #read(file: FileHandle): Promise<Looked | null> {
		const stat = await file.stat({ bigint: true })
		const size = Number(stat.size)
		const known = this.#position
		const same =
			known !== null &&
			known.ino === stat.ino &&
			size >= known.offset &&
			known.head.equals(await bytesAt(file, 0, known.head.length))
		let offset = same ? known.offset : 0
		if (!same) {
			this.reader.restart()
			this.#lines.restart(false)
		}
		if (size - offset > MAX_BACKLOG_BYTES) {
			if (offset === 0) this.#lines.push(await bytesAt(file, 0, HEAD_BYTES))
			offset = size - MAX_BACKLOG_BYTES
			this.#lines.restart(true)
		}
		while (offset < size) {
			const bytes = await bytesAt(file, offset, Math.min(CHUNK_BYTES, size - offset))
			if (bytes.length === 0) break
			this.#lines.push(bytes)
			offset += bytes.length
		}
		const head =
			same && known.head.length === FINGERPRINT_BYTES
				? known.head
				: await bytesAt(file, 0, Math.min(FINGERPRINT_BYTES, offset))
		this.#position = { ino: stat.ino, head, offset }
		return { mtimeMs: Number(stat.mtimeMs), size }
	}

	#forget(): void {
		this.#position = null
		this.reader.restart()
		this.#lines.restart(false)
	}
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.alloc(length)
	const { bytesRead } = await file.read(buffer, 0, length, position)
	return buffer.subarray(0, bytesRead)
}
