/** The official library's refusal of a request, which is a dump of a schema's issues, as a sentence. Pure. */
import type * as z from 'zod/mini'
import { issueSentence } from '../http/issue-text.ts'

const INVALID_PARAMS = -32_602
const DUMP = /^(?:Invalid tools\/call request: )?(\[.*\])$/s
/** The member of the request that all the others are in. */
const PARAMS = 'params'

/** The code and the message are answered as they are. */
class WrongRequest extends Error {
	readonly code = INVALID_PARAMS
}

/** Around a handler of the library's server: it says which member of the request is wrong. */
export function inSentences<Request, Context, Result>(
	method: string,
	handler: (request: Request, context: Context) => Promise<Result>,
): (request: Request, context: Context) => Promise<Result> {
	return async (request, context) => {
		try {
			return await handler(request, context)
		} catch (error) {
			const [first] = issuesIn(error)
			if (first === undefined) throw error
			const path =
				first.path[0] === PARAMS && first.path.length > 1 ? first.path.slice(1) : first.path
			throw new WrongRequest(`${method}: ${issueSentence({ ...first, path })}`)
		}
	}
}

function issuesIn(error: unknown): readonly z.core.$ZodIssue[] {
	const dump = error instanceof Error ? DUMP.exec(error.message)?.[1] : undefined
	if (dump === undefined) return []
	try {
		return (JSON.parse(dump) as unknown[]).filter(isIssue)
	} catch {
		return []
	}
}

function isIssue(value: unknown): value is z.core.$ZodIssue {
	const { code, path, message } = (value ?? {}) as Record<string, unknown>
	return typeof code === 'string' && Array.isArray(path) && typeof message === 'string'
}
