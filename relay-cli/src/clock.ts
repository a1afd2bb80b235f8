/** Time as the relay uses it: injected, so that tests need not wait. */
export interface Clock {
	/** Unix milliseconds. */
	now(): number
	/** Runs `action` once after `ms`; the returned function cancels it. Does not keep the process alive. */
	after(ms: number, action: () => void): () => void
}

export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, action) {
		const timer = setTimeout(action, ms)
		timer.unref()
		return () => clearTimeout(timer)
	},
}
