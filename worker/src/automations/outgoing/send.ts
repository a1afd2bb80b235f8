/** One request to a receiver outside, once: the rule for addresses, a bound of time, and no more of the answer than is shown. */

import type { AddressRule } from '../../platform/addresses.ts'
import { type Answer, retryAfterMs } from '../../platform/http-delivery.ts'
import { checkReachable } from '../../platform/reachable.ts'
import { within } from '../../within.ts'
import type { WireRequest } from './wire.ts'

/** Until the answer has come. */
const ANSWER_MS = 10_000
/** Bounds of an answer that is searched for an earlier message, and of one that says why not. */
const MAX_LOOKUP_BYTES = 2_000_000
const MAX_NOTE_BYTES = 4_096

export interface SendPorts {
	readonly fetch: typeof fetch
	readonly clock: () => number
	/** Tests: shorter. */
	readonly answerMs?: number
}

/**
 * Never throws.
 *
 * @param read what of the answer's text may be shown; without it, none is read
 */
export async function send(
	request: WireRequest,
	rule: AddressRule,
	{ fetch, clock, answerMs = ANSWER_MS }: SendPorts,
	read?: (text: string) => string | null,
): Promise<Answer> {
	// Again: an address that was allowed when it was saved may not be allowed now.
	const checked = await checkReachable(request.url, rule)
	if (!checked.ok) return { kind: checked.lasting ? 'unsendable' : 'none', error: checked.reason }
	const { method, headers, body } = request
	try {
		return await within(answerMs, async (signal): Promise<Answer> => {
			const answer = await fetch(request.url, { method, headers, body, redirect: 'manual', signal })
			const { status } = answer
			const max = method === 'GET' ? MAX_LOOKUP_BYTES : MAX_NOTE_BYTES
			const note = read ? read(await beginningOf(answer, max)) : null
			if (!read) await answer.body?.cancel()
			const after = retryAfterMs(answer.headers.get('retry-after'), clock())
			return { kind: 'answered', status, retryAfterMs: after, note: status < 400 ? null : note }
		})
	} catch (error) {
		// The runtime's own words may name the address, which is a secret of Slack's and of a push subscription.
		const late = error instanceof Error && error.name === 'TimeoutError'
		return {
			kind: 'none',
			error: late
				? `There was no answer within ${answerMs / 1_000} seconds.`
				: 'The receiver could not be reached.',
		}
	}
}

/** Not more than that is read, whatever comes. */
async function beginningOf(answer: Response, maxBytes: number): Promise<string> {
	const reader = answer.body?.getReader()
	if (!reader) return ''
	const decoder = new TextDecoder()
	let text = ''
	for (let bytes = 0; bytes < maxBytes; ) {
		const { done, value } = await reader.read()
		if (done) return text + decoder.decode()
		text += decoder.decode(value.subarray(0, maxBytes - bytes), { stream: true })
		bytes += value.byteLength
	}
	await reader.cancel()
	return text
}
