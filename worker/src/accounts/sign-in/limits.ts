/** Limits on tries that cost something, or that guess. */
import type { Database } from '../../db/client.ts'
import { FAILURE_WINDOW_MS } from '../owner-sign-in.ts'
import { countTry } from '../store/sign-in-failures.ts'

export const LIMIT_WINDOW_MS = FAILURE_WINDOW_MS

/** Counts a try under each name. False if one of them has had its number of tries in ten minutes. */
export async function isWithin(
	db: Database,
	limits: Readonly<Record<string, number>>,
	now: number,
): Promise<boolean> {
	const names = Object.keys(limits) as [string, ...string[]]
	const counts = await countTry(db, names, now, now - LIMIT_WINDOW_MS)
	return names.every((name, i) => (counts[i] ?? 0) <= (limits[name] ?? 0))
}
