/** A refusal of an arena as the outcome of a tool's call. */
import { type CallErrorCode, type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { ArenaErrorCode, ArenaProblem } from '../client/outcome.ts'

const CODES: Readonly<Record<ArenaErrorCode, CallErrorCode>> = {
	invalid: 'invalid_arguments',
	unauthorized: 'denied',
	forbidden: 'denied',
	not_found: 'not_found',
	conflict: 'conflict',
	too_large: 'too_large',
	rate_limited: 'conflict',
	unavailable: 'unsupported',
	server_error: 'unsupported',
	moved: 'unsupported',
	unreadable: 'unsupported',
	timeout: 'deadline_exceeded',
	unreachable: 'unsupported',
	address_refused: 'unsupported',
	cancelled: 'cancelled',
}

const HINTS: Partial<Readonly<Record<ArenaErrorCode, string>>> = {
	unauthorized:
		"Tell the user that the arena refused the player's key: a new one is made on the ladder.",
	rate_limited: 'Wait a minute before you ask again.',
	unavailable: 'Tell the user that the arena is away; simulate works without it.',
	unreachable: 'Tell the user that the arena is away; simulate works without it.',
}

/** The arena's words are in the message: data, bounded by the client. */
export function problemOutcome({
	code,
	message,
	details,
	effect,
}: ArenaProblem): Extract<CallOutcome, { status: 'error' }> {
	const hint = HINTS[code]
	return failed(effect === 'unknown' ? 'effect_unknown' : CODES[code], message, {
		...(hint === undefined ? {} : { hint }),
		...(details.length > 0 ? { data: { details } } : {}),
	})
}
