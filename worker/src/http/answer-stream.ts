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
	// A native pipe: a stream of our own making costs the process three times as much per frame.
	const { readable, writable } = new IdentityTransformStream()
	void pump(frames, writable.getWriter())
	return new Response(readable, { headers: first.headers })
}

async function pump(
	frames: AsyncGenerator<Uint8Array>,
	writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
	try {
		for await (const piece of frames) await writer.write(piece)
		await writer.close()
	} catch (error) {
		// The client has gone, or the Conversation cannot be reached any more: a stream without its end.
		await writer.abort(error).catch(() => undefined)
	}
}
