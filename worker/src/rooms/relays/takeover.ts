/** Decides which of two connections of one relay stays. */
export type Takeover =
	/** There is no other. */
	| 'accept'
	/** The new one is newer: the old one is closed with 4001. */
	| 'supersede'
	/** The new one is not newer: it is refused with 4002. */
	| 'refuse'

/** `current` is the connSeq of the connection in place, null if there is none. */
export function decideTakeover(current: number | null, incoming: number): Takeover {
	if (current === null) return 'accept'
	return incoming > current ? 'supersede' : 'refuse'
}
