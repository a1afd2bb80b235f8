/** Decides which connection gets a seat when two want it. Pure. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'

export interface Claim {
	/** One per editor process. */
	readonly sessionId: string
	readonly connSeq: number
}

export type Takeover =
	| { readonly kind: 'accept' }
	| { readonly kind: 'refuse'; readonly code: number; readonly reason: string }

/**
 * The newest connection of a session wins, and the newest session wins the seat.
 * `current` is the last claim that was accepted, whether or not its socket is
 * still open: a delayed frame must not take the seat back.
 */
export function decideTakeover(current: Claim | null, incoming: Claim): Takeover {
	if (current === null || current.sessionId !== incoming.sessionId) return { kind: 'accept' }
	if (incoming.connSeq > current.connSeq) return { kind: 'accept' }
	return {
		kind: 'refuse',
		code: CLOSE.staleConnSeq,
		reason: `connSeq ${incoming.connSeq} is not newer than ${current.connSeq}.`,
	}
}
