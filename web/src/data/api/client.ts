import * as z from 'zod/mini'
import { takeEarly } from '../early-reads.ts'
import { ApiError, offlineError, problemOf } from './problem.ts'

interface RequestOptions {
	readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	readonly body?: unknown
	readonly signal?: AbortSignal
}

async function send(path: string, options: RequestOptions): Promise<Response> {
	const method = options.method ?? 'GET'
	const init: RequestInit = {
		method,
		credentials: 'same-origin',
		headers: {
			accept: 'application/json',
			...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
		...(options.signal ? { signal: options.signal } : {}),
	}
	let response: Response
	try {
		response = await ((method === 'GET' ? takeEarly(path) : undefined) ?? fetch(path, init))
	} catch (error) {
		if (options.signal?.aborted) throw error
		throw offlineError()
	}
	if (!response.ok) throw await problemOf(response)
	return response
}

/**
 * One JSON request of `/api`. The answer is checked against `schema`.
 * @throws ApiError for every failure; an aborted request throws the signal's reason.
 */
export async function api<S extends z.core.$ZodType>(
	schema: S,
	path: string,
	options: RequestOptions = {},
): Promise<z.infer<S>> {
	const response = await send(path, options)
	const parsed = z.safeParse(schema, await response.json().catch(() => null))
	if (parsed.success) return parsed.data
	throw new ApiError('bad_answer', 'This page cannot read the server’s response.', {
		status: response.status,
		detail: 'It may be older than the server. Reload it.',
	})
}

/** The bytes of an answer that is not JSON. */
export const apiBlob = async (path: string): Promise<Blob> => (await send(path, {})).blob()

/** The same where the answer's body does not matter. */
export async function apiDone(path: string, options: RequestOptions): Promise<void> {
	await send(path, options)
}
