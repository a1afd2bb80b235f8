/** The relay's own trash: `trash/<call id>/<path>` in its home folder. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '../files/jail.ts'
import { KEEP_MS } from './image-store.ts'

/**
 * @param path relative to the project; the name under which it lies in the trash
 * @param real where it is
 */
export function moveToTrash(home: string, callId: string, path: string, real: string): void {
	let to = join(home, 'trash', callId, ...path.split('/'))
	while (existsSync(to)) to += '~'
	mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
	try {
		renameSync(real, to)
	} catch (error) {
		// The home folder may be on another disk.
		if (!hasCode(error, 'EXDEV')) throw error
		cpSync(real, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
		rmSync(real, { recursive: true })
	}
}

/** Drops what calls older than {@link KEEP_MS} have moved there. */
export function pruneTrash(home: string, now: number): void {
	const folder = join(home, 'trash')
	if (statSync(folder, { throwIfNoEntry: false }) === undefined) return
	for (const name of readdirSync(folder)) {
		const path = join(folder, name)
		const stats = statSync(path, { throwIfNoEntry: false })
		if (stats !== undefined && now - stats.mtimeMs > KEEP_MS) {
			rmSync(path, { recursive: true, force: true })
		}
	}
}
