/**
 * Cloudflare's prices in US dollars, beyond the allowance of the paid plan ($5 a month). Read on
 * 2026-11-22 from developers.cloudflare.com: `/workers/platform/pricing`,
 * `/durable-objects/platform/pricing` and `/d1/platform/pricing`.
 */
const MILLION = 1_000_000

export const PRICE_USD = {
	workerRequest: 0.3 / MILLION,
	/** CPU milliseconds of a Worker; objects are billed by duration instead. */
	workerCpuMs: 0.02 / MILLION,
	/** A call, a fetch, an alarm, a WebSocket's opening; twenty incoming messages of one count as one. */
	objectRequest: 0.15 / MILLION,
	/** While it runs, or cannot hibernate; not while it could hibernate. */
	objectGbSecond: 12.5 / MILLION,
	rowRead: 0.001 / MILLION,
	rowWritten: 1 / MILLION,
} as const

/** Billed for each object, whatever it uses. */
export const OBJECT_GB = 0.128
export const MESSAGES_PER_REQUEST = 20
