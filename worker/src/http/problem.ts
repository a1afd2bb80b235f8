/** Errors as RFC 9457 problems. Throw {@link HttpProblem} anywhere below a route. */
import { issueText } from '@fairlead/protocol/http/issue-text'
import type { Problem, ProblemCode } from '@fairlead/protocol/http/problem'
import type * as z from 'zod'

/** The status of every code; a code always has the same. */
const STATUS: Record<ProblemCode, number> = {
	invalid_request: 400,
	unauthenticated: 401,
	forbidden: 403,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 409,
	run_active: 409,
	queue_full: 409,
	revert_active: 409,
	nothing_to_revert: 409,
	too_large: 413,
	rate_limited: 429,
	setup_token_invalid: 401,
	setup_disabled: 403,
	sign_in_disabled: 403,
	sign_up_closed: 403,
	sign_in_link_invalid: 401,
	passkey_invalid: 401,
	last_way_in: 409,
	fresh_sign_in_needed: 403,
	provider_not_configured: 409,
	unknown_model: 400,
	model_key_missing: 409,
	key_refused: 409,
	key_without_credit: 409,
	keys_not_stored: 409,
	suspended: 403,
	operator_disabled: 403,
	quota_used_up: 429,
	quota_full: 409,
	budget_exceeded: 429,
	budget_no_price: 409,
	upgrade_required: 426,
	room_full: 503,
	share_used_up: 403,
	unavailable: 503,
	internal: 500,
}

interface More {
	/** The next thing to do. */
	readonly detail?: string
	readonly issues?: Problem['issues']
	readonly quota?: Problem['quota']
	readonly headers?: Readonly<Record<string, string>>
}

export class HttpProblem extends Error {
	readonly code: ProblemCode
	readonly more: More

	/** `title` says what happened, in the user's words. */
	constructor(code: ProblemCode, title: string, more: More = {}) {
		super(title)
		this.name = 'HttpProblem'
		this.code = code
		this.more = more
	}

	toResponse(requestId: string): Response {
		const { detail, issues, quota, headers } = this.more
		const body: Problem = {
			type: `urn:fairlead:problem:${this.code}`,
			title: this.message,
			status: STATUS[this.code],
			code: this.code,
			...(detail === undefined ? {} : { detail }),
			...(issues === undefined ? {} : { issues }),
			...(quota === undefined ? {} : { quota }),
			requestId,
		}
		return new Response(JSON.stringify(body), {
			status: STATUS[this.code],
			headers: { ...headers, 'content-type': 'application/problem+json' },
		})
	}
}

/** The places and reasons of a schema's rejection, as JSON pointers and texts. */
export function issuesOf(error: z.core.$ZodError): NonNullable<Problem['issues']> {
	return error.issues.map((issue) => ({
		path: issue.path
			.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
			.join(''),
		message: issueText(issue),
	}))
}

/** Nothing of an unexpected error but the request's id leaves the Worker. */
export const internalProblem = (): HttpProblem =>
	new HttpProblem('internal', 'Something went wrong on the server.', {
		detail:
			'Try again. If it keeps happening, report the request id to the administrator of this server.',
	})

/** Passing errors: caused by a deploy, an overload or an unavailable database. */
export const unavailableProblem = (): HttpProblem =>
	new HttpProblem('unavailable', 'The server is temporarily unavailable.', {
		detail: "Try again in a moment. The agent's work continues.",
		headers: { 'retry-after': '2' },
	})

/**
 * The disk of the server's machine is full. An object's storage says so; of D1, workerd tells only its log (the sum of
 * its errors is "internal error").
 */
export const diskFullProblem = (): HttpProblem =>
	new HttpProblem('unavailable', 'The disk of the server is full.', {
		detail:
			'Ask its administrator to free space; work continues then. Nothing that was accepted is lost.',
		headers: { 'retry-after': '30' },
	})

/** Recognizes SQLite's words in an error of any object. */
export function isDiskFull(error: unknown): boolean {
	for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
		if (/SQLITE_FULL|database or disk is full/.test(at.message)) return true
	}
	return false
}

/** The problem that a person reads after an error that no route expected. */
export function problemOfUnexpected(error: unknown): HttpProblem {
	if (isDiskFull(error)) return diskFullProblem()
	return isPassing(error) ? unavailableProblem() : internalProblem()
}

/** Whether an error says that trying again later helps. Looks at its causes, too. */
export function isPassing(error: unknown): boolean {
	for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
		const { retryable, overloaded, durableObjectReset } = at as Error & Record<string, unknown>
		if (retryable === true || overloaded === true || durableObjectReset === true) return true
		if (/\bD1_/.test(at.message)) return true
	}
	return false
}

/** The resource is visible to the caller, but this is not permitted. */
export const forbidden = (): HttpProblem =>
	new HttpProblem(
		'forbidden',
		'You can view this project, but you do not have permission to do this.',
		{ detail: 'Ask an owner of the project for a role with this permission.' },
	)

/** The operator of this server has suspended the person, or the project. */
export const suspended = ({
	of,
	reason,
}: {
	readonly of: 'account' | 'project'
	readonly reason: string
}): HttpProblem =>
	new HttpProblem(
		'suspended',
		of === 'account' ? 'Your account is suspended.' : 'This project is suspended.',
		{
			detail: `${reason === '' ? '' : `Reason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'} `}Ask the operator of this server. Nothing was deleted.`,
		},
	)

/** A trial asks for something that needs an account. */
export const needsAccount = (): HttpProblem =>
	new HttpProblem('forbidden', 'This needs an account.', {
		detail: 'Sign in first. Everything you have made here stays.',
	})

/** The right ended between its check and the opening of the connection. */
export const justEnded = (): HttpProblem =>
	new HttpProblem('unauthenticated', 'Your access has just changed.', {
		detail: 'Try again; sign in again if that is asked for.',
	})

export const notFound = (what: string): HttpProblem =>
	new HttpProblem('not_found', `This ${what} was not found.`, {
		detail: 'It may have been deleted, or you are not a member of its project.',
	})
