/** The parts of a room that both kinds of sessions share. */
import type { Env } from '../env.ts'
import type { CallDispatcher } from './calls/call-dispatcher.ts'
import type { LocalClientCalls } from './relays/local-client-calls.ts'
import type { RelayRequests } from './relays/relay-requests.ts'
import type { RelaySecrets } from './relays/relay-secrets.ts'
import type { Seats } from './seats.ts'
import type { MalformedFrames } from './sockets/frames.ts'
import type { RoomSockets } from './sockets/sockets.ts'
import type { LiveReads } from './viewers/live-reads.ts'

export interface RoomContext {
	readonly env: Env
	readonly sockets: RoomSockets
	readonly seats: Seats
	readonly secrets: RelaySecrets
	readonly desk: CallDispatcher
	readonly deskCalls: LocalClientCalls
	readonly reads: LiveReads
	readonly requests: RelayRequests
	readonly malformed: MalformedFrames
	readonly now: () => number
	readonly background: (work: Promise<unknown>) => void
	/** Sends the viewers the room's state, if it changed. */
	readonly showState: (except?: WebSocket) => void
}
