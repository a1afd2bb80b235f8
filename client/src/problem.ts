/** A refusal or failure of the server, as it describes it (RFC 9457). */

export interface Problem {
	/** Stable, for programs. */
	readonly code: string
	/** The error in one sentence, for people. */
	readonly title: string
	/** The next thing to do. */
	readonly detail?: string
	readonly requestId?: string
}

export class FairleadError extends Error implements Problem {
	override readonly name = 'FairleadError'
	readonly code: string
	readonly title: string
	readonly detail?: string
	readonly requestId?: string
	/** The status of the HTTP answer; 0: there was none. */
	readonly status: number
	/** Seconds to wait before another try, if the server said so. */
	readonly retryAfter?: number

	constructor(problem: Problem, status: number, retryAfter?: number) {
		super([problem.title, problem.detail].filter(Boolean).join(' '))
		this.code = problem.code
		this.title = problem.title
		this.status = status
		if (problem.detail !== undefined) this.detail = problem.detail
		if (problem.requestId !== undefined) this.requestId = problem.requestId
		if (retryAfter !== undefined) this.retryAfter = retryAfter
	}
}

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

/** The error of an answer that is not ok. A proxy in between may answer with something else than a problem. */
export async function errorOf(answer: Response): Promise<FairleadError> {
	const body: unknown = await answer.json().catch(() => null)
	const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
	const detail = textOf(fields['detail'])
	const requestId = textOf(fields['requestId'])
	const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
	return new FairleadError(
		{
			code: textOf(fields['code']) ?? 'unknown',
			title: textOf(fields['title']) ?? `The server answered with ${answer.status}.`,
			...(detail === undefined ? {} : { detail }),
			...(requestId === undefined ? {} : { requestId }),
		},
		answer.status,
		Number.isFinite(seconds) ? seconds : undefined,
	)
}
