/** Files that are on the disk, not only in the system's memory, when a function returns. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Written under a temporary name first, so that `path` is always complete. Its folder is synced separately. */
export function writeDurably(
	path: string,
	temporary: string,
	bytes: Uint8Array,
	mode: number,
): void {
	try {
		const file = openSync(temporary, 'wx', mode)
		try {
			for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at)
			// The process's umask must not apply here either.
			fchmodSync(file, mode)
			fsyncSync(file)
		} finally {
			closeSync(file)
		}
		renameSync(temporary, path)
	} catch (error) {
		rmSync(temporary, { force: true })
		throw error
	}
}

/** Makes the names in a folder durable. Windows does that itself and rejects the request. */
export function syncFolder(folder: string): void {
	if (process.platform === 'win32') return
	const handle = openSync(folder, 'r')
	try {
		fsyncSync(handle)
	} finally {
		closeSync(handle)
	}
}
