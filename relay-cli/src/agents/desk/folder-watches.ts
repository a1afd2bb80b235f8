/** Watches folders with transcripts, as far as the system can: polling finds what it misses. */
import { type FSWatcher, watch } from 'node:fs'

/** Systems have a limit, which other programs share. */
const MAX_WATCHED = 64

export class FolderWatches {
	readonly #watchers = new Map<string, FSWatcher>()
	readonly #changed: (folder: string, name: string) => void

	constructor(changed: (folder: string, name: string) => void) {
		this.#changed = changed
	}

	/** Watches these, and no others. */
	follow(folders: readonly string[]): void {
		const wanted = new Set(folders.slice(0, MAX_WATCHED))
		for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder)
		for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watch(folder)
	}

	close(): void {
		this.follow([])
	}

	#watch(folder: string): void {
		try {
			const watcher = watch(folder, { persistent: false }, (_event, name) => {
				if (name?.endsWith('.jsonl')) this.#changed(folder, name)
			})
			watcher.on('error', () => this.#drop(folder))
			this.#watchers.set(folder, watcher)
		} catch {
			// It is not there yet, or nothing can be watched.
		}
	}

	#drop(folder: string): void {
		this.#watchers.get(folder)?.close()
		this.#watchers.delete(folder)
	}
}
