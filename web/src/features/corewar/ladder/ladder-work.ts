/**
 * Work under way on the ladder, and the API key that is shown once. Both outlive the pane: another one may take its
 * place while a battle is fought, and nothing must be begun twice.
 */
export interface Work {
	readonly busy: boolean
	/** Names long work for the person; null: nothing that takes long. */
	readonly doing: string | null
	readonly apiKey: string | null
}

const IDLE: Work = { busy: false, doing: null, apiKey: null }

export class LadderWork {
	#now = IDLE
	readonly #listeners = new Set<() => void>()

	readonly now = (): Work => this.#now

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** Does nothing while something else is under way. `work` says itself how it failed. */
	async during(doing: string | null, work: () => Promise<void>): Promise<void> {
		if (this.#now.busy) return
		this.#set({ busy: true, doing })
		try {
			await work()
		} finally {
			this.#set({ busy: false, doing: null })
		}
	}

	showKey(apiKey: string): void {
		this.#set({ apiKey })
	}

	#set(change: Partial<Work>): void {
		this.#now = { ...this.#now, ...change }
		for (const listener of this.#listeners) listener()
	}
}
