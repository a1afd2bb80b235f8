/**
 * Earlier contents of files, addressed by SHA-256 in `images/` of the relay's home folder,
 * bounded in bytes and age. The least recently used are dropped first.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '../files/jail.ts'
import type { Database } from '../platform/database.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

/** A year of scripts, or some weeks of textures. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024
/** Changes older than this are not worth reverting. */
export const KEEP_MS = 30 * 24 * 3_600_000
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Letters of the hash that name the subfolder, so that no folder gets too large. */
const PREFIX_LETTERS = 2
/** Old files removed per step. */
const DROPPED_AT_ONCE = 200
/** Subfolders per step, out of 256: a round takes half an hour, a step a few milliseconds. */
const SWEPT_AT_ONCE = 8

export const sha256Of = (data: Uint8Array): string =>
	createHash('sha256').update(data).digest('hex')

export class ImageStore {
	readonly #folder: string
	readonly #maxBytes: number
	readonly #statements
	#total: number
	/** Subfolders that this round of {@link prune} has not checked. */
	#unswept: string[] = []
	/** Folders whose newest names a power cut could still lose. */
	readonly #unsynced = new Set<string>()

	constructor(home: string, database: Database, maxBytes: number = MAX_TOTAL_BYTES) {
		this.#folder = join(home, 'images')
		this.#maxBytes = maxBytes
		this.#statements = {
			touch: database.prepare('UPDATE images SET used_at = ? WHERE sha256 = ?'),
			put: database.prepare(
				`INSERT INTO images (sha256, bytes, used_at) VALUES (?, ?, ?)
				ON CONFLICT (sha256) DO UPDATE SET used_at = excluded.used_at`,
			),
			drop: database.prepare('DELETE FROM images WHERE sha256 = ?'),
			known: database.prepare('SELECT 1 FROM images WHERE sha256 = ?'),
			oldest: database.prepare('SELECT sha256, bytes FROM images ORDER BY used_at LIMIT 32'),
			old: database.prepare(
				`SELECT sha256, bytes FROM images WHERE used_at < ? ORDER BY used_at LIMIT ${DROPPED_AT_ONCE}`,
			),
			total: database.prepare('SELECT coalesce(sum(bytes), 0) AS bytes FROM images'),
		}
		this.#total = (this.#statements.total.get() as { bytes: number }).bytes
	}

	/** Largest content that is kept: one file must not displace all others. */
	get maxImageBytes(): number {
		return Math.floor(this.#maxBytes / 16)
	}

	get totalBytes(): number {
		return this.#total
	}

	/** Its content is on disk when it returns, its name after {@link sync}. @throws file system errors; nothing is stored then. */
	put(bytes: Uint8Array, now: number): string {
		const sha256 = sha256Of(bytes)
		const path = this.#pathOf(sha256)
		this.#unsynced.add(dirname(path))
		if (this.#statements.touch.run(now, sha256).changes === 1 && this.has(sha256)) {
			return sha256
		}
		const made = mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
		if (made !== undefined) this.#unsynced.add(this.#folder).add(dirname(this.#folder))
		writeDurably(path, `${path}.${randomBytes(4).toString('hex')}.tmp`, bytes, FILE_MODE)
		const known = this.#statements.known.get(sha256) !== undefined
		this.#statements.put.run(sha256, bytes.byteLength, now)
		if (!known) this.#total += bytes.byteLength
		this.#evict(sha256)
		return sha256
	}

	/** Makes stored images survive a power cut. @throws file system errors */
	sync(): void {
		for (const folder of this.#unsynced) syncFolder(folder)
		this.#unsynced.clear()
	}

	/** Returns null when it is no longer kept, or damaged. */
	get(sha256: string, now: number): Buffer | null {
		try {
			const bytes = readFileSync(this.#pathOf(sha256))
			if (sha256Of(bytes) !== sha256) return null
			this.#statements.touch.run(now, sha256)
			return bytes
		} catch (error) {
			if (hasCode(error, 'ENOENT')) return null
			throw error
		}
	}

	has(sha256: string): boolean {
		return statSync(this.#pathOf(sha256), { throwIfNoEntry: false }) !== undefined
	}

	/**
	 * Drops old files, and files without a row (left by a killed relay): of these a
	 * few folders each time, because checking fifty thousand names at once would delay every call.
	 */
	prune(now: number): void {
		for (const image of this.#statements.old.all(now - KEEP_MS)) this.#drop(image as never)
		if (this.#unswept.length === 0) this.#unswept = readNames(this.#folder)
		for (const prefix of this.#unswept.splice(0, SWEPT_AT_ONCE)) {
			for (const name of readNames(join(this.#folder, prefix))) {
				if (this.#statements.known.get(name) === undefined)
					rmSync(join(this.#folder, prefix, name), { force: true })
			}
		}
	}

	#evict(keep: string): void {
		while (this.#total > this.#maxBytes) {
			const oldest = this.#statements.oldest.all() as { sha256: string; bytes: number }[]
			const victims = oldest.filter(({ sha256 }) => sha256 !== keep)
			if (victims.length === 0) return
			for (const victim of victims) {
				if (this.#total <= this.#maxBytes) return
				this.#drop(victim)
			}
		}
	}

	#drop({ sha256, bytes }: { sha256: string; bytes: number }): void {
		rmSync(this.#pathOf(sha256), { force: true })
		this.#statements.drop.run(sha256)
		this.#total -= bytes
	}

	#pathOf(sha256: string): string {
		return join(this.#folder, sha256.slice(0, PREFIX_LETTERS), sha256)
	}
}

function readNames(folder: string): string[] {
	try {
		return readdirSync(folder)
	} catch (error) {
		if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
		throw error
	}
}
