/**
 * Outcomes that came as a file because they fit no frame. The folder is in the relay's home, which
 * no other user can read; a file is taken in once, checked, and deleted when its outcome is stored.
 */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { ReplyFolder as Announced, StoredOutcome } from '@fairlead/protocol/wire/stored-reply'

const FOLDER = 'replies'
/** Four times a frame: larger results are not useful, and a file is parsed in one go. */
const MAX_BYTES = 64 * 1024 * 1024
/** Age of an unclaimed file whose editor or call is long gone. */
const STALE_AFTER_MS = 24 * 60 * 60_000

const LOOK_FIRST =
	'The call itself ran. Look at the current state, or ask for less: a page, or a smaller depth.'

export class ReplyFolder {
	readonly #folder: string

	constructor(home: string) {
		this.#folder = join(home, FOLDER)
	}

	/** The part of it that editors are given. */
	get announced(): Announced {
		return { folder: this.#folder, maxBytes: MAX_BYTES }
	}

	/** Creates the folder, and deletes leftovers. */
	async prepare(now: number): Promise<void> {
		const there = await lstat(this.#folder).catch(() => null)
		// Through a link we would read and delete other files.
		if (there && !there.isDirectory()) await rm(this.#folder, { force: true })
		await mkdir(this.#folder, { recursive: true, mode: 0o700 })
		for (const name of await readdir(this.#folder)) {
			const path = join(this.#folder, name)
			const found = await lstat(path).catch(() => null)
			if (found && now - found.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true })
		}
	}

	/** The outcome in the file, or why there is none. Never throws; the file stays. */
	take(stored: StoredOutcome): CallOutcome {
		if (stored.bytes > MAX_BYTES) return lost(stored, `more than ${MAX_BYTES} bytes`)
		let bytes: Buffer
		try {
			bytes = readPlainFile(join(this.#folder, stored.file), MAX_BYTES)
		} catch (error) {
			const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
			return lost(stored, code === 'ENOENT' ? 'it does not exist' : code)
		}
		if (bytes.length !== stored.bytes)
			return lost(stored, `it has ${bytes.length} bytes instead of ${stored.bytes}`)
		if (createHash('sha256').update(bytes).digest('hex') !== stored.sha256)
			return lost(stored, 'its content does not match the announced hash')
		try {
			const outcome = CallOutcome.safeParse(JSON.parse(bytes.toString('utf8')))
			return outcome.success ? outcome.data : lost(stored, 'it does not contain an outcome')
		} catch {
			return lost(stored, 'it is not JSON')
		}
	}

	/** The outcome is stored. A file that cannot be deleted now is cleared at a later start. */
	discard(stored: StoredOutcome): void {
		rm(join(this.#folder, stored.file), { force: true }).catch(() => undefined)
	}
}

/** Follows no link, and reads no more than the limit. */
function readPlainFile(path: string, maxBytes: number): Buffer {
	if (!lstatSync(path).isFile()) throw Object.assign(new Error(path), { code: 'not a plain file' })
	const file = openSync(path, 'r')
	try {
		if (fstatSync(file).size > maxBytes) throw Object.assign(new Error(path), { code: 'too large' })
		return readFileSync(file)
	} finally {
		closeSync(file)
	}
}

const lost = ({ bytes }: StoredOutcome, why: string): CallOutcome =>
	failed('too_large', `The call ran, but its result of ${bytes} bytes could not be read: ${why}.`, {
		hint: LOOK_FIRST,
		data: { executed: true, bytes },
	})
