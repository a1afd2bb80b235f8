/** Turns errors of the SDK into {@link ProviderError}. */
import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk'
import type { ProviderError, ProviderErrorClass } from '../../model/types.ts'
import { classOfStatus, isRetryable, networkError } from '../failures.ts'
import { retryAfter } from '../retry-after.ts'

/** Never throws. `nowMs` turns a date in `retry-after` into a duration. */
export function classifyError(error: unknown, nowMs: number): ProviderError {
	if (error instanceof APIUserAbortError) {
		return { class: 'network', message: 'The request was cancelled.', retryable: false }
	}
	if (error instanceof APIConnectionError) {
		return networkError(error)
	}
	if (error instanceof APIError) {
		const kind = classOf(error)
		const wanted = header(error.headers, 'x-should-retry')
		const retryAfterMs = retryAfter(error.headers, nowMs)
		return {
			class: kind,
			message: error.message,
			retryable: isRetryable(kind) && wanted !== 'false',
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		}
	}
	return networkError(error)
}

function classOf(error: APIError): ProviderErrorClass {
	const said = error.message
	switch (error.type) {
		case 'authentication_error':
		case 'permission_error':
			return 'key'
		case 'billing_error':
			return 'quota'
		case 'overloaded_error':
			return 'overload'
		case 'api_error':
			// Inside a stream it has no status.
			return classOfStatus(error.status ?? 500, said)
		case 'timeout_error':
			return 'network'
		case 'rate_limit_error':
			return classOfStatus(429, said)
		default:
			break
	}
	return classOfStatus(error.status, said)
}

const header = (headers: Headers | undefined, name: string): string | undefined =>
	headers?.get(name) ?? undefined

/** True for a 400 that complains about the thinking configuration and nothing else. */
export function refusesThinking(error: unknown): boolean {
	return (
		error instanceof APIError &&
		error.status === 400 &&
		/thinking/i.test(error.message) &&
		/not supported|does not support|unsupported|does not match any of the expected tags|extra inputs|expected `?thinking|unexpected|unknown/i.test(
			error.message,
		)
	)
}
