/** The one alarm of an object, which rings for whatever is due first. Times are Unix milliseconds; null: nothing is due. */

export function earliest(...times: readonly (number | null)[]): number | null {
	const known = times.filter((time) => time !== null)
	return known.length === 0 ? null : Math.min(...known)
}

/** Brings the alarm forward, never back: one that rings too early finds nothing due, and is set again. */
export async function wakeBy(
	storage: Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>,
	time: number | null,
): Promise<void> {
	if (time === null) return
	const alarm = await storage.getAlarm()
	if (alarm === null || alarm > time) await storage.setAlarm(time)
}
