/** Why a server could not be used: told apart by what a person or the model can do about it. */
import { AddressRefused, AnswerTooLarge } from './guarded-fetch.ts'

/**
 * address: it may not be asked · sign_in: it refuses the credentials · unreachable: no answer, or an HTTP error ·
 * session: it has forgotten the session, and did nothing · late · too_large · refused: an error in the protocol's form ·
 * not_mcp: its answer does not follow the protocol · cancelled.
 */
export type FailureKind =
	| 'address'
	| 'sign_in'
	| 'unreachable'
	| 'session'
	| 'late'
	| 'too_large'
	| 'refused'
	| 'not_mcp'
	| 'cancelled'

export interface Failure {
	readonly kind: FailureKind
	/** The reason for people and the model, without words of the server. */
	readonly reason: string
	/** True if the server cannot have acted on the request. */
	readonly unsent: boolean
	/** The server's own words. */
	readonly said?: string
	/** The JSON-RPC code of `refused`. */
	readonly code?: number
}

const INVALID_PARAMS = -32_602

/** @param error what the official client, or `fetch`, has thrown */
export async function failureOf(error: unknown, aborted: boolean): Promise<Failure> {
	const sdk = await import('@modelcontextprotocol/client')
	const own = causeOf(error, AddressRefused)
	if (own) return { kind: 'address', reason: own.message, unsent: true }
	if (causeOf(error, AnswerTooLarge)) {
		return { kind: 'too_large', reason: 'Its answer is larger than 8 MB.', unsent: false }
	}
	if (error instanceof sdk.UnauthorizedError || error instanceof sdk.OAuthError) return SIGN_IN
	if (aborted) return { kind: 'cancelled', reason: 'It was cancelled.', unsent: false }
	if (error instanceof sdk.SdkHttpError) return ofStatus(error.status)
	if (error instanceof sdk.SdkError) {
		switch (error.code) {
			case sdk.SdkErrorCode.RequestTimeout:
				return { kind: 'late', reason: 'It did not answer in time.', unsent: false }
			case sdk.SdkErrorCode.ClientHttpAuthentication:
			case sdk.SdkErrorCode.ClientHttpForbidden:
				return SIGN_IN
			case sdk.SdkErrorCode.ConnectionClosed:
			case sdk.SdkErrorCode.SendFailed:
				return { kind: 'unreachable', reason: 'It closed the connection.', unsent: false }
			case sdk.SdkErrorCode.EraNegotiationFailed:
				// The client wraps whatever ended its first request.
				return error.cause instanceof Error ? failureOf(error.cause, aborted) : NOT_MCP
			default:
				return NOT_MCP
		}
	}
	if (error instanceof sdk.ProtocolError) {
		const { code, message } = error
		const reason = code === INVALID_PARAMS ? 'It refused the arguments.' : 'It refused the request.'
		return { kind: 'refused', reason, unsent: false, said: message, code }
	}
	if (error instanceof SyntaxError || (error as Error | null)?.name === 'ZodError') return NOT_MCP
	return { kind: 'unreachable', reason: 'It could not be reached.', unsent: false }
}

const SIGN_IN: Failure = {
	kind: 'sign_in',
	reason: 'It refuses the credentials that Fairlead has.',
	unsent: true,
}
const NOT_MCP: Failure = {
	kind: 'not_mcp',
	reason: 'Its answer does not follow the protocol.',
	unsent: false,
}

function ofStatus(status: number): Failure {
	if (status === 401 || status === 403) return SIGN_IN
	if (status === 404) {
		return { kind: 'session', reason: 'It answered with HTTP status 404.', unsent: true }
	}
	if (status >= 300 && status < 400) {
		const reason = 'It redirects to another address. Enter that one instead.'
		return { kind: 'address', reason, unsent: true }
	}
	const reason = `It answered with HTTP status ${status}.`
	return { kind: 'unreachable', reason, unsent: status === 429 || status === 503 }
}

/** An error of ours, also if it is the cause of one of the client's. */
function causeOf<E extends Error>(error: unknown, kind: new () => E): E | null {
	let one: unknown = error
	for (let depth = 0; depth < 5 && one instanceof Error; depth++) {
		if (one instanceof kind) return one
		one = one.cause
	}
	return null
}
