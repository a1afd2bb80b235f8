/** Collects changes, so that at most four notices a second are sent. */
import type { ChangeScope } from '@fairlead/protocol'

const INTERVAL_MS = 250

export class ChangeFeed {
	readonly #emit: (scopes: ChangeScope[]) => void
	readonly #scopes = new Set<ChangeScope>()
	#timer: NodeJS.Timeout | null = null

	constructor(emit: (scopes: ChangeScope[]) => void) {
		this.#emit = emit
	}

	/** The first change goes out at once, those that follow together. */
	add(scopes: readonly ChangeScope[]): void {
		for (const scope of scopes) this.#scopes.add(scope)
		if (this.#timer === null && this.#scopes.size > 0) {
			// Behind the call that made the change, so that it is one notice per call.
			this.#timer = setTimeout(() => this.#flush(), 0)
			this.#timer.unref()
		}
	}

	stop(): void {
		if (this.#timer) clearTimeout(this.#timer)
		this.#timer = null
		this.#scopes.clear()
	}

	#flush(): void {
		this.#timer = null
		if (this.#scopes.size === 0) return
		const scopes = [...this.#scopes]
		this.#scopes.clear()
		this.#emit(scopes)
		this.#timer = setTimeout(() => this.#flush(), INTERVAL_MS)
		this.#timer.unref()
	}
}
