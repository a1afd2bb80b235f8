/** The state of a project's target, as the room knows it at once, or asks its relay. Nothing is stored. */
import { folderKindOf } from '@fairlead/protocol/editors/editors'
import { ProjectContext } from '@fairlead/protocol/projects/project-context'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { parseAnswer, readOutcome } from '../ports/relay-answer.ts'
import type { LinkedFolder, Readiness, RoomRead } from '../ports/room.ts'
import {
	chooseSeat,
	type RoomSeat,
	refuseBlocked,
	refuseHopeless,
	waitReason,
} from './calls/routing.ts'
import type { RelayRequests } from './relays/relay-requests.ts'
import type { Seats } from './seats.ts'
import type { RoomSockets } from './sockets/sockets.ts'
import { prepareRead, RELAY_READS_OF_RUNS } from './viewers/prepared-reads.ts'

type Parts = { readonly seats: Seats; readonly sockets: RoomSockets }
type Asking = Parts & { readonly requests: RelayRequests }

/**
 * Why a call cannot begin now, or the refusal of any; null: it can.
 * @param wanted its editor; null: the target
 */
export function readinessOf(parts: Parts, wanted: string | null, now: number): Readiness {
	const choice = chooseSeat(parts.seats.all(), parts.seats.target, wanted)
	if (!choice.ok) return { seat: null, waits: null, refusal: choice.refusal }
	// In a plain folder there are only calls that the relay runs.
	const runsOn = folderKindOf(choice.chosen.seat) === 'plain' ? 'relay' : 'editor'
	return readinessAt(parts, choice.chosen, runsOn, now)
}

function readinessAt(
	{ sockets }: Parts,
	at: RoomSeat,
	runsOn: 'editor' | 'relay',
	now: number,
): Readiness {
	const connected = sockets.hasRelay(at.relayId)
	const refusal = refuseBlocked(at, connected, runsOn) ?? refuseHopeless(at, connected, runsOn, now)
	return { seat: at.seat.name, waits: waitReason(at.seat, connected, runsOn), refusal }
}

/** See `RoomPort.folder`. */
export function folderOfSeat(seats: Seats, wanted: string | null): LinkedFolder | null {
	const choice = chooseSeat(seats.all(), seats.target, wanted)
	if (!choice.ok) return null
	const { seat } = choice.chosen
	return { editorKey: seat.editorKey, kind: folderKindOf(seat) }
}

/** See `RoomPort.projectContext`. */
export async function contextOfSeat(
	{ seats, sockets, requests }: Asking,
	wanted: string | null,
	rootsTold: readonly string[],
): Promise<ProjectContext | null> {
	const choice = chooseSeat(seats.all(), seats.target, wanted)
	if (!choice.ok || !sockets.hasRelay(choice.chosen.relayId)) return null
	const { editorKey } = choice.chosen.seat
	const answer = await requests.question(choice.chosen.relayId, 'project.context', {
		editorKey,
		rootsTold,
	})
	return answer.kind === 'answered' ? parseAnswer(ProjectContext, answer.json) : null
}

/** See `RoomPort.read`. */
export async function readOfSeat(
	parts: Asking,
	{ callId: id, method, params, editorKey, timeoutMs: waitMs }: RoomRead,
	now: number,
): Promise<CallOutcome> {
	const { seats, sockets, requests } = parts
	const prepared = prepareRead(method, params, RELAY_READS_OF_RUNS)
	if (!prepared.ok) return { status: 'error', error: prepared.error }
	const choice = chooseSeat(seats.all(), seats.target, editorKey)
	if (!choice.ok) return choice.refusal
	const { seat, relayId } = choice.chosen
	sockets.dropSilent(relayId)
	const { refusal, waits } = readinessAt(parts, choice.chosen, prepared.runsOn, now)
	if (refusal) return refusal
	if (waits !== null) return failed('editor_busy', `${waits}.`)
	const call = { ...prepared.call, deadlineMs: waitMs, editorKey: seat.editorKey }
	const request = { relayId, method: 'call', params: call }
	return readOutcome(await requests.ask(request, { kind: 'read', id, waitMs }))
}
