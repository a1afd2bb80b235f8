/** Detects stalled streams, for every provider. */
import type { ProviderError } from '../model/types.ts'

/** A stream that is silent for this long counts as dead; long thinking still sends deltas. */
const STALL_TIMEOUT_MS = 5 * 60_000

export const STALLED: ProviderError = {
	class: 'network',
	message: 'The stream stalled.',
	retryable: true,
}

/** Aborts its signal after a silence. Uses one timer for any number of deltas. */
export class StallGuard {
	readonly #controller = new AbortController()
	readonly #timeoutMs: number
	readonly #now: () => number
	#heardAt: number
	#timer: ReturnType<typeof setTimeout> | undefined

	constructor(now: () => number, timeoutMs = STALL_TIMEOUT_MS) {
		this.#timeoutMs = timeoutMs
		this.#now = now
		this.#heardAt = now()
		this.#wait(timeoutMs)
	}

	get signal(): AbortSignal {
		return this.#controller.signal
	}

	touch(): void {
		this.#heardAt = this.#now()
	}

	end(): void {
		clearTimeout(this.#timer)
	}

	#wait(ms: number): void {
		this.#timer = setTimeout(() => {
			const left = this.#heardAt + this.#timeoutMs - this.#now()
			if (left <= 0) this.#controller.abort()
			else this.#wait(left)
		}, ms)
	}
}
