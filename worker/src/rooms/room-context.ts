/** What the two kinds of sessions share of a room. */
import type { CallDesk } from './call-desk.ts'
import type { MalformedFrames } from './frames.ts'
import type { LiveReads } from './live-reads.ts'
import type { RelaySecrets } from './relay-secrets.ts'
import type { Seats } from './seats.ts'
import type { RoomSockets } from './sockets.ts'

export interface RoomContext {
	readonly sockets: RoomSockets
	readonly seats: Seats
	readonly secrets: RelaySecrets
	readonly desk: CallDesk
	readonly reads: LiveReads
	readonly malformed: MalformedFrames
	readonly now: () => number
	/** Tells the viewers what the room looks like now, if that changed. */
	readonly showState: (except?: WebSocket) => void
}
