/** How long to wait before dialling again. */

/** First tries come quickly: a relay that restarts is back within a second. */
const FIRST_DELAYS_MS = [100, 500] as const
const MAX_DELAY_MS = 5_000
/** Share of the delay that is left to chance, so that editors do not return all at once. */
const JITTER = 0.3

/** `attempt` counts failed dials from 0; `random` is in [0, 1). */
export function backoffMs(attempt: number, random: number): number {
	const base =
		FIRST_DELAYS_MS[attempt] ??
		Math.min(MAX_DELAY_MS, 1_000 * 2 ** Math.min(10, attempt - FIRST_DELAYS_MS.length))
	return Math.round(base * (1 - JITTER / 2 + JITTER * random))
}
