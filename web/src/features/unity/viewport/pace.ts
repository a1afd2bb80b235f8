/** How often the scene may be read again: the editor and the way to it belong to the game and the agent first. */

/** The least time between two readings: at most ten a second. */
const MIN_INTERVAL_MS = 100
const MAX_CHARS_PER_SECOND = 64 * 1024
/** The editor's main thread works for one viewport for at most a tenth of its time. */
const INTERVAL_PER_WORK = 10
const AFTER_FAILURE_MS = 2_000
/** The most intervals between two readings while nothing moves: half a second is soon enough. */
const MAX_QUIET = 5

export interface Answered {
	/** Milliseconds for which the editor worked on the answer. */
	readonly workMs: number
	readonly chars: number
	/** Whether the answer was cut: the rest of it is asked for at once. */
	readonly more: boolean
	/** Answers without news in a row, this one among them; 0: it has some. */
	readonly quiet: number
}

/** @returns milliseconds from the beginning of a reading to that of the next; null: it failed */
export function intervalAfter(answered: Answered | null): number {
	if (answered === null) return AFTER_FAILURE_MS
	if (answered.more) return 0
	const bySize = (answered.chars / MAX_CHARS_PER_SECOND) * 1000
	const least = MIN_INTERVAL_MS * Math.min(MAX_QUIET, 1 + answered.quiet)
	return Math.max(least, answered.workMs * INTERVAL_PER_WORK, bySize)
}
