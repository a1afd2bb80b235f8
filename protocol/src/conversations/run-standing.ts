/** How a run ended, read from its answer: for lists, links and the line under it. Pure. */

import { type CallView, callsOf, hasCompileErrors } from '../view/call-view.ts'
import { changesOf, countChanges } from '../view/run-changes.ts'
import { buildRun, callsIn } from '../view/run-view.ts'
import { bag } from '../wire/safe-read.ts'
import { metadataOf, type RunMessage } from './message-parts.ts'
import { revertedExtent } from './reverted.ts'
import { type RunStanding, type RunVerdict, standingOf } from './runs.ts'

/**
 * Why a completed run must not be listed as done: the effect of a call is unknown, the scripts did not
 * compile when last refreshed, tests failed when last run, a person denied something that the last step that asked
 * wanted (in part, if anything else ran or was changed), or it was reverted, wholly or in part. null: it is done.
 */
export function verdictOf(message: RunMessage): RunVerdict | null {
	const extent = revertedExtent(message)
	if (extent !== 'none') return extent === 'whole' ? 'reverted' : 'partly_reverted'
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
	if (!answered.some(isDenied)) return null
	return answered.every(isDenied) && !didSomething(calls) ? 'denied' : 'partly_denied'
}

const isDenied = ({ state }: CallView): boolean => state === 'denied'

/** Whether a call ran that was allowed, or that changed something unasked. */
const didSomething = (calls: readonly CallView[]): boolean =>
	calls.some(({ state, approval }) => state === 'done' && approval?.answer?.approved === true) ||
	countChanges(changesOf(calls)) > 0

const wasAnswered = (call: CallView): boolean => call.approval?.answer?.by === 'person'

/** How the run behind this answer ended; null while it is active. */
export function endOf(message: RunMessage): RunStanding | null {
	const { state } = metadataOf(message)
	if (state === undefined) return null
	return standingOf({ state, verdict: verdictOf(message) })
}
