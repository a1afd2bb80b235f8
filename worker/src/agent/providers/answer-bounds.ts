/**
 * The limits of an answer. A model that repeats itself, or a server that sends one event of megabytes, would hold up
 * everybody: events are read as they grow, and texts are stored, sent and drawn while they do.
 */
import type { ProviderError } from '../model/types.ts'

/** Characters of text and reasoning of one answer. Far more than any model's limit of an answer. */
export const MAX_ANSWER_CHARS = 1_000_000
/** Bytes of one line of an answer's stream. The last event of some services repeats the whole answer. */
export const MAX_LINE_BYTES = 4_000_000

const NEWLINE = 10

export const ANSWER_TOO_LARGE: ProviderError = {
	class: 'too_large',
	message: `The answer has more than ${MAX_ANSWER_CHARS} characters, or an event of more than ${MAX_LINE_BYTES} bytes.`,
	retryable: false,
}

class LineTooLong extends Error {}

/** Whether a failed request failed by {@link boundedFetch}. */
export const isTooLarge = (error: unknown): boolean =>
	error instanceof LineTooLong || (error instanceof Error && isTooLarge(error.cause))

/** A `fetch` whose answers end with an error at a line that is too long. */
export function boundedFetch(ask: typeof fetch = fetch): typeof fetch {
	return async (input, init) => {
		const answer = await ask(input, init)
		if (!answer.ok || answer.body === null) return answer
		let lineBytes = 0
		const bounded = new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				const end = chunk.lastIndexOf(NEWLINE)
				lineBytes = end === -1 ? lineBytes + chunk.length : chunk.length - end - 1
				if (lineBytes > MAX_LINE_BYTES) controller.error(new LineTooLong(ANSWER_TOO_LARGE.message))
				else controller.enqueue(chunk)
			},
		})
		return new Response(answer.body.pipeThrough(bounded), answer)
	}
}
