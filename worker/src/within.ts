/**
 * Gives work a signal that aborts with a `TimeoutError` after `ms` milliseconds. Unlike that of `AbortSignal.timeout()`, its
 * timer ends with the work: a timer that is left keeps an object awake, and charged for, until it fires.
 */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController()
	const timer = setTimeout(() => {
		controller.abort(new DOMException('The operation timed out.', 'TimeoutError'))
	}, ms)
	try {
		return await work(controller.signal)
	} finally {
		clearTimeout(timer)
	}
}
