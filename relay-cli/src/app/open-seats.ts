/** The registry of editors' seats. It tells the relay's parts about an editor: its project's room, its calls, MCP clients, and the watch from outside. */

import type { EditorCallQueue } from '../calls/editor-call-queue.ts'
import { type SeatListener, SeatRegistry } from '../editors/seat-registry.ts'
import { SeatStore } from '../editors/seat-store.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import type { McpSessions } from '../mcp-server/mcp-sessions.ts'
import type { OutsideWatch } from '../outside/outside-watch.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { RelayEvent } from '../platform/events.ts'
import type { PhaseListeners } from '../platform/phase-listeners.ts'
import type { Timing } from '../platform/timing.ts'

interface SeatParts {
	readonly relayId: string
	readonly clock: Clock
	readonly timing: Timing
	readonly database: Database
	readonly rooms: Pick<RoomDirectory, 'ofSeat'>
	readonly phases: PhaseListeners
	/** These are made after the seats. */
	outside(): Pick<OutsideWatch, 'forget'>
	calls(): EditorCallQueue
	mcp(): Pick<McpSessions, 'seatChanged' | 'changed'>
	emit(event: RelayEvent): void
}

export function openSeats(parts: SeatParts): SeatRegistry {
	const { relayId, clock, timing, database } = parts
	const store = new SeatStore(database)
	return new SeatRegistry({ relayId, clock, timing, store, listener: seatEvents(parts) })
}

function seatEvents({ rooms, phases, outside, calls, mcp, emit }: SeatParts): SeatListener {
	const linkOf = (editorKey: string) => rooms.ofSeat(editorKey)?.link
	return {
		attached: (seat, port) => {
			outside().forget(seat.editorKey)
			emit({ kind: 'editor-connected', seat })
			calls().attached(seat.editorKey, port)
			phases.changed(seat.editorKey)
			mcp().seatChanged(seat)
		},
		detached: (seat, port) => calls().detached(seat.editorKey, port),
		updated: (seat) => linkOf(seat.editorKey)?.seatUpdated(seat),
		phaseChanged: (seat) => {
			emit({ kind: 'editor', seat })
			linkOf(seat.editorKey)?.seatPhase(seat)
			calls().phaseChanged(seat.editorKey)
			phases.changed(seat.editorKey)
			mcp().seatChanged(seat)
		},
		changed: (editorKey, scopes) => {
			linkOf(editorKey)?.seatChanged(editorKey, scopes)
			mcp().changed(editorKey, scopes)
		},
		dropped: (editorKey) => outside().forget(editorKey),
	}
}
