import { Problem, type ProblemCode } from '@fairlead/protocol/http/problem'

/** The ways in which a request can fail. `offline` never reached the server. */
export type ApiErrorCode = ProblemCode | 'offline' | 'bad_answer'

/** A failed request in the user's words: what happened, and what to do next. */
export class ApiError extends Error {
	override readonly name = 'ApiError'
	readonly code: ApiErrorCode
	/** HTTP status; 0 when no answer came. */
	readonly status: number
	readonly detail: string | undefined
	readonly requestId: string | undefined
	/** Errors in the request's body, by JSON pointer. */
	readonly issues: NonNullable<Problem['issues']>

	constructor(
		code: ApiErrorCode,
		title: string,
		more: {
			status?: number
			detail?: string | undefined
			requestId?: string | undefined
			issues?: Problem['issues']
		} = {},
	) {
		super(title)
		this.code = code
		this.status = more.status ?? 0
		this.detail = more.detail
		this.requestId = more.requestId
		this.issues = more.issues ?? []
	}
}

export const offlineError = (): ApiError =>
	new ApiError('offline', 'The server cannot be reached.', {
		detail: 'Check your connection. Nothing you typed is lost.',
	})

/** Reads a failed response. Never throws: an answer that is not a problem document gets a plain sentence. */
export async function problemOf(response: Response): Promise<ApiError> {
	const status = response.status
	const parsed = Problem.safeParse(await response.json().catch(() => null))
	if (!parsed.success) {
		return new ApiError('bad_answer', `The server responded with status ${status}.`, {
			status,
			detail: 'Reload the page. If this keeps happening, check the server log.',
		})
	}
	const { title, code, detail, issues, requestId } = parsed.data
	const more = { status, detail: detail ?? issues?.[0]?.message, requestId, issues }
	return new ApiError(code, title, more)
}

/** Anything thrown, as an {@link ApiError}. */
export function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error
	if (error instanceof TypeError) return offlineError()
	return new ApiError('internal', 'Something went wrong on this page.', {
		detail: error instanceof Error ? error.message : undefined,
	})
}
