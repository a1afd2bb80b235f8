/** Pauses between tries. Pure. */

/** @param failures in a row: each doubles `firstMs`, up to `maxMs` */
export const backoffMs = (failures: number, firstMs: number, maxMs: number): number =>
	Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30))

/** Between a half and all of a pause, so that many senders do not come back at the same moment. `random` in [0, 1). */
export const jittered = (ms: number, random: number): number => Math.round(ms * (0.5 + random / 2))
