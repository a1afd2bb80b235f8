/**
 * Asks for the same read are answered together: one that comes while a read is under way, or less
 * than `ms` after it began, is answered by one more read, whose start is after the ask.
 */
export function coalesce(
	read: () => Promise<void>,
	ms: number,
	now: () => number = () => performance.now(),
): () => Promise<void> {
	let running: Promise<void> | null = null
	let next: Promise<void> | null = null
	let began = Number.NEGATIVE_INFINITY
	const start = (): Promise<void> => {
		began = now()
		const reading = read().finally(() => {
			if (running === reading) running = null
		})
		running = reading
		return reading
	}
	return () => {
		if (next) return next
		const pause = began + ms - now()
		if (!running && pause <= 0) return start()
		const waiting = (async () => {
			await running?.catch(() => undefined)
			const rest = began + ms - now()
			if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
			next = null
			await start()
		})()
		next = waiting
		return waiting
	}
}
