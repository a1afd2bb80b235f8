/** Finds the seat of a call, and whether it can take the call now. Pure. */
import { absenceOf } from '@fairlead/protocol/absence'
import { type CallOutcome, failed } from '@fairlead/protocol/calls'
import { type EditorSeat, PHASES_TAKING_CALLS, type Phase } from '@fairlead/protocol/editors'
import type { Outside } from '@fairlead/protocol/outside'
import {
	brokenFiles,
	outsideAdvice,
	outsideWords,
	waitsForFix,
} from '@fairlead/protocol/outside-words'
import { noEditorComes } from '../ports/room.ts'

export type Refusal = Extract<CallOutcome, { status: 'error' }>

/** A seat as the room knows it. */
export interface RoomSeat {
	readonly seat: EditorSeat
	readonly relayId: string
	/** Unix milliseconds of the room's own clock at which the phase arrived; clocks differ. */
	readonly phaseToldAt: number
}

/**
 * A Unity that just disconnected is often restarting (a crash, a package upgrade). After this time
 * it counts as closed, and no-wait calls fail at once.
 */
export const GONE_GRACE_MS = 15_000

export const relayIdOf = (editorKey: string): string => editorKey.slice(0, editorKey.indexOf(':'))

const START_HINT =
	'Run "npm run fairlead -- up" on the machine with Unity, link the project folder with "npm run fairlead -- link <folder>", and open it in Unity.'

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
			refusal: noEditorComes('no_editor', 'No Unity project folder is linked to this project.', {
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

const PHASE_REASON: Record<Phase, string | null> = {
	ready: null,
	playing: null,
	importing: 'Unity is importing assets',
	compiling: 'Unity is compiling scripts',
	reloading: 'Unity is reloading the domain',
	modal: 'A dialog is open in Unity',
	busy: 'Unity is busy',
	gone: 'Unity is closed',
}

/** Why a call for this seat cannot be sent now; null if it can. A short clause for the page. */
export function waitReason(
	seat: EditorSeat,
	relayConnected: boolean,
	runsOn: 'editor' | 'relay',
): string | null {
	if (!relayConnected) return 'The relay is offline'
	if (runsOn === 'relay' || PHASES_TAKING_CALLS.has(seat.phase)) return null
	const absence = absenceOf(seat)
	if (absence) return outsideWords(absence).slice(0, 200)
	const reason = PHASE_REASON[seat.phase]
	const title = seat.phase === 'modal' && (seat.outside?.dialog?.title ?? seat.phaseDetail)
	return title ? `${reason}: ${title}`.slice(0, 200) : reason
}

/**
 * Compile errors keep the package from loading: waiting would not help, and the agent can fix the files without
 * Unity. So its calls for the editor end with the errors. Once it has changed files, they wait for Unity instead.
 */
function refuseUntilFixed({ seat }: RoomSeat): Refusal | null {
	const { outside } = seat
	if (seat.phase !== 'gone' || !outside) return null
	if (!waitsForFix(outside)) return null
	return failed('compile_errors', `${outsideWords(outside)}. Nothing was done.`, {
		hint: `Unity loads no package until its scripts compile, but the file tools work. Read ${brokenFiles(outside)} with read_file, fix the errors, then call unity_refresh: it waits until Unity has compiled. read_editor_log shows all errors.`,
		data: { errors: outside.errors ?? [], errorCount: outside.errorCount ?? 0 },
	})
}

/** A dialog that a person may answer from here: the agent looks at it, and proposes an answer to them. */
function refuseBehindDialog({ seat }: RoomSeat): Refusal | null {
	const dialog = seat.outside?.state === 'dialog' ? seat.outside.dialog : undefined
	if (!dialog?.answerable || (seat.phase !== 'gone' && seat.phase !== 'modal')) return null
	const { id, title, text, buttons } = dialog
	return failed('modal_dialog', `A dialog is open in Unity: "${title}". Nothing was done.`, {
		hint: 'Look at it with editor_dialog, and propose an answer with editor_dialog answer: the user is asked before a button is pressed.',
		data: { dialog: { id, title, ...(text === undefined ? {} : { text }), buttons } },
	})
}

/** Refuses a call that would wait for something which the agent, or a person it asks, can do now. */
export function refuseBlocked(
	seat: RoomSeat,
	relayConnected: boolean,
	runsOn: 'editor' | 'relay',
): Refusal | null {
	if (!relayConnected || runsOn === 'relay') return null
	return refuseUntilFixed(seat) ?? refuseBehindDialog(seat)
}

/** It takes calls again without a person who opens or answers something. */
function comesByItself(outside: Outside): boolean {
	switch (outside.state) {
		case 'starting':
		case 'importing':
		case 'compiling':
			return true
		case 'safe_mode':
		case 'compile_errors':
			return !waitsForFix(outside)
		default:
			return false
	}
}

/** Refuses a new no-wait call if no editor is coming. */
export function refuseHopeless(
	{ seat, phaseToldAt }: RoomSeat,
	relayConnected: boolean,
	runsOn: 'editor' | 'relay',
	now: number,
): Refusal | null {
	if (!relayConnected || runsOn === 'relay' || seat.phase !== 'gone') return null
	if (now - phaseToldAt <= GONE_GRACE_MS) return null
	const { outside } = seat
	if (outside && comesByItself(outside)) return null
	if (outside === undefined || outside.state === 'not_running')
		return failed('no_editor', `Unity is not running for ${seat.name}.`, {
			hint: `Open ${seat.name} in Unity, or choose another editor as the target.`,
		})
	return failed('no_editor', `${outsideWords(outside)} (${seat.name}).`, {
		hint: outsideAdvice(outside) ?? 'Try again in a moment.',
	})
}
