/** A lock of the home folder, for files that several commands change at the same time. */
import { mkdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureHome } from './home.ts'

/** A writer needs milliseconds; an older lock was left by a killed one. */
const STALE_MS = 5_000
const RETRY_MS = 50

/** Runs `work` while no other process does so under this name. A folder is the lock. */
export async function locked<T>(home: string, name: string, work: () => Promise<T>): Promise<T> {
	await ensureHome(home)
	const lock = join(home, `${name}.lock`)
	for (;;) {
		try {
			await mkdir(lock)
			break
		} catch (error) {
			if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
			const age = await stat(lock).then(
				// The clock may have been set back since.
				(stats) => Math.abs(Date.now() - stats.mtimeMs),
				() => 0,
			)
			if (age > STALE_MS) await rmdir(lock).catch(() => undefined)
			else await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
		}
	}
	try {
		return await work()
	} finally {
		await rmdir(lock).catch(() => undefined)
	}
}
