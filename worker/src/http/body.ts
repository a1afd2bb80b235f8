/**
 * Reading a request body within a bound. Not Hono's `body-limit`: for a body without a
 * length it reads everything before authentication, and copies it again.
 */
import * as z from 'zod'
import { isTooDeep, MAX_JSON_DEPTH } from '../json-depth.ts'
import { HttpProblem, issuesOf } from './problem.ts'
import type { BodyType } from './route.ts'

export const DEFAULT_MAX_BODY_BYTES = 64 * 1024

/** Reads at most `maxBytes`; never buffers more than one chunk beyond it. */
export async function readBytes(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
	const tooLarge = () =>
		new HttpProblem('too_large', `The request is larger than ${Math.floor(maxBytes / 1024)} KiB.`, {
			detail: 'Send less at once, or attach smaller images.',
		})
	if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
	if (!request.body) return new Uint8Array()
	const chunks: Uint8Array[] = []
	let length = 0
	for await (const chunk of request.body as ReadableStream<Uint8Array>) {
		length += chunk.byteLength
		if (length > maxBytes) throw tooLarge()
		chunks.push(chunk)
	}
	const bytes = new Uint8Array(length)
	let at = 0
	for (const chunk of chunks) {
		bytes.set(chunk, at)
		at += chunk.byteLength
	}
	return bytes
}

const MEDIA_TYPES: Record<BodyType, { readonly name: string; readonly type: string }> = {
	json: { name: 'JSON', type: 'application/json' },
	form: { name: 'a form', type: 'application/x-www-form-urlencoded' },
}

function parseJson(text: string): unknown {
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		throw new HttpProblem('invalid_request', 'The request body is not valid JSON.')
	}
	if (isTooDeep(json)) {
		throw new HttpProblem('invalid_request', 'The request body is nested too deeply.', {
			detail: `Nest lists and objects at most ${MAX_JSON_DEPTH} levels deep.`,
		})
	}
	return json
}

/**
 * Each field once: of two values, one program reads the first and another the last (RFC 6749, 3.1 and 3.2).
 *
 * @throws {HttpProblem}
 */
export function onceEach(fields: URLSearchParams): Record<string, string> {
	const names = [...fields.keys()]
	const twice = names.find((name, at) => names.indexOf(name) !== at)
	if (twice === undefined) return Object.fromEntries(fields)
	throw new HttpProblem('invalid_request', 'The request names a parameter twice.', {
		detail: `Send "${twice.slice(0, 100)}" once.`,
	})
}

/** The body, checked. An empty one counts as `{}`. */
export async function readBody<S extends z.core.$ZodType>(
	request: Request,
	schema: S,
	{ type, maxBytes }: { readonly type: BodyType; readonly maxBytes: number },
): Promise<z.output<S>> {
	const given = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	const text = new TextDecoder().decode(await readBytes(request, maxBytes))
	const wanted = MEDIA_TYPES[type]
	if (text !== '' && given !== wanted.type) {
		throw new HttpProblem('invalid_request', `The request body must be ${wanted.name}.`, {
			detail: `Send it with the header "content-type: ${wanted.type}".`,
		})
	}
	const read = type === 'json' ? parseJson : (form: string) => onceEach(new URLSearchParams(form))
	const parsed = z.safeParse(schema, text === '' ? {} : read(text))
	if (parsed.success) return parsed.data
	throw new HttpProblem('invalid_request', 'The request is not valid.', {
		detail: 'Fix the problems listed in "issues", then send it again.',
		issues: issuesOf(parsed.error),
	})
}
