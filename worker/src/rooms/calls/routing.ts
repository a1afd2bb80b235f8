/** Finds the seat of a call, and whether it can take the call now. Pure. */

import {
	editorWait,
	GONE_GRACE_MS,
	isComing,
	type Refusal,
	refuseAbsent,
	refuseBlocked as refuseBlockedSeat,
} from '@fairlead/protocol/editors/editor-waits'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { failed } from '@fairlead/protocol/wire/calls'
import { type DispatchRequest, noEditorComes, RELAY_OFFLINE } from '../../ports/room.ts'

/** A seat as the room knows it. */
export interface RoomSeat {
	readonly seat: EditorSeat
	readonly relayId: string
	/** Unix milliseconds of the room's own clock at which the phase arrived; clocks differ. */
	readonly phaseToldAt: number
}

export const relayIdOf = (editorKey: string): string => editorKey.slice(0, editorKey.indexOf(':'))

const START_HINT =
	'Run "npm run fairlead -- up" on the computer with the folder, and link it with "npm run fairlead -- link <folder>". Open a Unity project in Unity.'

const listOf = (seats: readonly RoomSeat[]) => ({
	editors: seats.map(({ seat }) => ({
		editorKey: seat.editorKey,
		name: seat.name,
		phase: seat.phase,
	})),
})

export type Choice =
	| { readonly ok: true; readonly chosen: RoomSeat }
	| { readonly ok: false; readonly refusal: Refusal }

/** `requested` is the seat a run is bound to; null: the target. Never guesses among several. */
export function chooseSeat(
	seats: readonly RoomSeat[],
	target: string | null,
	requested: string | null,
): Choice {
	const wanted = requested ?? target
	if (wanted !== null) {
		const chosen = seats.find(({ seat }) => seat.editorKey === wanted)
		if (chosen) return { ok: true, chosen }
	}
	if (seats.length === 0) {
		return {
			ok: false,
			refusal: noEditorComes('no_editor', 'No folder is linked to this project.', {
				hint: START_HINT,
			}),
		}
	}
	if (wanted !== null) {
		return {
			ok: false,
			refusal: noEditorComes(
				'target_gone',
				'The editor this call was meant for is no longer linked.',
				{
					hint: 'Choose another editor as the target.',
					data: listOf(seats),
				},
			),
		}
	}
	const only = seats.length === 1 ? seats[0] : undefined
	if (only) return { ok: true, chosen: only }
	return {
		ok: false,
		refusal: failed(
			'ambiguous_target',
			'Several editors are linked, and none is selected as the target.',
			{
				hint: 'Ask the user to choose an editor in the page header, then retry.',
				data: listOf(seats),
			},
		),
	}
}

/** In the place of the seat of calls that were made before a folder was linked. No editor has this key. */
export const NO_SEAT = ''
export const NO_SEAT_YET = 'No editor is connected yet'
export const NO_TARGET = 'Several editors are linked, and none is selected'

/** A run begun in a new project waits for the first editor, as it does for one that went away. */
export const waitsForSeat = (
	{ owner, editorKey, refuseWhenClosed }: DispatchRequest,
	{ error }: Refusal,
): boolean =>
	error.code === 'no_editor' &&
	owner.kind === 'conversation' &&
	editorKey === null &&
	!refuseWhenClosed

/** Why a call for this seat cannot be sent now; null if it can. A short clause for the page. */
export function waitReason(
	seat: EditorSeat,
	relayConnected: boolean,
	runsOn: 'editor' | 'relay',
): string | null {
	if (!relayConnected) return RELAY_OFFLINE
	return runsOn === 'relay' ? null : editorWait(seat)
}

/** Refuses a call that would wait for something which the agent, or a person it asks, can do now. */
export function refuseBlocked(
	{ seat }: RoomSeat,
	relayConnected: boolean,
	runsOn: 'editor' | 'relay',
): Refusal | null {
	return relayConnected && runsOn === 'editor' ? refuseBlockedSeat(seat) : null
}

/** Refuses a new no-wait call if no editor is coming. */
export function refuseHopeless(
	{ seat, phaseToldAt }: RoomSeat,
	relayConnected: boolean,
	runsOn: 'editor' | 'relay',
	now: number,
): Refusal | null {
	if (!relayConnected || runsOn === 'relay' || seat.phase !== 'gone') return null
	return now - phaseToldAt <= GONE_GRACE_MS || isComing(seat) ? null : refuseAbsent(seat)
}
