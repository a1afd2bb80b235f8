/** Editors that are connected but do not respond: what a model is told instead of retrying forever. Pure. */
import type { CallErrorCode, CallOutcome } from '@fairlead/protocol/calls'

/** One call may be slow; a second one without an answer is worth telling the user about. */
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

/** Whether the outcome is what is said of a call that nobody answered in time. */
export const isUnanswered = (outcome: CallOutcome): boolean =>
	outcome.status === 'error' && UNANSWERED.has(outcome.error.code)

/** Counts, per editor, the calls in a row that its main thread did not answer. */
export class Silences {
	readonly #silent = new Map<string, Silent>()

	/**
	 * A call that the editor had has ended; gives the outcome to be told. `sentAt`: when the call came.
	 * An outcome before the deadline is an answer, whatever it says.
	 */
	ended(
		editorKey: string,
		outcome: CallOutcome,
		{ sentAt, deadlineAt, now }: { sentAt: number; deadlineAt: number; now: number },
	): CallOutcome {
		if (!isUnanswered(outcome) || now < deadlineAt || outcome.status !== 'error') {
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

/** UTC, so that it means the same to everybody who reads the conversation. */
const clockTime = (unixMs: number): string => `${new Date(unixMs).toISOString().slice(11, 19)} UTC`
