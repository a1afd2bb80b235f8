/** The relay's own outcomes, each saying what to do next. Pure. */

import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { outsideAdvice, outsideWords } from '@fairlead/protocol/editors/outside-words'
import type { Replay } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'

const LOOK_FIRST =
	'Look at the current state first (unity_query, read_file) and repeat only what is missing.'

/** One line per editor, for the model and the page to choose from. */
const editorList = (seats: readonly EditorSeat[]): unknown =>
	seats.map(({ editorKey, name, projectPath, phase }) => ({ editorKey, name, projectPath, phase }))

export function noSuchSeat(seats: readonly EditorSeat[]): CallOutcome {
	return failed('no_editor', 'This folder is no longer linked to the project.', {
		hint: 'Choose one of the linked editors, or run "npm run fairlead -- link <folder>" in your clone of Fairlead.',
		data: { editors: editorList(seats) },
	})
}

/** `outside`: what is seen of an editor that is open without being connected. */
export function targetGone(
	name: string,
	seats: readonly EditorSeat[],
	outside?: Outside,
): CallOutcome {
	const data = { editors: editorList(seats) }
	if (outside === undefined || outside.state === 'not_running')
		return failed('target_gone', `The project "${name}" is not open in Unity.`, {
			hint: 'Open the project in Unity, or choose another editor. This call changed nothing.',
			data,
		})
	const advice = outsideAdvice(outside) ?? 'Repeat the call once Unity is ready.'
	return failed('target_gone', `${outsideWords(outside)} (${name}).`, {
		hint: `${advice} This call changed nothing.`,
		data,
	})
}

export function effectUnknown(name: string, what: string): CallOutcome {
	return failed(
		'effect_unknown',
		`${what} ("${name}"). This call may or may not have taken effect, so it was not repeated.`,
		{ hint: LOOK_FIRST },
	)
}

export const alreadyRan = (): CallOutcome =>
	failed('effect_unknown', 'This call already ran, and its result is no longer stored.', {
		hint: LOOK_FIRST,
	})

/** A call may begin only once it is journaled and its changes can be reverted. */
export const notJournaled = (): Refusal =>
	failed(
		'disk_full',
		"The relay's disk is full, so the call was not started. Nothing was changed.",
		{
			hint: 'Ask the user to free disk space on that machine, then repeat the call.',
		},
	)

export const cancelled = (): Refusal =>
	failed('cancelled', 'The call was cancelled before it started. Nothing was changed.', {
		hint: 'Repeat the call only if the user still wants it.',
	})

export const unknownTool = (method: string): CallOutcome =>
	failed('unknown_tool', `Neither the relay nor this editor has a tool "${method}".`, {
		hint: 'Update the relay or the Unity package if the tool is new.',
	})

export const conflictInEditor = (): CallOutcome =>
	failed(
		'conflict',
		'The editor already has this call id with different arguments. Nothing was executed.',
		{ hint: 'Repeat the call: it gets an id of its own.' },
	)

/** The deadline passed while the call waited in the relay's queue: nothing has happened. */
export function queueDeadline(seat: EditorSeat): Refusal {
	const after = 'The call was not started. Nothing was changed.'
	if (seat.phase === 'modal')
		return failed(
			'modal_dialog',
			`A dialog is open in Unity${seat.phaseDetail ? ` ("${seat.phaseDetail}")` : ''}. ${after}`,
			{ hint: 'Ask the user to close the dialog in Unity, then repeat the call.' },
		)
	if (seat.phase === 'busy' || seat.phase === 'importing')
		return failed('editor_busy', `Unity has been ${seat.phase} for too long. ${after}`, {
			hint: 'Wait with wait_for_editor_ready, then repeat the call.',
		})
	return failed('deadline_exceeded', `Unity was still ${seat.phase}. ${after}`, {
		hint: 'Wait with wait_for_editor_ready, then repeat the call.',
	})
}

/** The deadline passed after the call was sent. */
export function sentDeadline(seat: EditorSeat | undefined, replay: Replay): CallOutcome {
	if (replay === 'once')
		return effectUnknown(seat?.name ?? 'editor', 'The editor did not respond in time')
	return failed('deadline_exceeded', 'The editor did not respond in time.', {
		hint: 'Call wait_for_editor_ready, which Unity itself answers. If it does not answer either, tell the user that Unity does not respond.',
	})
}
