/**
 * Time in which this process could work. Deadlines count in it: none passes while the computer sleeps, or because
 * its clock was set. For Node; the operating systems' own clocks disagree on whether sleep counts.
 */

/** Between two looks at the time. */
const BEAT_MS = 1_000
/** A longer gap between two looks is sleep: no event loop is blocked for so long. */
const MAX_GAP_MS = 5_000

export class AwakeTime {
	readonly #now: () => number
	#last: number | null = null
	#total = 0

	/** @param now Milliseconds of a clock that may jump. */
	constructor(now: () => number) {
		this.#now = now
	}

	/** Milliseconds from an arbitrary beginning. The first reading starts a beat, which does not keep the process alive. */
	read(): number {
		if (this.#last === null) setInterval(() => this.read(), BEAT_MS).unref()
		const now = this.#now()
		const gap = now - (this.#last ?? now)
		this.#last = now
		this.#total += gap > MAX_GAP_MS ? BEAT_MS : Math.max(0, gap)
		return this.#total
	}
}
