/** The parts of a room that both kinds of sessions share. */
import type { CallDesk } from './calls/call-desk.ts'
import type { DeskCalls } from './relays/desk-calls.ts'
import type { DeskLink } from './relays/desk-link.ts'
import type { RelayQuestions } from './relays/relay-questions.ts'
import type { RelaySecrets } from './relays/relay-secrets.ts'
import type { Seats } from './seats.ts'
import type { MalformedFrames } from './sockets/frames.ts'
import type { RoomSockets } from './sockets/sockets.ts'
import type { LiveReads } from './viewers/live-reads.ts'

export interface RoomContext extends DeskLink {
	readonly sockets: RoomSockets
	readonly seats: Seats
	readonly secrets: RelaySecrets
	readonly desk: CallDesk
	readonly deskCalls: DeskCalls
	readonly reads: LiveReads
	readonly questions: RelayQuestions
	readonly malformed: MalformedFrames
	readonly now: () => number
	readonly background: (work: Promise<unknown>) => void
	/** Sends the viewers the room's state, if it changed. */
	readonly showState: (except?: WebSocket) => void
}
