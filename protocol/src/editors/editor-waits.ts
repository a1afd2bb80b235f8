/** Whether a call for an editor can begin now, waits, or is refused, by what its seat says. Pure; for rooms and relays. */

import { type CallOutcome, failed } from '../wire/calls.ts'
import { type EditorSeat, folderKindOf, PHASES_TAKING_CALLS, type Phase } from './editors.ts'
import { outsideStateOf } from './outside-state.ts'
import { brokenFiles, outsideAdvice, outsideWords, waitsForFix } from './outside-words.ts'

export type Refusal = Extract<CallOutcome, { status: 'error' }>

/**
 * A Unity that just disconnected is often restarting (a crash, a package upgrade). After this time
 * it counts as closed, and no-wait calls fail at once.
 */
export const GONE_GRACE_MS = 15_000

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

/** Why a call for the editor cannot begin now; null if it can. A short clause for people. */
export function editorWait(seat: EditorSeat): string | null {
	if (PHASES_TAKING_CALLS.has(seat.phase)) return null
	if (folderKindOf(seat) === 'plain') return 'This folder is not a Unity project'
	const absence = outsideStateOf(seat)
	if (absence) return outsideWords(absence).slice(0, 200)
	const reason = PHASE_REASON[seat.phase]
	const title = seat.phase === 'modal' && (seat.outside?.dialog?.title ?? seat.phaseDetail)
	return title ? `${reason}: ${title}`.slice(0, 200) : reason
}

/** Refuses a call that would wait for something which the agent, or a person it asks, can do now. */
export const refuseBlocked = (seat: EditorSeat): Refusal | null =>
	refuseInPlainFolder(seat) ?? refuseUntilFixed(seat) ?? refuseBehindDialog(seat)

/** No editor comes to a folder that is not a Unity project: its relay says so as soon as one does. */
function refuseInPlainFolder(seat: EditorSeat): Refusal | null {
	if (folderKindOf(seat) === 'unity' || PHASES_TAKING_CALLS.has(seat.phase)) return null
	return failed('unsupported', `${seat.name} is not a Unity project. Nothing was done.`, {
		hint: 'Use the file tools, run_command and git. For a scene, the user must choose a Unity project as the target.',
	})
}

/**
 * Compile errors keep the package from loading: waiting would not help, and the agent can fix the files without
 * Unity. So its calls for the editor end with the errors. Once it has changed files, they wait for Unity instead.
 */
function refuseUntilFixed({ phase, outside }: EditorSeat): Refusal | null {
	if (phase !== 'gone' || !outside) return null
	if (!waitsForFix(outside)) return null
	return failed('compile_errors', `${outsideWords(outside)}. Nothing was done.`, {
		hint: `Unity loads no package until its scripts compile, but the file tools work. Read ${brokenFiles(outside)} with read_file, fix the errors, then call unity_refresh: it waits until Unity has compiled. read_editor_log shows all errors.`,
		data: { errors: outside.errors ?? [], errorCount: outside.errorCount ?? 0 },
	})
}

/** A dialog that a person may answer from here: the agent looks at it, and proposes an answer to them. */
function refuseBehindDialog({ phase, outside }: EditorSeat): Refusal | null {
	const dialog = outside?.state === 'dialog' ? outside.dialog : undefined
	if (!dialog?.answerable || (phase !== 'gone' && phase !== 'modal')) return null
	const { id, title, text, buttons } = dialog
	return failed('modal_dialog', `A dialog is open in Unity: "${title}". Nothing was done.`, {
		hint: 'Look at it with editor_dialog, and propose an answer with editor_dialog answer: the user is asked before a button is pressed.',
		data: { dialog: { id, title, ...(text === undefined ? {} : { text }), buttons } },
	})
}

/** Unity is starting, or compiles what was changed: waiting is enough. */
export const isComing = ({ outside }: EditorSeat): boolean =>
	outside !== undefined && (outside.pending === true || outsideAdvice(outside) === null)

/** The refusal of a call that does not wait for an editor which is not connected. */
export function refuseAbsent({ name, outside }: EditorSeat): Refusal {
	if (outside === undefined || outside.state === 'not_running')
		return failed('no_editor', `Unity is not running for ${name}.`, {
			hint: `Open ${name} in Unity, or choose another editor as the target.`,
		})
	return failed('no_editor', `${outsideWords(outside)} (${name}).`, {
		hint: outsideAdvice(outside) ?? 'Try again in a moment.',
	})
}
