/** Reuses equal values, so that unchanged parts are not rendered again. Pure. */

/** `next`, reusing the previous value for every unchanged part, and as a whole if nothing changed. For JSON and undefined. */
export function shareStructure<T>(before: unknown, next: T): T {
	if (Object.is(before, next)) return next
	if (typeof before !== 'object' || typeof next !== 'object' || !before || !next) return next
	if (Array.isArray(before) !== Array.isArray(next)) return next
	const old = before as Record<string, unknown>
	const entries = Object.entries(next).map(
		([key, value]) => [key, shareStructure(old[key], value)] as const,
	)
	const whole =
		entries.length === Object.keys(old).length &&
		entries.every(([key, value]) => Object.hasOwn(old, key) && Object.is(value, old[key]))
	if (whole) return before as T
	return (
		Array.isArray(next) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
	) as T
}
