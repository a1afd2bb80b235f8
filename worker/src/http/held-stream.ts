/**
 * The stream for clients that take its end for the end of the answer, as stock clients of the AI SDK
 * do: held open with SSE comments while the run waits for the editor, taken up again where the
 * Conversation was evicted, and ended with `finish` at a question, which such clients answer by
 * posting the message again.
 */
import { ASKS_FRAME, DONE_FRAME } from '../agent/chunk-log.ts'

/** Proxies close what is silent for a minute. */
const COMMENT_EVERY_MS = 15_000
const COMMENT = ': waiting\n\n'
/** An open stream keeps the Conversation in memory: nobody leaves a page like this open for longer. */
export const MAX_HOLD_MS = 60 * 60_000
/** A Conversation that was reset answers again at once, a deploy takes some seconds. */
const REOPEN_PAUSES_MS = [100, 500, 1_000, 2_000, 4_000, 8_000]
const FRAME_END = '\n\n'
const FRAME_ID = 'id: '

export interface HeldStreamPorts {
	/** The Conversation's stream, held, from behind this cursor on. */
	readonly open: (cursor: string) => Promise<Response>
	readonly sleep: (ms: number) => Promise<void>
	readonly now: () => number
}

/** `first` is the Conversation's answer to begin with. Throws when it cannot be reached any more. */
export async function* heldFrames(
	first: Response,
	{ open, sleep, now }: HeldStreamPorts,
): AsyncGenerator<string> {
	const until = now() + MAX_HOLD_MS
	let cursor: string | null = null
	let response = first
	for (;;) {
		if (!response.body) return
		const frames = wholeFrames(response.body)
		let next = frames.next()
		let silence = sleep(COMMENT_EVERY_MS)
		for (;;) {
			const got = await Promise.race([next.catch(() => 'broken' as const), silence])
			if (got === undefined) {
				if (now() >= until) {
					void frames.return(undefined)
					yield finish('other', cursor)
					return
				}
				silence = sleep(COMMENT_EVERY_MS)
				yield COMMENT
				continue
			}
			if (got === 'broken' || got.done) break
			cursor = lastId(got.value) ?? cursor
			if (got.value.endsWith(ASKS_FRAME)) {
				yield got.value.slice(0, -ASKS_FRAME.length) + finish('tool-calls', cursor)
				return
			}
			yield got.value
			if (got.value.endsWith(DONE_FRAME)) return
			next = frames.next()
		}
		// Without a frame there is nothing to come back to.
		if (cursor === null) return
		response = await reopen(cursor, open, sleep)
	}
}

async function reopen(
	cursor: string,
	open: HeldStreamPorts['open'],
	sleep: HeldStreamPorts['sleep'],
): Promise<Response> {
	for (const pause of REOPEN_PAUSES_MS) {
		await sleep(pause)
		try {
			const response = await open(cursor)
			if (response.status < 500) return response
		} catch {
			// Tried again below.
		}
	}
	return open(cursor)
}

/** Text in pieces of one or more whole frames: half of one must not stand before its repetition. */
async function* wholeFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder()
	let rest = ''
	for await (const bytes of body) {
		rest += decoder.decode(bytes, { stream: true })
		const end = rest.lastIndexOf(FRAME_END)
		if (end < 0) continue
		yield rest.slice(0, end + FRAME_END.length)
		rest = rest.slice(end + FRAME_END.length)
	}
}

/** Of the last frame that has one. No line of a frame but its own begins so: data is one line of JSON. */
function lastId(frames: string): string | null {
	const at = frames.lastIndexOf(`\n${FRAME_ID}`)
	const from = at >= 0 ? at + 1 : frames.startsWith(FRAME_ID) ? 0 : -1
	return from < 0 ? null : frames.slice(from + FRAME_ID.length, frames.indexOf('\n', from))
}

const finish = (finishReason: 'tool-calls' | 'other', cursor: string | null): string => {
	const messageMetadata = cursor === null ? {} : { cursor }
	return `data: ${JSON.stringify({ type: 'finish', finishReason, messageMetadata })}\n\n${DONE_FRAME}`
}
