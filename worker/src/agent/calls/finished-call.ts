/** A call that ran before its conversation heard of it: a client on a relay's machine made it without asking. */
import type { FinishedCall } from '../../ports/conversation.ts'
import type { ChangedStep } from '../revert/run-changes.ts'
import type { Run, ToolCall } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'
import { keepable, withoutAttachments } from './tool-results.ts'

type Settings = Pick<RunStore, 'setting' | 'setSetting'>

/** One is enough: a conversation takes such a call only while no run is active. */
const SETTING = 'finished_call'

/** @param id of the message and the call */
export const keepFinished = (store: Settings, id: string, call: FinishedCall): void =>
	store.setSetting(SETTING, JSON.stringify({ id, call }))

function finishedIn(store: Settings, { idemKey }: Run): FinishedCall | null {
	const kept = store.setting(SETTING)
	if (kept === null) return null
	const { id, call } = JSON.parse(kept) as { id: string; call: FinishedCall }
	return id === idemKey ? call : null
}

/** The calls of a run; the one that has run already is settled, whatever its mode would ask. */
export function settleFinished(store: Settings, run: Run, calls: ToolCall[]): ToolCall[] {
	const finished = finishedIn(store, run)
	if (!finished) return calls
	const outcome = keepable(withoutAttachments(finished.outcome))
	return calls.map((call) =>
		call.toolCallId === run.idemKey
			? { ...call, ...finished.seat, state: 'settled' as const, outcome }
			: call,
	)
}

/** The changes under the ids that the relay and the editor know them by. */
export function underOwnIds(
	store: Settings,
	run: Run,
	changes: readonly ChangedStep[],
): readonly ChangedStep[] {
	const finished = finishedIn(store, run)
	if (!finished) return changes
	const { callId, recordId } = finished
	return changes.map((step) => ({ ...step, recordId, callIds: step.callIds.map(() => callId) }))
}
