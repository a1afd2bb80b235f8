/** The meaning of a provider's refusal, for every provider. */
import type { ProviderError, ProviderErrorClass } from '../model/types.ts'

export const CUT_STREAM: ProviderError = {
	class: 'network',
	message: 'The stream ended before the answer did.',
	retryable: true,
}

const RETRYABLE: ReadonlySet<ProviderErrorClass> = new Set([
	'rate_limit',
	'overload',
	'server_error',
	'network',
])

const BILLING =
	/credit balance|billing|insufficient[_ ](funds|credits?|quota|balance)|usage limits?|spend limit|quota/i
const TOO_LONG =
	/prompt is too long|exceeds? (the )?(maximum )?context|context[ _](window|limit|length|size)|maximum context|too many (input )?tokens|request_too_large|input token count/i
const CONTENT = /content[ _]filter|content[ _]policy|usage polic|safety|flagged|moderation/i
const KEY = /api[ _]key/i
/** Some say it with status 500, or inside a stream. */
const OVERLOADED = /overloaded/i

export const isRetryable = (kind: ProviderErrorClass): boolean => RETRYABLE.has(kind)

/** `status` of the answer, absent for a failure inside a stream; `said`: the provider's code and words. */
export function classOfStatus(status: number | undefined, said: string): ProviderErrorClass {
	switch (status) {
		case 401:
			return 'key'
		case 403:
			// OpenRouter's moderation; with others it is the key.
			return CONTENT.test(said) ? 'content' : 'key'
		case 402:
			return 'quota'
		case 408:
			return 'network'
		case 409:
			return 'overload'
		case 413:
			return 'too_long'
		case 429:
			return BILLING.test(said) ? 'quota' : 'rate_limit'
		default:
			break
	}
	if (status !== undefined && status >= 500) {
		const isBusy = status === 503 || status === 529 || OVERLOADED.test(said)
		return isBusy ? 'overload' : 'server_error'
	}
	if (TOO_LONG.test(said)) return 'too_long'
	if (BILLING.test(said)) return 'quota'
	if (CONTENT.test(said)) return 'content'
	// Gemini answers 400 to a wrong key.
	return KEY.test(said) ? 'key' : 'invalid'
}

/** The connection's fault: a reset socket, a line of the stream that is not JSON. */
export const networkError = (error: unknown): ProviderError => ({
	class: 'network',
	message: describe(error),
	retryable: true,
})

/** The messages of an error and its causes: `fetch failed` alone does not help. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
