/** Requests of the operator of a server. */
import { Problem } from '@fairlead/protocol/http/problem'
import { UserError } from '../platform/user-error.ts'

const ANSWER_TIMEOUT_MS = 60_000

export interface OperatorAccess {
	readonly server: string
	readonly token: string
}

interface Asked {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
	/** The path below `/api/operator`. */
	readonly path: string
	readonly body?: object
}

/** Returns null for an answer without a body. @throws {UserError} for a refusal, with what to do next */
export async function askAsOperator(
	{ server, token }: OperatorAccess,
	{ method, path, body }: Asked,
): Promise<unknown> {
	const answer = await fetch(`${server}/api/operator${path}`, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		redirect: 'error',
		signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
	})
	if (answer.status === 204) return null
	const json: unknown = await answer.json().catch(() => null)
	if (answer.ok) return json
	const problem = Problem.safeParse(json)
	if (!problem.success)
		throw new UserError(`${server} answered with HTTP ${answer.status}. Check the address.`)
	const { title, detail, issues = [] } = problem.data
	const said = issues.map(({ path, message }) => `\n  ${path}: ${message}`).join('')
	throw new UserError(`${title}${detail === undefined ? '' : ` ${detail}`}${said}`)
}
