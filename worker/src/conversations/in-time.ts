/** A database that takes longer is as good as down. */
const TIMEOUT_MS = 3_000

/** Rejects where D1 takes too long; what it answers later is dropped. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('D1 does not answer.')), TIMEOUT_MS)
	})
	try {
		return await Promise.race([answer, late])
	} finally {
		clearTimeout(timer)
	}
}
