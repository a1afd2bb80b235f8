/** The state of a run in one word, and how it ended: for lists, links and the line under an answer. Pure. */

import { type CallView, callsOf, hasCompileErrors } from '../view/call-view.ts'
import { buildRun, callsIn } from '../view/run-view.ts'
import { bag } from '../wire/safe-read.ts'
import { metadataOf, partsOf, type RunMessage } from './message-parts.ts'
import type { RevertPart } from './revert.ts'
import type { RunState, RunVerdict } from './runs.ts'

/**
 * Why a completed run must not be listed as done: the effect of a call is unknown, the scripts did not
 * compile when last refreshed, tests failed when last run, a person denied all that the last step that asked wanted,
 * or it was reverted. null: it is done.
 */
export function verdictOf(message: RunMessage): RunVerdict | null {
	if (isReverted(message)) return 'reverted'
	const calls = callsOf(message)
	if (calls.some((call) => call.call?.error?.code === 'effect_unknown')) return 'effect_unknown'
	const compiled = calls.findLast(
		(call) => typeof bag(call.result)['hasErrors'] === 'boolean' && call.state === 'done',
	)
	if (compiled && hasCompileErrors(compiled)) return 'compile_errors'
	const tested = calls.findLast(
		(call) => call.tool === 'unity_tests' && 'failed' in bag(call.result),
	)
	if (tested && bag(tested.result)['failed'] !== 0) return 'tests_failed'
	const asked = buildRun(message, false)
		.map(callsIn)
		.findLast((step) => step.some(wasAnswered))
	const answered = asked?.filter(wasAnswered) ?? []
	return answered.length > 0 && answered.every(({ state }) => state === 'denied') ? 'denied' : null
}

const wasAnswered = (call: CallView): boolean => call.approval?.answer?.by === 'person'

/** The reverts of the run behind this answer, the oldest first. */
export const revertsOf = (message: RunMessage): readonly RevertPart[] =>
	partsOf(message).flatMap((part) => (part.type === 'data-revert' ? [part.data] : []))

/** True if the whole run, or with `stepId` at least that step, was reverted and not restored. */
export function isReverted(message: RunMessage, stepId?: string): boolean {
	const reverts = revertsOf(message).filter(
		({ state, counts }) => state === 'done' && counts.reverted > 0,
	)
	const holds = ({ revertId }: { revertId: string }): boolean =>
		!reverts.some((later) => later.revertOf === revertId && holds(later))
	return reverts.some(
		(revert) =>
			(revert.stepId === undefined || revert.stepId === stepId) &&
			revert.revertOf === undefined &&
			holds(revert),
	)
}

/** The state of a run in one word: in a list, in a link, under an answer. */
export type RunStanding =
	| 'running'
	| 'needs_you'
	| 'waiting_editor'
	| 'waiting_retry'
	| 'done'
	| 'failed'
	| 'stopped'
	| RunVerdict

export function standingOf(run: {
	readonly state: RunState
	readonly verdict?: RunVerdict | null | undefined
}): RunStanding {
	if (run.verdict === 'reverted') return 'reverted'
	switch (run.state) {
		case 'queued':
		case 'running':
			return 'running'
		case 'waiting_approval':
			return 'needs_you'
		case 'waiting_editor':
		case 'waiting_retry':
		case 'failed':
			return run.state
		case 'cancelled':
			return 'stopped'
		case 'completed':
			return run.verdict ?? 'done'
		default:
			return run.state satisfies never
	}
}

/** How the run behind this answer ended; null while it is active. */
export function endOf(message: RunMessage): RunStanding | null {
	const { state } = metadataOf(message)
	if (state === undefined) return null
	return standingOf({ state, verdict: verdictOf(message) })
}
