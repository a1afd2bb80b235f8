/** The latest run's open approvals, and the names of its calls. An object that was never opened has neither. */
import { isEnded } from '../agent/run/run-state.ts'
import type { ConversationStore } from './conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'calls' | 'openCalls'>

export function openQuestions(store: Store) {
	const run = store.latestRun()
	const open = run && !isEnded(run) ? store.openCalls(run.id) : []
	return open
		.filter(({ state }) => state === 'awaiting_approval')
		.map(({ callId, name, params }) => ({ approvalId: callId, name, params }))
}

/** By the id that the model gave each call. */
export function toolNames(store: Store): [string, string][] {
	const run = store.latestRun()
	return run ? store.calls(run.id).map(({ toolCallId, name }) => [toolCallId, name]) : []
}
