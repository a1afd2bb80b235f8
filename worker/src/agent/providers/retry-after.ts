/** The delay after which a provider allows a retry. */

/** A longer delay is ignored. */
const RETRY_AFTER_MAX_MS = 10 * 60_000

/** `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds from `nowMs` on; never throws. */
export function retryAfter(headers: Headers | undefined, nowMs: number): number | undefined {
	const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
	if (Number.isFinite(ms) && ms >= 0) return Math.min(ms, RETRY_AFTER_MAX_MS)
	const value = headers?.get('retry-after') ?? undefined
	if (value === undefined) return undefined
	const seconds = Number(value)
	const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - nowMs
	if (!Number.isFinite(wait)) return undefined
	return Math.min(Math.max(0, Math.round(wait)), RETRY_AFTER_MAX_MS)
}
