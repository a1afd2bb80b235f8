/** The pause before reconnecting. Pure. */

/**
 * Milliseconds before redial number `attempt` (from 0): doubling from `firstMs` up to
 * `maxMs`, of which a random half is taken off, so that relays do not come back in step.
 *
 * @param random in [0, 1).
 */
export function redialDelayMs(
	attempt: number,
	firstMs: number,
	maxMs: number,
	random: number,
): number {
	const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30))
	return Math.round(full * (0.5 + random / 2))
}
