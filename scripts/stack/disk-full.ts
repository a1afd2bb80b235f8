/** Tells the person at the terminal that the disk is full: D1's own errors do not, only what workerd writes. */

/** SQLite's words, and Node's. */
const FULL = /SQLITE_FULL|database or disk is full|ENOSPC/
/** It is written for every request that fails. */
const AGAIN_MS = 10 * 60_000
/** Longer than any of the words: they may come in two pieces. */
const KEPT_CHARACTERS = 40

/** @returns takes the output of the services, in pieces */
export function diskFullWatch(
	say: (sentence: string) => void,
	now: () => number = () => performance.now(),
): (service: string, text: string) => void {
	const before = new Map<string, string>()
	let quietUntil = Number.NEGATIVE_INFINITY
	return (service, text) => {
		const seen = (before.get(service) ?? '') + text
		before.set(service, seen.slice(-KEPT_CHARACTERS))
		if (now() < quietUntil || !FULL.test(seen)) return
		quietUntil = now() + AGAIN_MS
		before.delete(service)
		say(
			`The disk is full (said ${service}). Nothing more can be stored until there is space. Work continues then, and nothing that was accepted is lost.`,
		)
	}
}
