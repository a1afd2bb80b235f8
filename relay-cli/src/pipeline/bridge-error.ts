/** Why a call through Unity's bridge failed, as an outcome that says what to do next. Pure. */
import {
	type CallError,
	type CallErrorCode,
	type CallOutcome,
	failed,
} from '@fairlead/protocol/calls'
import type { Envelope, ShellFrame } from './shell-frames.ts'
import type { ShellError } from './unity-shell.ts'

const MAX_MESSAGE_CHARS = 2_000
const LOOK_FIRST =
	"Unity's bridge does not report what became of it. Look at the current state first, and repeat only what is missing."
const NOTHING = 'Nothing was changed.'

/** Ends a call with this outcome. */
export class BridgeError extends Error {
	readonly outcome: Extract<CallOutcome, { status: 'error' }>
	constructor(outcome: Extract<CallOutcome, { status: 'error' }>) {
		super(outcome.error.message)
		this.outcome = outcome
	}
}

/** The shell gave no answer. `changes`: the request may have changed something. */
export function noAnswer(error: ShellError, changes: boolean): BridgeError {
	if (!error.sent)
		return new BridgeError(
			failed(
				'target_gone',
				`Unity's command line could not be started: ${error.message} ${NOTHING}`,
				{
					hint: 'Ask the user to run "unity status" on that machine, or to install the Fairlead package in the project.',
				},
			),
		)
	if (error.fault === 'too_large')
		return new BridgeError(
			failed('too_large', `${error.message}${changes ? ' The command ran.' : ''}`, {
				hint: 'Ask for less.',
			}),
		)
	if (changes)
		return new BridgeError(
			failed(
				'effect_unknown',
				`Unity's command line was cut off. ${error.message} This call may or may not have taken effect, so it was not repeated.`,
				{ hint: LOOK_FIRST },
			),
		)
	return new BridgeError(
		failed('deadline_exceeded', `Unity's command line gave no answer. ${error.message}`, {
			hint: 'Call wait_for_editor_ready, then repeat the call.',
		}),
	)
}

/** Words in what the bridge or the command says, and what they mean to us. The first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, CallErrorCode])[] = [
	[/play mode/i, 'in_play_mode'],
	[/could not resolve component type|component type .* not found/i, 'unknown_type'],
	[/no serialized property/i, 'unknown_property'],
	[/already exists/i, 'already_exists'],
	[/could not resolve|not found|does not exist|doesn't exist|^no .* at /i, 'not_found'],
	[
		/parameter validation|bad request|invalid|unknown|expected|required|must /i,
		'invalid_arguments',
	],
]

/** An answer that says it failed. `changes`: the command could have changed something. */
export function refusedBy({ exitCode, envelope }: ShellFrame, changes: boolean): BridgeError {
	const { code, message } = saidBy(envelope)
	const says = `Unity's bridge: ${message}`
	const end = (as: CallErrorCode, text: string, hint: string): BridgeError =>
		new BridgeError(failed(as, text, { hint }))
	if (code === 'AMBIGUOUS_EDITOR')
		return end(
			'ambiguous_target',
			`${says} ${NOTHING}`,
			'Ask the user to close the other editor of this project.',
		)
	if (code === 'EDITOR_NOT_READY')
		return end(
			'editor_busy',
			`${says} ${NOTHING}`,
			'Call wait_for_editor_ready, then repeat the call.',
		)
	if (
		/^STATUS_/.test(code) ||
		/no (pipeline instance|unity editor)|cannot connect|ECONNREFUSED/i.test(message)
	)
		return end(
			'target_gone',
			`${says} ${NOTHING}`,
			'Unity may be closed, starting, or in Safe Mode because of compile errors. Look at the phase of the editor.',
		)
	if (exitCode === 3)
		return end(
			'denied',
			`${says} ${NOTHING}`,
			'Ask the user to run "unity status" on that machine.',
		)
	if (exitCode === 4)
		return end('unsupported', `${says} ${NOTHING}`, 'Tell the user what is missing.')
	if (
		/timed? ?out|timeout|socket hang up|ECONNRESET|connection (was )?(lost|closed|reset)|fetch failed/i.test(
			message,
		)
	)
		return changes
			? end(
					'effect_unknown',
					`${says} This call may or may not have taken effect, so it was not repeated.`,
					LOOK_FIRST,
				)
			: end('deadline_exceeded', says, 'Call wait_for_editor_ready, then repeat the call.')
	if (/confirm\s*=\s*true/i.test(message))
		return end(
			'invalid_arguments',
			`${says} ${NOTHING}`,
			'Repeat it with "confirm": true if the user wants exactly this.',
		)
	const meaning = MEANINGS.find(([words]) => words.test(message))?.[1]
	if (exitCode === 2)
		return end('invalid_arguments', `${says} ${NOTHING}`, 'Correct the arguments.')
	return end(
		meaning ?? 'internal',
		says,
		changes && meaning === undefined ? LOOK_FIRST : 'Correct the call, or look at the scene first.',
	)
}

/** The command itself said `success: false`, although the bridge and its exit code said it worked. */
export const failedInside = (message: string, changes: boolean): BridgeError =>
	refusedBy(
		{
			id: '',
			exitCode: 6,
			envelope: { success: false, data: null, errors: [{ code: null, message }], warnings: [] },
		},
		changes,
	)

function saidBy({ errors }: Envelope): { code: string; message: string } {
	const message = errors.flatMap((one) => one.message ?? []).join(' ')
	return {
		code: errors.find((one) => one.code)?.code ?? '',
		message: (message || 'it failed without saying why.').slice(0, MAX_MESSAGE_CHARS),
	}
}

/** The same error, saying first that an earlier part of the call took effect. */
export function after(done: readonly string[], { error }: { error: CallError }): CallOutcome {
	if (done.length === 0) return { status: 'error', error }
	const message = `A part of this call took effect (${done.join(', ')}), then it failed. ${error.message.replaceAll(NOTHING, '').trim()}`
	return { status: 'error', error: { ...error, message: message.slice(0, 4_000) } }
}
