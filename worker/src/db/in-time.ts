/** A slower database counts as down. */
const TIMEOUT_MS = 3_000

/** Rejects if D1 takes too long; a later answer is dropped. */
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
