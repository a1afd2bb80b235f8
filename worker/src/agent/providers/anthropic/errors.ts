/** Turns errors of the SDK into {@link ProviderError}. */
import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk'
import type { ProviderError, ProviderErrorClass } from '../../model/types.ts'
import { retryAfter } from '../retry-after.ts'

export const CUT_STREAM: ProviderError = {
	class: 'network',
	message: 'The stream ended before message_stop.',
	retryable: true,
}

/** Never throws. `nowMs` turns a date in `retry-after` into a duration. */
export function classifyError(error: unknown, nowMs: number): ProviderError {
	if (error instanceof APIUserAbortError) {
		return { class: 'network', message: 'The request was cancelled.', retryable: false }
	}
	if (error instanceof APIConnectionError) {
		return { class: 'network', message: describe(error), retryable: true }
	}
	if (error instanceof APIError) {
		const kind = classOf(error)
		const wanted = header(error.headers, 'x-should-retry')
		const retryAfterMs = retryAfter(error.headers, nowMs)
		return {
			class: kind,
			message: error.message,
			retryable: RETRYABLE.has(kind) && wanted !== 'false',
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		}
	}
	// A line of the stream that is not JSON, or a reset socket: the connection's fault.
	return { class: 'network', message: describe(error), retryable: true }
}

const RETRYABLE: ReadonlySet<ProviderErrorClass> = new Set(['rate_limit', 'overload', 'network'])

const BILLING =
	/credit balance|billing|insufficient (funds|credit)|usage limits?|spend limit|quota/i
const TOO_LONG =
	/prompt is too long|exceeds? (the )?(maximum )?context|context (window|limit|length)|too many (input )?tokens|request_too_large/i
const CONTENT = /content filter|content policy|usage polic/i

function classOf(error: APIError): ProviderErrorClass {
	const said = error.message
	switch (error.type) {
		case 'authentication_error':
		case 'permission_error':
			return 'key'
		case 'billing_error':
			return 'quota'
		case 'overloaded_error':
		case 'api_error':
			return 'overload'
		case 'timeout_error':
			return 'network'
		case 'rate_limit_error':
			return BILLING.test(said) ? 'quota' : 'rate_limit'
		default:
			break
	}
	switch (error.status) {
		case 401:
		case 403:
			return 'key'
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
	if (error.status !== undefined && error.status >= 500) return 'overload'
	if (TOO_LONG.test(said)) return 'too_long'
	if (BILLING.test(said)) return 'quota'
	if (CONTENT.test(said)) return 'content'
	return 'invalid'
}

const header = (headers: Headers | undefined, name: string): string | undefined =>
	headers?.get(name) ?? undefined

/** The messages of an error and its causes: `fetch failed` alone does not help. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

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
