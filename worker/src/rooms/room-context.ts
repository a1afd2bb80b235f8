/** The parts of a room that both kinds of sessions share. */
import type { CallDesk } from './call-desk.ts'
import type { DeskCalls } from './desk-calls.ts'
import type { DeskLink } from './desk-link.ts'
import type { MalformedFrames } from './frames.ts'
import type { LiveReads } from './live-reads.ts'
import type { RelayQuestions } from './relay-questions.ts'
import type { RelaySecrets } from './relay-secrets.ts'
import type { Seats } from './seats.ts'
import type { RoomSockets } from './sockets.ts'

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
