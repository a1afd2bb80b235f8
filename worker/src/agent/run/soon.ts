/** Answers that a run waits for only briefly, and without which it continues. */

const TIMEOUT_MS = 2_000

interface Impatience {
	/** Nobody waits any more. */
	readonly aborted?: Promise<null>
	readonly onLate?: () => void
}

/** Returns null if it took too long, or nobody waits any more. */
export async function soon<T>(
	answer: Promise<T>,
	{ aborted, onLate }: Impatience = {},
): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(() => {
			onLate?.()
			resolve(null)
		}, TIMEOUT_MS)
	})
	try {
		return await Promise.race([answer, late, ...(aborted ? [aborted] : [])])
	} finally {
		clearTimeout(timer)
	}
}
