/**
 * How the HTTP routes ask a Conversation for its stream, and tell it who is going to read it. The object is
 * reachable through its binding only, so what stands in this request was checked by `http/access.ts`.
 */
import type { Admitted } from '../access/rights-change.ts'

const HEADER = 'x-fairlead-reader'

/** A fresh request: nothing that the client sent gets into the object. `query`: see `Conversation.fetch`. */
export function streamRequest(
	query: Readonly<Record<string, string>>,
	reader: Admitted,
	signal?: AbortSignal,
): Request {
	return new Request(`https://conversation/stream?${new URLSearchParams(query)}`, {
		headers: { [HEADER]: encodeURIComponent(JSON.stringify(reader)) },
		...(signal ? { signal } : {}),
	})
}

export function readerOf(request: Request): Admitted {
	const text = request.headers.get(HEADER)
	if (text === null) throw new Error('a request without a reader reached a conversation')
	return JSON.parse(decodeURIComponent(text)) as Admitted
}
