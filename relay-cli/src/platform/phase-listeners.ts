/** Listeners that wait for a seat's phase to change. */
export class PhaseListeners {
	readonly #listeners = new Map<string, Set<() => void>>()

	/** Returns the removal. */
	add(editorKey: string, changed: () => void): () => void {
		const listeners = this.#listeners.get(editorKey) ?? new Set()
		this.#listeners.set(editorKey, listeners.add(changed))
		return () => {
			listeners.delete(changed)
			if (listeners.size === 0) this.#listeners.delete(editorKey)
		}
	}

	changed(editorKey: string): void {
		for (const changed of [...(this.#listeners.get(editorKey) ?? [])]) changed()
	}
}
