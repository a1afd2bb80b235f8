/** Editors that are connected but do not respond: texts that stop a model from retrying forever. Pure. */
import type { CallErrorCode, CallOutcome } from '@fairlead/protocol/wire/calls'

/** One call may be slow; a second unanswered call is worth reporting to the user. */
const CALLS_UNTIL_TOLD = 2

const UNANSWERED: ReadonlySet<CallErrorCode> = new Set([
	'deadline_exceeded',
	'effect_unknown',
	'modal_dialog',
])

interface Silent {
	readonly since: number
	readonly calls: number
}

/** Whether the outcome means that the editor did not answer in time. */
export const isUnanswered = (outcome: CallOutcome): boolean =>
	outcome.status === 'error' && UNANSWERED.has(outcome.error.code)

/** Counts, per editor, the calls in a row that its main thread did not answer. */
export class UnresponsiveEditors {
	readonly #silent = new Map<string, Silent>()

	/**
	 * A call sent to the editor has ended; returns the outcome to report. `sentAt`: when the call arrived.
	 * An outcome before the deadline (`inTime`) is an answer, whatever it says.
	 */
	ended(
		editorKey: string,
		outcome: CallOutcome,
		{ sentAt, inTime, now }: { sentAt: number; inTime: boolean; now: number },
	): CallOutcome {
		if (!isUnanswered(outcome) || inTime || outcome.status !== 'error') {
			this.#silent.delete(editorKey)
			return outcome
		}
		const before = this.#silent.get(editorKey)
		const silent = { since: before?.since ?? sentAt, calls: (before?.calls ?? 0) + 1 }
		this.#silent.set(editorKey, silent)
		if (silent.calls < CALLS_UNTIL_TOLD) return outcome
		const seconds = Math.round((now - silent.since) / 1_000)
		return {
			...outcome,
			error: {
				...outcome.error,
				message: `${outcome.error.message} Unity has been silent since ${clockTime(silent.since)} (${seconds} s): ${silent.calls} calls in a row got no response.`,
				hint: 'Do not repeat the call. Tell the user that Unity is not responding, and since when: a dialog may be open, or Unity may be frozen and need a restart. wait_for_editor_ready tells you when it responds again.',
			},
		}
	}

	/** Another process, or none: it has not been asked yet. */
	forget(editorKey: string): void {
		this.#silent.delete(editorKey)
	}
}

/** UTC, so that it means the same to every reader of the conversation. */
const clockTime = (unixMs: number): string => `${new Date(unixMs).toISOString().slice(11, 19)} UTC`
