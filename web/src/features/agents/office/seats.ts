/** Each agent's desk: the same as long as the agent is there, also after a reload. Pure. */

/** Agents that are away and keep their desk; more are forgotten. */
const MAX_KEPT = 200

export type Seats = Readonly<Record<string, number>>

/** @param ids those who are there now; they keep their desks, and the others get the first free ones */
export function seated(kept: Seats, ids: readonly string[]): Seats {
	const seats: Record<string, number> = {}
	const taken = new Set<number>()
	for (const id of ids) {
		const seat = kept[id]
		if (seat === undefined || taken.has(seat)) continue
		seats[id] = seat
		taken.add(seat)
	}
	let next = 0
	for (const id of ids) {
		if (seats[id] !== undefined) continue
		while (taken.has(next)) next += 1
		seats[id] = next
		taken.add(next)
	}
	const away = Object.entries(kept).filter(([id, seat]) => !(id in seats) && !taken.has(seat))
	return { ...Object.fromEntries(away.slice(-MAX_KEPT)), ...seats }
}

/** Whatever the browser has kept; nothing if it cannot be read. */
export function seatsFrom(text: string | null): Seats {
	try {
		const read: unknown = JSON.parse(text ?? '{}')
		if (typeof read !== 'object' || read === null) return {}
		const valid = Object.entries(read).filter(
			([, seat]) => Number.isSafeInteger(seat) && seat >= 0 && seat < MAX_KEPT,
		)
		return Object.fromEntries(valid)
	} catch {
		return {}
	}
}
