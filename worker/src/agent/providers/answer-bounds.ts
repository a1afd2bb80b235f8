/**
 * Which answers are read at all, and how far. A model that repeats itself, or a server that sends one event of megabytes,
 * would hold up everybody: events are read as they grow, and texts are stored, sent and drawn while they do.
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

const WEB_PAGE: ProviderError = {
	class: 'web_page',
	message: 'The address answered with a web page or a redirect.',
	retryable: false,
}

class Refused extends Error {
	readonly failure: ProviderError
	constructor(failure: ProviderError) {
		super(failure.message)
		this.failure = failure
	}
}

/** The words of {@link boundedFetch} about a failed request; null if it failed otherwise. SDKs wrap its error. */
export function refusalIn(error: unknown): ProviderError | null {
	if (error instanceof Refused) return error.failure
	return error instanceof Error ? refusalIn(error.cause) : null
}

/** Other refusals keep the meaning of their status, whatever a proxy wrote under it. */
function isWebPage({ ok, status, headers }: Response): boolean {
	if (status >= 300 && status < 400) return true
	const isHtml = /^(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')
	return isHtml && (ok || status === 404 || status === 405)
}

/** A `fetch` that takes no web page for an answer, and whose answers end with an error at a line that is too long. */
export function boundedFetch(ask: typeof fetch = fetch): typeof fetch {
	return async (input, init) => {
		const answer = await ask(input, init)
		if (isWebPage(answer)) {
			await answer.body?.cancel()
			throw new Refused(WEB_PAGE)
		}
		if (!answer.ok || answer.body === null) return answer
		let lineBytes = 0
		const bounded = new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				const end = chunk.lastIndexOf(NEWLINE)
				lineBytes = end === -1 ? lineBytes + chunk.length : chunk.length - end - 1
				if (lineBytes > MAX_LINE_BYTES) controller.error(new Refused(ANSWER_TOO_LARGE))
				else controller.enqueue(chunk)
			},
		})
		return new Response(answer.body.pipeThrough(bounded), answer)
	}
}
