/**
 * Reading a JSON request body within a bound. Not Hono's `body-limit`: for a body without a
 * length it reads everything before authentication, and copies it again.
 */
import type * as z from 'zod'
import { HttpProblem, issuesOf } from './problem.ts'

export const DEFAULT_MAX_BODY_BYTES = 64 * 1024

/** A message of the AI SDK has about six levels. Much deeper nesting overflows the stack of recursive code. */
const MAX_DEPTH = 64

/** Whether lists and objects are nested more deeply. Without recursion, for the same reason. */
function isTooDeep(json: unknown): boolean {
	let level: unknown[] = [json]
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > MAX_DEPTH) return true
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? Object.values(value) : [],
		)
	}
	return false
}

/** Reads at most `maxBytes`; never buffers more than one chunk beyond it. */
async function readText(request: Request, maxBytes: number): Promise<string> {
	const tooLarge = () =>
		new HttpProblem('too_large', `The request is larger than ${Math.floor(maxBytes / 1024)} KiB.`, {
			detail: 'Send less at once, or attach smaller images.',
		})
	if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
	if (!request.body) return ''
	const decoder = new TextDecoder()
	let text = ''
	let bytes = 0
	for await (const chunk of request.body as ReadableStream<Uint8Array>) {
		bytes += chunk.byteLength
		if (bytes > maxBytes) throw tooLarge()
		text += decoder.decode(chunk, { stream: true })
	}
	return text + decoder.decode()
}

/** The body, checked. An empty one counts as `{}`. */
export async function readBody<S extends z.ZodType>(
	request: Request,
	schema: S,
	maxBytes: number,
): Promise<z.output<S>> {
	const type = request.headers.get('content-type') ?? ''
	const text = await readText(request, maxBytes)
	if (text !== '' && !/^application\/json\s*(;|$)/i.test(type)) {
		throw new HttpProblem('invalid_request', 'The request body must be JSON.', {
			detail: 'Send it with the header "content-type: application/json".',
		})
	}
	let json: unknown
	try {
		json = text === '' ? {} : JSON.parse(text)
	} catch {
		throw new HttpProblem('invalid_request', 'The request body is not valid JSON.')
	}
	if (isTooDeep(json)) {
		throw new HttpProblem('invalid_request', 'The request body is nested too deeply.', {
			detail: `Nest lists and objects at most ${MAX_DEPTH} levels deep.`,
		})
	}
	const parsed = schema.safeParse(json)
	if (parsed.success) return parsed.data
	throw new HttpProblem('invalid_request', 'The request is not valid.', {
		detail: 'Fix the problems listed in "issues", then send it again.',
		issues: issuesOf(parsed.error),
	})
}
