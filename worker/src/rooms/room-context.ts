/** The parts of a room that both kinds of sessions share. */
import type { DeskCall } from '@fairlead/protocol/relay-link'
import type { CallDesk } from './call-desk.ts'
import type { DeskCalls } from './desk-calls.ts'
import type { MalformedFrames } from './frames.ts'
import type { LiveReads } from './live-reads.ts'
import type { RelayQuestions } from './relay-questions.ts'
import type { RelaySecrets } from './relay-secrets.ts'
import type { Seats } from './seats.ts'
import type { RelayState, RoomSockets } from './sockets.ts'

export interface RoomContext {
	readonly sockets: RoomSockets
	readonly seats: Seats
	readonly secrets: RelaySecrets
	readonly desk: CallDesk
	readonly deskCalls: DeskCalls
	/** Hands a relay's `desk.ask` to the client's conversation. Resolves to false if nobody is asked. */
	readonly askPeople: (relay: RelayState, call: DeskCall) => Promise<boolean>
	readonly reads: LiveReads
	readonly questions: RelayQuestions
	readonly malformed: MalformedFrames
	readonly now: () => number
	readonly background: (work: Promise<unknown>) => void
	/** Sends the viewers the room's state, if it changed. */
	readonly showState: (except?: WebSocket) => void
}
