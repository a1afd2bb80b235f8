/** A message to a server of others: when it is sent again, and when no longer. Pure. */
import { backoffMs, jittered } from './backoff.ts'

/** Messages and reports are given up after this time of attempts. */
export const GIVE_UP_MS = 24 * 3_600_000

/** The pause after this many failures in a row: up to two hours, for each sender another one. */
export const pauseMs = (failures: number, random: number): number =>
	jittered(backoffMs(failures, 30_000, 2 * 3_600_000), random)

/** `Retry-After`: seconds, or a date. Returns null if it says nothing that can be understood. */
export function retryAfterMs(value: string | null, now: number): number | null {
	if (value === null) return null
	if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000
	const at = Date.parse(value)
	return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The outcome of handing a message over. */
export type Answer =
	| {
			readonly kind: 'answered'
			readonly status: number
			readonly retryAfterMs: number | null
			/** The receiver's answer, if it can be shown. */
			readonly note: string | null
	  }
	/** There was no answer: a timeout, or no connection. */
	| { readonly kind: 'none'; readonly error: string }
	/** It cannot be sent as things are. */
	| { readonly kind: 'unsendable'; readonly error: string }
	/** It arrived, without an HTTP answer, or was there already. */
	| { readonly kind: 'arrived' }

export type Judged =
	| { readonly kind: 'delivered' }
	| { readonly kind: 'retry'; readonly error: string; readonly afterMs: number }
	/** Sending the same again would not help. */
	| { readonly kind: 'refused'; readonly error: string }
	/** The receiver wants no more messages. */
	| { readonly kind: 'gone'; readonly error: string }

/** Besides these and server errors, a 4xx is final. */
const TRY_AGAIN = new Set([408, 425, 429])

export function judge(answer: Answer): Judged {
	switch (answer.kind) {
		case 'arrived':
			return { kind: 'delivered' }
		case 'none':
			return { kind: 'retry', error: answer.error, afterMs: 0 }
		case 'unsendable':
			return { kind: 'refused', error: answer.error }
		case 'answered':
			return judgeStatus(answer)
		default:
			return answer satisfies never
	}
}

function judgeStatus({
	status,
	retryAfterMs: after,
	note,
}: Extract<Answer, { status: number }>): Judged {
	if (status >= 200 && status < 300) return { kind: 'delivered' }
	const said = note === null ? '' : `: ${note}`
	const error = `The receiver answered ${status}${said}`
	if (status === 410) return { kind: 'gone', error }
	if (status >= 300 && status < 400) {
		return {
			kind: 'refused',
			error: `${error}. Redirects are not followed: enter the final address.`,
		}
	}
	// GitHub says its rate limits with 403 and a time.
	if (TRY_AGAIN.has(status) || status >= 500 || (status === 403 && after !== null)) {
		return { kind: 'retry', error, afterMs: after ?? 0 }
	}
	return { kind: 'refused', error }
}
