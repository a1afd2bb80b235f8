import type { RunState } from '@fairlead/protocol/conversations/runs'

/** The announcement for screen readers when an answer ends; empty if its end is not known. */
export function endWords(state: RunState | undefined): readonly string[] {
	switch (state) {
		case 'completed':
			return ['The answer is complete.']
		case 'failed':
			return ['The run failed.']
		case 'cancelled':
			return ['The run was stopped.']
		case undefined:
		case 'queued':
		case 'running':
		case 'waiting_approval':
		case 'waiting_editor':
		case 'waiting_retry':
			return []
		default:
			return state satisfies never
	}
}
