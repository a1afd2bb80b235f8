/** How often a view may be read again: the editor and the way to it belong to the agent first. */

/** At most ten readings a second. */
const MIN_PAUSE_MS = 100
const MAX_BYTES_PER_SECOND = 64 * 1024
/** The editor is busy with the view for at most a quarter of its time. */
const PAUSE_PER_READING = 3
/** After a reading that failed. */
const AFTER_FAILURE_MS = 2_000

export interface Reading {
	readonly tookMs: number
	readonly chars: number
	readonly failed: boolean
	/** The rest of what it began follows at once. */
	readonly more: boolean
}

/** @returns milliseconds from the end of a reading to the next one */
export function pauseAfter({ tookMs, chars, failed, more }: Reading): number {
	if (failed) return AFTER_FAILURE_MS
	if (more) return 0
	const bySize = (chars / MAX_BYTES_PER_SECOND) * 1000
	return Math.max(MIN_PAUSE_MS, tookMs * PAUSE_PER_READING, bySize)
}
