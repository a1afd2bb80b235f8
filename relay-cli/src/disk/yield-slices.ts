/** Work on many files in slices, so that the relay stays responsive. */
import { setImmediate } from 'node:timers/promises'

/**
 * A unit is a file, or 256 KB of it: reading, hashing and syncing that takes a
 * few milliseconds at most. Work that fits in one slice is done at once.
 */
const UNITS_PER_TURN = 16
const BYTES_PER_UNIT = 256 * 1024

/** The cost of one path. */
export const unitsOf = (bytes: number): number => 1 + bytes / BYTES_PER_UNIT

/** `work` yields the units done since the last yield. */
export function inSlices<T>(work: Generator<number, T>): T | Promise<T> {
	const first = turn(work)
	return first.done ? first.value : rest(work)
}

async function rest<T>(work: Generator<number, T>): Promise<T> {
	for (;;) {
		await setImmediate()
		const next = turn(work)
		if (next.done) return next.value
	}
}

function turn<T>(work: Generator<number, T>): IteratorResult<number, T> {
	let done = 0
	for (;;) {
		const next = work.next()
		if (next.done) return next
		done += next.value
		if (done >= UNITS_PER_TURN) return next
	}
}
