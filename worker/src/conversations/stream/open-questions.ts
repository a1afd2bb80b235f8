/** The latest run's open approvals, and what visitors see of its calls. An object that was never opened has neither. */
import { isEnded } from '../../agent/run/run-state.ts'
import { type SeenCall, seenCall } from '../../sharing/shared-calls.ts'
import type { ConversationStore } from '../conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'calls' | 'openCalls'>

export function openQuestions(store: Store) {
	const run = store.latestRun()
	const open = run && !isEnded(run) ? store.openCalls(run.id) : []
	return open
		.filter(({ state }) => state === 'awaiting_approval')
		.map(({ callId, name, params }) => ({ approvalId: callId, name, params }))
}

/** The parts of its calls that visitors see, which depend on their arguments too. */
export function seenCalls(store: Store): [string, SeenCall][] {
	const run = store.latestRun()
	const calls = run ? store.calls(run.id) : []
	return calls.map(({ toolCallId, name, params }) => [toolCallId, seenCall(name, params)])
}
