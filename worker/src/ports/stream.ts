/**
 * How the HTTP routes ask a Conversation for its stream, and tell it who will read it. The object is
 * reachable through its binding only, so the contents of this request were checked by `http/access.ts`.
 */
import type { Admitted } from '../access/rights-change.ts'

const HEADER = 'x-fairlead-reader'

/** A fresh request: nothing that the client sent reaches the object. `query`: see `Conversation.fetch`. */
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

/** The frame that ends a finished stream, as the AI SDK expects it. */
export const DONE_FRAME = 'data: [DONE]\n\n'
/** Tells the holder of a held stream why it ends: a comment that is not passed to clients. */
export const ASKS_FRAME = ': asks\n\n'
