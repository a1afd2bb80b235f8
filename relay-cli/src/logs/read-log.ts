/** Reads the relay's log, from another process than the one that writes it. */
import { open, readFile, stat } from 'node:fs/promises'
import { logFiles } from './log-file.ts'

/** The last lines of all files, oldest first. */
export async function lastLines(home: string, count: number): Promise<string[]> {
	const lines: string[] = []
	for (const path of logFiles(home)) {
		if (lines.length >= count) break
		const text = await readFile(path, 'utf8').catch(() => '')
		lines.unshift(...text.split('\n').filter((line) => line !== ''))
	}
	return count === 0 ? [] : lines.slice(-count)
}

/** Follows the newest file, across rotation. */
export class LogFollower {
	readonly #path: string
	#inode: number | null = null
	#position = 0
	#rest = ''

	constructor(home: string) {
		this.#path = logFiles(home)[0] ?? ''
	}

	/** The end of the file as it is now: what follows is new. */
	async skip(): Promise<void> {
		const found = await stat(this.#path).catch(() => null)
		this.#inode = found?.ino ?? null
		this.#position = found?.size ?? 0
	}

	/** The complete lines written since the last time. */
	async next(): Promise<string[]> {
		const file = await open(this.#path, 'r').catch(() => null)
		if (file === null) return []
		try {
			const { ino, size } = await file.stat()
			if (ino !== this.#inode || size < this.#position) {
				this.#inode = ino
				this.#position = 0
				this.#rest = ''
			}
			const buffer = Buffer.alloc(size - this.#position)
			const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#position)
			this.#position += bytesRead
			const lines = (this.#rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
			this.#rest = lines.pop() ?? ''
			return lines
		} finally {
			await file.close()
		}
	}
}
