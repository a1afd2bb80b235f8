/** The room as its viewers see it. */
import type { EditorSeat } from '@fairlead/protocol/editors'
import type { RoomState } from '@fairlead/protocol/viewer-link'
import type { Seats } from './seats.ts'
import type { RoomSockets } from './sockets.ts'

/** Initials a page can show; also limits the presence news in a full room of 500 pages. */
const MAX_SHOWN_VIEWERS = 50

/** A seat whose relay is away is gone, whatever its last known phase. */
export function awaySeat(seat: EditorSeat): EditorSeat {
	const { phaseDetail: _, ...rest } = seat
	return { ...rest, phase: 'gone' }
}

export function roomView(sockets: RoomSockets, seats: Seats): RoomState {
	const editors = seats.all().flatMap(({ seat, relayId }) => {
		if (sockets.hasRelay(relayId)) return [seat]
		return seat.editorKey === seats.target ? [awaySeat(seat)] : []
	})
	return {
		relays: sockets.relays().map((relay) => ({
			relayId: relay.relayId,
			hostName: relay.hostName,
			platform: relay.platform,
			relayVersion: relay.relayVersion,
			connectedAt: relay.connectedAt,
		})),
		editors,
		target: seats.target,
		...(seats.targetBy === null ? {} : { targetBy: seats.targetBy }),
		viewers: sockets
			.viewers()
			.slice(0, MAX_SHOWN_VIEWERS)
			.map(({ state }) => ({
				viewerId: state.viewerId,
				name: state.actor.name,
				...(state.conversationId === null ? {} : { conversationId: state.conversationId }),
			})),
	}
}
