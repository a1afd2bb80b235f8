/** Turns errors of the SDK into {@link ProviderError}. By their shape, because the SDK is loaded late. */
import type { ProviderError, ProviderErrorClass } from '../../model/types.ts'
import { classOfStatus, isRetryable, networkError } from '../failures.ts'
import { retryAfter } from '../retry-after.ts'

/** An answer of the service that says no: the SDK's `APIError`, not its `APIConnectionError`. */
interface ApiFailure {
	/** Absent if it came inside a stream. */
	readonly status?: number
	readonly headers?: Headers
	readonly message: string
	readonly code?: unknown
	readonly type?: unknown
	readonly error?: unknown
}

/** Never throws. `nowMs` turns a date in `retry-after` into a duration. */
export function classifyError(error: unknown, nowMs: number): ProviderError {
	const failure = asFailure(error)
	if (!failure) return networkError(error)
	const retryAfterMs = retryAfter(failure.headers, nowMs)
	return {
		...failureOf(failure.code, failure.message, failure.status, failure.type),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	}
}

/** `code`: the service's, a word or a status; `status` of the HTTP answer. */
export function failureOf(
	code: unknown,
	message: string,
	status?: number,
	type?: unknown,
): ProviderError {
	const failed = code === 'server_error' || type === 'server_error'
	// An error inside a stream has no HTTP status; OpenRouter sends it as the code.
	const known = status ?? (typeof code === 'number' ? code : failed ? 500 : undefined)
	const kind =
		classOfCode(code) ??
		classOfCode(type) ??
		classOfStatus(known, `${String(code ?? '')} ${message}`)
	return { class: kind, message, retryable: isRetryable(kind) }
}

function classOfCode(code: unknown): ProviderErrorClass | undefined {
	switch (code) {
		case 'invalid_api_key':
		case 'authentication_error':
			return 'key'
		case 'insufficient_quota':
		case 'billing_hard_limit_reached':
			return 'quota'
		case 'rate_limit_exceeded':
			return 'rate_limit'
		case 'overloaded':
		case 'overloaded_error':
		case 'slow_down':
		case 'server_is_overloaded':
			return 'overload'
		case 'context_length_exceeded':
			return 'too_long'
		case 'content_filter':
		case 'content_policy_violation':
		case 'invalid_prompt':
			return 'content'
		default:
			return undefined
	}
}

function asFailure(error: unknown): ApiFailure | null {
	if (!(error instanceof Error) || !('status' in error) || !('headers' in error)) return null
	const failure = error as ApiFailure
	// A connection error has neither.
	return failure.status === undefined && failure.error === undefined ? null : failure
}

/** True for a 400 that complains about how reasoning was asked for, or about stored reasoning. */
export function refusesReasoning(error: unknown): boolean {
	const failure = asFailure(error)
	return failure?.status === 400 && /reasoning|encrypted[ _]content|summar/i.test(failure.message)
}
