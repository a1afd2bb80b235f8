/** Files that are on the disk, not only in the system's memory, when a function returns. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Under a temporary name first: whoever finds `path` finds all of it. Its folder is synced apart. */
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
			// What the process masks when it makes a file counts here neither.
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

/** Makes the names in a folder durable. Windows keeps them by itself and refuses to be asked. */
export function syncFolder(folder: string): void {
	if (process.platform === 'win32') return
	const handle = openSync(folder, 'r')
	try {
		fsyncSync(handle)
	} finally {
		closeSync(handle)
	}
}
