/** Why a call cannot be sent now: it waits for its editor, or is refused because waiting would not help. */
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import type { CallOwner, DispatchRequest } from '../../ports/room.ts'
import type { Seats } from '../seats.ts'
import type { RoomSockets } from '../sockets/sockets.ts'
import { type EditorLeases, TURN_OF_ANOTHER } from './editor-leases.ts'
import type { PendingCall } from './pending-calls.ts'
import {
	NO_SEAT,
	NO_SEAT_YET,
	NO_TARGET,
	type RoomSeat,
	refuseBlocked,
	refuseHopeless,
	waitReason,
} from './routing.ts'

export interface CallWaitsPorts {
	readonly seats: Seats
	readonly sockets: RoomSockets
	readonly leases: EditorLeases
	/** The owner's calls must not be sent now. */
	readonly holdsBack: (owner: CallOwner) => boolean
	readonly now: () => number
}

const WITHDRAWING = 'An earlier call is being withdrawn'

export class CallWaits {
	readonly #ports: CallWaitsPorts

	constructor(ports: CallWaitsPorts) {
		this.#ports = ports
	}

	nameOf(editorKey: string): string {
		return this.#ports.seats.get(editorKey)?.seat.name ?? editorKey
	}

	/** Why this seat cannot take the call at all; null: it can, now or later. */
	refusalAt(chosen: RoomSeat, { runsOn, refuseWhenClosed }: DispatchRequest): Refusal | null {
		const { sockets, now } = this.#ports
		const connected = sockets.hasRelay(chosen.relayId)
		if (!connected) sockets.dropSilent(chosen.relayId)
		const blocked = refuseBlocked(chosen, connected, runsOn)
		if (blocked || !refuseWhenClosed) return blocked
		return refuseHopeless(chosen, connected, runsOn, now())
	}

	/** Why a call that was accepted cannot run any more; null: it may. */
	blocked({ editorKey, runsOn }: PendingCall): Refusal | null {
		const seat = this.#ports.seats.get(editorKey)
		return seat && refuseBlocked(seat, this.#ports.sockets.hasRelay(seat.relayId), runsOn)
	}

	/** Returns null if it can be sent now. */
	reasonOf(call: PendingCall): string | null {
		const { seats } = this.#ports
		if (call.editorKey === NO_SEAT) return seats.all().length === 0 ? NO_SEAT_YET : NO_TARGET
		const seat = seats.get(call.editorKey)
		if (!seat) return 'The editor was unlinked'
		return this.whyWait(call, seat)
	}

	/** {@link reasonOf} a call at this seat. `state`: of a call that was accepted. */
	whyWait(
		call: Pick<PendingCall, 'owner' | 'runsOn' | 'replay'> & Partial<Pick<PendingCall, 'state'>>,
		{ seat, relayId }: RoomSeat,
	): string | null {
		const { sockets, holdsBack, leases } = this.#ports
		const reason = waitReason(seat, sockets.hasRelay(relayId), call.runsOn)
		if (reason !== null) return reason
		if (holdsBack(call.owner)) return WITHDRAWING
		const { state = 'waiting' } = call
		const { editorKey } = seat
		return state === 'waiting' && leases.blocks({ ...call, editorKey }) ? TURN_OF_ANOTHER : null
	}
}
