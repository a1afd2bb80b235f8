/** Requests of the operator of a server. */
import { Problem } from '@fairlead/protocol/http/problem'
import { UserError } from '../platform/user-error.ts'
import { askProven, provenOperatorAgent } from './proven-server.ts'

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
	const asked = {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		timeoutMs: ANSWER_TIMEOUT_MS,
	}
	const agent = provenOperatorAgent({ server, token })
	const { status, text } = await askProven(`${server}/api/operator${path}`, asked, agent)
	if (status === 204) return null
	const json = jsonOf(text)
	if (status >= 200 && status < 300) return json
	const problem = Problem.safeParse(json)
	if (!problem.success)
		throw new UserError(`${server} answered with HTTP ${status}. Check the address.`)
	const { title, detail, issues = [] } = problem.data
	const said = issues.map(({ path, message }) => `\n  ${path}: ${message}`).join('')
	throw new UserError(`${title}${detail === undefined ? '' : ` ${detail}`}${said}`)
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
