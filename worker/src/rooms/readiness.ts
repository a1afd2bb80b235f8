/** What the room can say of a project's target at once, or asks its relay. Nothing is stored. */
import { folderKindOf } from '@fairlead/protocol/editors/editors'
import { ProjectContext } from '@fairlead/protocol/projects/project-context'
import * as z from 'zod'
import type { Readiness } from '../ports/room.ts'
import { chooseSeat, refuseBlocked, refuseHopeless, waitReason } from './calls/routing.ts'
import type { RelayQuestions } from './relays/relay-questions.ts'
import type { Seats } from './seats.ts'
import type { RoomSockets } from './sockets/sockets.ts'

type Parts = { readonly seats: Seats; readonly sockets: RoomSockets }

/** Why a call to the target cannot begin now, or the refusal of any; null: it can. */
export function readinessOf({ seats, sockets }: Parts, now: number): Readiness {
	const choice = chooseSeat(seats.all(), seats.target, null)
	if (!choice.ok) return { seat: null, waits: null, refusal: choice.refusal }
	const { seat, relayId } = choice.chosen
	const connected = sockets.hasRelay(relayId)
	// In a plain folder there are only calls that the relay runs.
	const runsOn = folderKindOf(seat) === 'plain' ? 'relay' : 'editor'
	const refusal =
		refuseBlocked(choice.chosen, connected, runsOn) ??
		refuseHopeless(choice.chosen, connected, runsOn, now)
	return { seat: seat.name, waits: waitReason(seat, connected, runsOn), refusal }
}

/** See `RoomPort.projectContext`. */
export async function contextOfSeat(
	{ seats, sockets, questions }: Parts & { readonly questions: RelayQuestions },
	wanted: string | null,
	rootsTold: readonly string[],
): Promise<ProjectContext | null> {
	const choice = chooseSeat(seats.all(), seats.target, wanted)
	if (!choice.ok || !sockets.hasRelay(choice.chosen.relayId)) return null
	const { editorKey } = choice.chosen.seat
	const answer = await questions.ask(choice.chosen.relayId, 'project.context', {
		editorKey,
		rootsTold,
	})
	if (answer.kind !== 'answered') return null
	const parsed = z.safeParse(ProjectContext, JSON.parse(answer.json))
	return parsed.success ? parsed.data : null
}
