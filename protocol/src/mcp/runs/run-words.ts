/** The states of a run in words. Loads nothing: the app's page contains it. */
import type { RunState } from '../../conversations/runs.ts'

export const RUN_WORDS: Readonly<Record<RunState, string>> = {
	queued: 'Queued',
	running: 'The agent is working',
	waiting_approval: 'Waiting for approval',
	waiting_editor: 'Waiting for Unity',
	waiting_retry: 'Waiting for the model',
	completed: 'Completed',
	failed: 'Failed',
	cancelled: 'Stopped',
}
