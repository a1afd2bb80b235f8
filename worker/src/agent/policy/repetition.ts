/** Whether a run is looping. Pure. */

import type { StoredOutcome } from '../calls/tool-results.ts'
import type { ToolCall } from '../run/run-state.ts'

/** This many repeats are not a coincidence. */
export const MAX_REPEATS = 3
/** The longest loop, in batches: look, try and fail, look again. */
const MAX_PERIOD = 3

/** How far back it looks: a model step stands between two batches. */
export const LOOP_STEPS = 2 * MAX_PERIOD * MAX_REPEATS

type Called = Pick<ToolCall, 'stepSeq' | 'argsHash' | 'outcome'>

/**
 * True if the last batches of tools are the same one to {@link MAX_PERIOD} batches, with the same
 * arguments and the same results, {@link MAX_REPEATS} times.
 */
export function isLooping(calls: readonly Called[]): boolean {
	const batches = new Map<number, Called[]>()
	for (const call of calls) {
		const batch = batches.get(call.stepSeq)
		if (batch) batch.push(call)
		else batches.set(call.stepSeq, [call])
	}
	const last = [...batches.values()].slice(-MAX_PERIOD * MAX_REPEATS)
	const lines = last.map((batch) => batch.map(lineOf).join('\n'))
	for (let period = 1; period <= MAX_PERIOD; period++) {
		const tail = lines.slice(-period * MAX_REPEATS)
		if (tail.length < period * MAX_REPEATS) return false
		if (tail.every((line, i) => line === tail[i % period])) return true
	}
	return false
}

const lineOf = ({ argsHash, outcome }: Called): string =>
	`${argsHash} ${JSON.stringify(outcome && comparable(outcome))}`

/** Each picture has its own id, so equal ones are recognised by their size. */
function comparable(outcome: StoredOutcome): unknown {
	if (outcome.status === 'error') return outcome
	const { result, attachments = [] } = outcome
	return { result, attachments: attachments.map(({ name, bytes }) => [name, bytes]) }
}
