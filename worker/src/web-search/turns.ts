/** One at a time, in the order in which they asked. Pure. */

/** Returns null if `until` aborted before it was its turn, and nothing was done. */
export type Turns = <T>(until: AbortSignal, work: () => Promise<T>) => Promise<T | null>

/** A turn ends with its work, or when its `until` aborts: work that hangs holds nobody up for longer. */
export function takingTurns(): Turns {
	let last: Promise<void> = Promise.resolve()
	return async (until, work) => {
		const before = last
		const over = Promise.withResolvers<void>()
		const end = () => over.resolve()
		until.addEventListener('abort', end)
		if (until.aborted) end()
		last = before.then(() => over.promise)
		try {
			await Promise.race([before, over.promise])
			return until.aborted ? null : await work()
		} finally {
			until.removeEventListener('abort', end)
			end()
		}
	}
}
