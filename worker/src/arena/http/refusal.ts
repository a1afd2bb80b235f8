/** Refusals of the arena's API: `{error, details?}` with a status. */
import type { ArenaError } from '@fairlead/protocol/arena/arena'

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503

export class Refusal extends Error {
	readonly status: RefusalStatus
	readonly details: readonly string[] | undefined
	readonly headers: Readonly<Record<string, string>>

	constructor(
		status: RefusalStatus,
		error: string,
		more: {
			readonly details?: readonly string[]
			readonly headers?: Readonly<Record<string, string>>
		} = {},
	) {
		super(error)
		this.status = status
		this.details = more.details
		this.headers = more.headers ?? {}
	}

	toResponse(): Response {
		const body: ArenaError = {
			error: this.message,
			...(this.details ? { details: [...this.details] } : {}),
		}
		return Response.json(body, { status: this.status, headers: this.headers })
	}
}

export const notFound = (what: string): Refusal =>
	new Refusal(404, `This ${what} was not found. Check its id.`)
