/** Decides which connection gets a seat when two want it. Pure. */
import { CLOSE } from '@fairlead/protocol/close-codes'
import type { EditorKind } from '@fairlead/protocol/editors'

export interface Claim {
	/** One per editor process. */
	readonly sessionId: string
	readonly connSeq: number
	readonly kind: EditorKind
}

export type Takeover =
	| { readonly kind: 'accept' }
	| { readonly kind: 'refuse'; readonly code: number; readonly reason: string }

/**
 * The newest connection of a session wins, and the newest session wins the seat.
 * `current` is the last claim that was accepted, whether or not its socket is
 * still open: a delayed frame must not take the seat back.
 *
 * `expected`: its editor is connected or should come back. Unity's own bridge takes no seat from our
 * package then, for it can do less; our package takes every seat from the bridge.
 */
export function decideTakeover(
	current: Claim | null,
	incoming: Claim,
	expected: boolean,
): Takeover {
	if (incoming.kind === 'pipeline' && current !== null && current.kind !== 'pipeline' && expected)
		return {
			kind: 'refuse',
			code: CLOSE.superseded,
			reason: 'The Fairlead package of this project is connected, or about to be.',
		}
	if (current === null || current.sessionId !== incoming.sessionId) return { kind: 'accept' }
	if (incoming.connSeq > current.connSeq) return { kind: 'accept' }
	return {
		kind: 'refuse',
		code: CLOSE.staleConnSeq,
		reason: `connSeq ${incoming.connSeq} is not newer than ${current.connSeq}.`,
	}
}
