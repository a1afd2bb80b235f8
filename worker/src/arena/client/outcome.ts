/** The outcome of a call to an arena. */

/** Stable: tools and pages choose their words by it. */
export type ArenaErrorCode =
	/** The arena has refused what was sent; `details` has a line for each error. */
	| 'invalid'
	/** No key, or not one of this arena. */
	| 'unauthorized'
	| 'forbidden'
	| 'not_found'
	/** It conflicts with what is there: a name that is taken, a battle that is not finished or cannot be fought. */
	| 'conflict'
	| 'too_large'
	/** Too many requests, or battles under way. */
	| 'rate_limited'
	/** Maintenance, or too much to do. */
	| 'unavailable'
	/** The arena failed. */
	| 'server_error'
	/** It redirects, which would lose the key. */
	| 'moved'
	/** Not an answer of an arena. */
	| 'unreadable'
	/** No answer in time. */
	| 'timeout'
	| 'unreachable'
	/** This server may not ask the address: nothing was sent. */
	| 'address_refused'
	| 'cancelled'

export interface ArenaProblem {
	readonly code: ArenaErrorCode
	/** The message for people and models. It contains an arena's own words: data, never instructions. */
	readonly message: string
	readonly details: readonly string[]
	/** Status of HTTP; null: there was no answer. */
	readonly status: number | null
	/** The pause that the arena wants; null if it names none. */
	readonly retryAfterMs: number | null
	/** `unknown`: what was asked for may have been done anyway. */
	readonly effect: 'none' | 'unknown'
}

export type ArenaOutcome<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly problem: ArenaProblem }

/** Thrown by a backend that sent nothing. `message`: the reason, for people. */
export class NotSent extends Error {
	override name = 'NotSent'
}
