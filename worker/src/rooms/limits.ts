/**
 * What one room takes. Beyond it, viewers go before relays: a page comes back by itself and reads
 * the state anew, while a relay carries the runs of everybody. `docs/reliability.md` lists them.
 */
import { VIEWER_LINK } from '@fairlead/protocol/viewer-link'

export const ROOM_LIMITS = {
	/** Sockets of all kinds. Above the viewers' own bound, so that relays find room as a rule. */
	maxSockets: VIEWER_LINK.maxViewers + 12,
	/** Relays that said hello; a team has one per machine. */
	maxRelays: 64,
	/** Sockets on which a relay has not said hello; an honest one has at most a few. */
	maxGreetingRelays: 32,
	/** Calls that runs wait for. A relay reports as many in its hello at most. */
	maxPendingCalls: 1_000,
	/** Reads of all viewers under way; a page needs about three. */
	maxReads: 256,
	/** UTF-16 units on their way to one viewer that it has not confirmed. */
	maxViewerUnread: 4 * 1024 * 1024,
	/** The same to all sockets of the room: an object has 128 MB for everything. */
	maxRoomUnread: 32 * 1024 * 1024,
	/** A viewer is asked to confirm after this much. */
	markEvery: 256 * 1024,
} as const
