/** The room as its viewers see it. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { EditorQueue, RoomState } from '@fairlead/protocol/wire/viewer-link'
import { authorOf } from '../../access/author.ts'
import { sharedName } from '../../sharing/shared-names.ts'
import type { Seats } from '../seats.ts'
import { isListener, type RoomSockets, seesScene, type ViewerState } from '../sockets/sockets.ts'

/** Initials a page can show; also limits the presence news in a full room of 500 pages. */
const MAX_SHOWN_VIEWERS = 50

/** The target's seat as visitors know it: its key would tell the relay and the folder. */
export const SHARED_SEAT_KEY = 'shared:000000000000'

/** A seat whose relay is away is gone, whatever its last known phase. */
export function awaySeat(seat: EditorSeat): EditorSeat {
	const { phaseDetail: _, outside: __, backgroundCommands: ___, ...rest } = seat
	return { ...rest, phase: 'gone' }
}

/** The target's seat, as it is now. */
function targetOf(sockets: RoomSockets, seats: Seats): EditorSeat | null {
	const found = seats.target === null ? undefined : seats.get(seats.target)
	if (!found) return null
	return sockets.hasRelay(found.relayId) ? found.seat : awaySeat(found.seat)
}

export interface ShownParts {
	readonly sockets: RoomSockets
	readonly seats: Seats
	readonly desk: { readonly queues: () => readonly EditorQueue[] }
}

/** The room as this viewer sees it. */
export function viewFor(viewer: ViewerState, room: ShownParts): RoomState {
	if (viewer.within === null) return roomView(room)
	const { sockets, seats } = room
	const viewers = sockets.viewers().map(({ state }) => state)
	return visitorView(viewer, viewers, targetOf(sockets, seats))
}

function roomView({ sockets, seats, desk }: ShownParts): RoomState {
	const queues = desk.queues()
	const editors = seats.all().flatMap(({ seat, relayId }) => {
		if (sockets.hasRelay(relayId)) return [seat]
		return seat.editorKey === seats.target ? [awaySeat(seat)] : []
	})
	return {
		relays: sockets.relays().map((relay) => ({
			relayId: relay.relayId,
			hostName: relay.name,
			platform: relay.platform,
			relayVersion: relay.relayVersion,
			connectedAt: relay.connectedAt,
		})),
		editors,
		target: seats.target,
		...(seats.targetBy === null ? {} : { targetBy: seats.targetBy }),
		...(queues.length === 0 ? {} : { queues: [...queues] }),
		viewers: shownViewers(
			sockets.viewers().map(({ state }) => state),
			({ name }) => name,
		),
	}
}

/**
 * One entry for each person, however many tabs they have open: everybody counts people. Of several tabs the entry is
 * that of one with a conversation.
 */
function shownViewers(
	viewers: readonly ViewerState[],
	nameOf: (actor: ViewerState['actor']) => string,
): RoomState['viewers'] {
	const people = new Map<string, ViewerState>()
	for (const one of viewers) {
		if (isListener(one)) continue
		const person = personOf(one)
		const known = people.get(person)
		if (!known || known.conversationId === null) people.set(person, one)
	}
	return [...people.values()]
		.slice(0, MAX_SHOWN_VIEWERS)
		.map(({ viewerId, actor, conversationId }) => ({
			viewerId,
			name: nameOf(actor),
			...(conversationId === null ? {} : { conversationId }),
		}))
}

/** Visitors of one link share its id; each has a name of their own, or a session. */
function personOf({ actor }: ViewerState): string {
	const { userId, kind, id, name } = authorOf(actor)
	if (userId !== null) return `user ${userId}`
	const visit = actor.kind === 'share' ? `${actor.sessionId ?? ''} ${name}` : ''
	return `${kind} ${id} ${visit}`
}

/**
 * The room as a visitor with a share link sees it: who else is at this conversation and, if the link shares the
 * scene, whether an editor is there to show it. No machine, no folder, nobody at other conversations.
 */
export function visitorView(
	visitor: ViewerState,
	viewers: readonly ViewerState[],
	target: EditorSeat | null,
): RoomState {
	const here = viewers.filter(({ conversationId }) => conversationId === visitor.within)
	const seat = target !== null && seesScene(visitor) ? sharedSeat(target) : null
	return {
		relays: [],
		editors: seat ? [seat] : [],
		target: seat && SHARED_SEAT_KEY,
		viewers: shownViewers(here, (actor) => sharedName(authorOf(actor))),
	}
}

const sharedSeat = ({ phase, phaseSince, folderKind }: EditorSeat): EditorSeat => ({
	...(folderKind && { folderKind }),
	editorKey: SHARED_SEAT_KEY,
	name: 'Unity',
	projectPath: '',
	phase,
	phaseSince,
})
