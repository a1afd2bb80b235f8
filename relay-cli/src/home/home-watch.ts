/** Follows files of the home folder that commands change. */
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'

/** Editors write a file in several steps; reading it after the last one is enough. */
const SETTLE_MS = 50

/**
 * Calls `changed` after every change of these files of the home folder, also where the file system
 * reports none (by polling every `pollMs`). Returns the stop function.
 */
export function watchHome(
	home: string,
	names: readonly string[],
	pollMs: number,
	clock: Clock,
	changed: () => void,
): () => void {
	let cancelSettle: () => void = () => undefined
	let cancelPoll: () => void = () => undefined
	let stopped = false
	let lastStamp: string | null = null
	const stamp = async (): Promise<string> => {
		const stamps = names.map((name) =>
			stat(join(home, name)).then(
				({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
				() => 'none',
			),
		)
		return (await Promise.all(stamps)).join(' ')
	}
	const look = async (): Promise<void> => {
		const now = await stamp()
		if (stopped) return
		const differs = lastStamp !== null && now !== lastStamp
		lastStamp = now
		if (differs) changed()
	}
	const poll = (): void => {
		void look().then(() => {
			if (!stopped) cancelPoll = clock.after(pollMs, poll)
		})
	}
	// The folder is watched, not the file: the file is replaced by each write.
	let watcher: FSWatcher | null = null
	try {
		watcher = watch(home, { persistent: false }, (_event, name) => {
			if (name !== null && !names.includes(name)) return
			cancelSettle()
			cancelSettle = clock.after(SETTLE_MS, () => void look())
		})
		watcher.on('error', () => watcher?.close())
	} catch {
		// No watcher is available (inotify's limit): polling is enough.
	}
	poll()
	return () => {
		stopped = true
		watcher?.close()
		cancelSettle()
		cancelPoll()
	}
}
