/** How often the scene may be read again: the editor and the way to it belong to the game and the agent first. */

/** At most ten readings a second. */
const MIN_INTERVAL_MS = 100
const MAX_CHARS_PER_SECOND = 64 * 1024
/** The editor's main thread works for one viewport for at most a tenth of its time. */
const INTERVAL_PER_WORK = 10
const AFTER_FAILURE_MS = 2_000
/** Where nothing moves, half a second between two looks is soon enough. */
const MAX_QUIET = 5

export interface Reading {
	/** Milliseconds for which the editor worked on the answer. */
	readonly workMs: number
	readonly chars: number
	/** The rest of it is asked for at once. */
	readonly more: boolean
	/** Answers without news in a row, this one among them; 0: it has some. */
	readonly quiet: number
}

/** @returns milliseconds from the beginning of a reading to that of the next; null stands for one that failed */
export function intervalAfter(reading: Reading | null): number {
	if (reading === null) return AFTER_FAILURE_MS
	if (reading.more) return 0
	const bySize = (reading.chars / MAX_CHARS_PER_SECOND) * 1000
	const least = MIN_INTERVAL_MS * Math.min(MAX_QUIET, 1 + reading.quiet)
	return Math.max(least, reading.workMs * INTERVAL_PER_WORK, bySize)
}
