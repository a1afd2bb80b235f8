/** The age of a process as `ps -o etime=` tells it. Pure. */

/** Reads "2-03:04:05", "03:04:05" or "04:05". */
export function ageMs(age = ''): number {
	const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
		/^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)$/.exec(age) ?? []
	return (
		(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
	)
}
