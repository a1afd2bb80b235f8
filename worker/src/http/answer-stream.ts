/** A Conversation's stream as an HTTP answer, held open for a client that would not come back to it. */
import { STREAM_HEADER } from '@fairlead/protocol/http'
import type { Env } from '../env.ts'
import { heldFrames } from './held-stream.ts'

/** `query`: see `Conversation.fetch`. */
export async function answerStream(
	env: Env,
	conversationId: string,
	query: Readonly<Record<string, string>>,
	request: Request,
): Promise<Response> {
	const { signal } = request
	// By name for each call: a stub of an object that was reset fails for good.
	const open = (more: Readonly<Record<string, string>>): Promise<Response> =>
		env.CONVERSATION.getByName(conversationId).fetch(
			`https://conversation/stream?${new URLSearchParams({ ...query, ...more })}`,
			{ signal },
		)
	// Passed on as it is: not parsed, not buffered.
	const comesBack = request.headers.get(STREAM_HEADER.name) === STREAM_HEADER.value
	if (comesBack) return open({})
	const first = await open({ hold: '1' })
	if (first.status !== 200) return first
	const frames = heldFrames(first, {
		open: (cursor) => open({ hold: '1', cursor }),
		sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
		now: () => Date.now(),
	})
	const encoder = new TextEncoder()
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const next = await frames.next()
			if (next.done) controller.close()
			else controller.enqueue(encoder.encode(next.value))
		},
		async cancel() {
			await frames.return(undefined)
		},
	})
	return new Response(body, { headers: first.headers })
}
