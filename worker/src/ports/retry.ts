/** An object that a deploy restarts answers again at once. */
const PAUSES_MS = [50, 250, 1_000]

/**
 * Calls an object, and again if it did not answer. `call` must get its stub by name each time: a stub
 * of an object that was reset fails for good.
 *
 * @throws what the last try threw
 */
export async function callWithRetry<T>(call: () => Promise<T>): Promise<T> {
	for (const pause of PAUSES_MS) {
		try {
			return await call()
		} catch {
			await new Promise((resolve) => setTimeout(resolve, pause))
		}
	}
	return call()
}
