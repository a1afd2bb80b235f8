/** When the room must look at a call again, and the outcome it then reports. Pure. */

import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { backoffMs } from '../../platform/backoff.ts'
import { noEditorComes } from '../../ports/room.ts'

/** The relay answers `deadline_exceeded` itself and knows more; its answer gets this long to arrive. */
export const DELIVERY_GRACE_MS = 3_000
/** First pause after a Conversation could not take an outcome; doubles. */
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 600_000
/** About seven hours of trying: by then the Conversation is broken, not busy. */
export const MAX_SETTLE_ATTEMPTS = 50

/** Milliseconds until the next attempt after `attempts` (≥ 1) failures. */
export function retryDelayMs(attempts: number): number {
	return backoffMs(attempts - 1, RETRY_FIRST_MS, RETRY_MAX_MS)
}

/**
 * Overdue outcomes are already being handed over, which may take seconds: an immediate alarm would
 * ring without a pause until it is done.
 */
export const OVERDUE_MS = 1_000

/**
 * The time to set the alarm to; null: leave it as it is. An alarm that rings too early finds nothing
 * to do and is set again, which is cheaper than moving it with every call.
 */
export function nextAlarm(
	earliestDue: number | null,
	current: number | null,
	now: number,
): number | null {
	if (earliestDue === null) return null
	const wanted = earliestDue > now ? earliestDue : now + OVERDUE_MS
	return current !== null && current <= wanted ? null : wanted
}

/** The outcome of a call whose deadline passed. `reason`: what it waited for, if known. */
export function expiredOutcome(
	call: { readonly sent: boolean; readonly replay: 'safe' | 'once' },
	reason: string | null,
): Extract<CallOutcome, { status: 'error' }> {
	if (!call.sent) {
		return noEditorComes(
			'deadline_exceeded',
			`The editor was not ready in time${reason ? `: ${reason}` : ''}.`,
			{
				hint: 'Nothing was done. Try again when the editor is ready.',
			},
		)
	}
	if (call.replay === 'safe') {
		return failed(
			'deadline_exceeded',
			reason === null ? 'The editor did not respond in time.' : `No answer: ${reason}.`,
			{ hint: 'The call only reads, so it is safe to retry.' },
		)
	}
	return failed(
		'effect_unknown',
		reason === null
			? 'The editor did not respond in time. The change may or may not have been made.'
			: `No answer (${reason}). The change may or may not have been made.`,
		{ hint: 'Look at the current state before you retry anything.' },
	)
}
