/** The content of reports, and how outcomes follow from deliveries and runs. Pure. */
import type { DeliveryVerdict } from '@fairlead/protocol/automations/automations'
import type { ReportOutcome } from '@fairlead/protocol/automations/reports'
import type { RunState, RunVerdict, Usage } from '@fairlead/protocol/conversations/runs'

/** Everything of a message but its destination: stored with it, so that every attempt says the same. */
export interface ReportContent {
	/** The outcome; null for a test. */
	readonly outcome: ReportOutcome | null
	/** Unix milliseconds of the event. */
	readonly at: number
	readonly project: { readonly id: string; readonly name: string }
	readonly automation: { readonly id: string; readonly name: string }
	/** The delivery; null for a test. */
	readonly deliveryId: string | null
	readonly conversationId: string | null
	readonly run: ReportedRun | null
	/** Why there is no run, or why it failed. */
	readonly error: string | null
}

export interface ReportedRun {
	readonly id: string
	readonly state: RunState
	/** Why a completed run is not fully done. */
	readonly verdict: RunVerdict | null
	/** The last words of its answer, cut. */
	readonly answer: string | null
	/** The run's usage; null until it has ended. */
	readonly usage: (Usage & { readonly costUsd: number | null }) | null
}

/** The outcome of a delivery that began no run; null: it began one. */
export function outcomeOfVerdict(verdict: DeliveryVerdict): ReportOutcome | null {
	switch (verdict) {
		case 'begun':
			return null
		case 'condition_not_met':
		case 'disabled':
		case 'busy':
		case 'replaced':
		case 'no_editor':
		case 'loop':
		case 'too_many':
			return 'skipped'
		case 'condition_failed':
		case 'not_proven':
		case 'unreadable':
		case 'failed':
			return 'refused'
		default:
			return verdict satisfies never
	}
}

/** The reason for people, if the delivery has no error of its own. */
export function reasonOf(verdict: DeliveryVerdict): string {
	switch (verdict) {
		case 'begun':
			return 'A run has begun.'
		case 'condition_not_met':
			return 'Its condition was not met.'
		case 'condition_failed':
			return 'Its condition or its template is not valid.'
		case 'disabled':
			return 'It is switched off.'
		case 'busy':
			return 'The run of an earlier delivery was active.'
		case 'replaced':
			return 'A newer delivery took its place.'
		case 'no_editor':
			return 'No editor was connected.'
		case 'loop':
			return 'It would have started itself again.'
		case 'too_many':
			return 'There were more events in an hour than an automation takes.'
		case 'not_proven':
			return 'It did not prove itself.'
		case 'unreadable':
			return 'Its payload could not be read.'
		case 'failed':
			return 'The server could not begin a run.'
		default:
			return verdict satisfies never
	}
}

const ENDED: Partial<Record<RunState, ReportOutcome>> = {
	completed: 'completed',
	failed: 'failed',
	cancelled: 'cancelled',
}

/** Returns null if the run has not ended. */
export const outcomeOfRun = (state: string): ReportOutcome | null =>
	ENDED[state as RunState] ?? null
