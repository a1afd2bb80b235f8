/**
 * The stream for clients that take its end for the end of the answer, as stock clients of the AI SDK
 * do: held open with SSE comments while the run waits for the editor, taken up again where the
 * Conversation was evicted, and ended with `finish` at a question, which such clients answer by
 * posting the message again.
 */
import { ASKS_FRAME, DONE_FRAME } from '../ports/stream.ts'

/** Proxies close what is silent for a minute. */
const COMMENT_EVERY_MS = 15_000
/** An open stream keeps the Conversation in memory: nobody leaves a page like this open for longer. */
export const MAX_HOLD_MS = 60 * 60_000
/** A Conversation that was reset answers again at once, a deploy takes some seconds. */
const REOPEN_PAUSES_MS = [100, 500, 1_000, 2_000, 4_000, 8_000]
const FRAME_ID = 'id: '

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const COMMENT = encoder.encode(': waiting\n\n')
const ASKS = encoder.encode(ASKS_FRAME)
const DONE = encoder.encode(DONE_FRAME)
/** Run frames start with their cursor; a stream cannot resume from a frame without one. */
const FRAME_ID_BYTE = FRAME_ID.charCodeAt(0)
const LINE_FEED = 10

export interface HeldStreamPorts {
	/** The Conversation's stream, held, from behind this cursor on. */
	readonly open: (cursor: string) => Promise<Response>
	readonly sleep: (ms: number) => Promise<void>
	readonly now: () => number
	/** When the right of the one who reads ends, Unix milliseconds: an open stream must not outlast it. */
	readonly endsAt: number
}

/** `first` is the Conversation's answer to begin with. Throws when it cannot be reached any more. */
export async function* heldFrames(
	first: Response,
	{ open, sleep, now, endsAt }: HeldStreamPorts,
): AsyncGenerator<Uint8Array> {
	const until = now() + MAX_HOLD_MS
	const quiet = (): Promise<void> => sleep(Math.max(0, Math.min(COMMENT_EVERY_MS, endsAt - now())))
	/** The newest piece that has a cursor: it is looked for only where somebody wants to know. */
	let newest: Uint8Array | null = null
	let response = first
	for (;;) {
		// Another run has begun, or the right to read this has ended.
		if (!response.body || response.status !== 200) return
		const frames = wholeFrames(response.body)
		let next = frames.next()
		let silence = quiet()
		for (;;) {
			const got = await Promise.race([next.catch(() => 'broken' as const), silence])
			if (got === undefined) {
				// Without its end: it was not the end of the answer.
				if (now() >= endsAt) {
					void frames.return(undefined)
					return
				}
				if (now() >= until) {
					void frames.return(undefined)
					yield finish('other', newest)
					return
				}
				silence = quiet()
				yield COMMENT
				continue
			}
			if (got === 'broken' || got.done) break
			const piece = got.value
			if (piece.at(0) === FRAME_ID_BYTE) newest = piece
			if (endsWith(piece, ASKS)) {
				if (piece.length > ASKS.length) yield piece.subarray(0, -ASKS.length)
				yield finish('tool-calls', newest)
				return
			}
			yield piece
			if (endsWith(piece, DONE)) return
			next = frames.next()
		}
		const cursor = cursorOf(newest)
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

/**
 * Pieces of one or more whole frames: half of one must not stand before its repetition. They nearly
 * always come so, and are passed on as they are: a hundred people may look on, forty times a second.
 */
async function* wholeFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
	let rest: Uint8Array | null = null
	for await (const bytes of body) {
		const all: Uint8Array = rest === null ? bytes : concat(rest, bytes)
		const end = endOfFrames(all)
		rest = end < all.length ? all.subarray(end) : null
		if (end > 0) yield end < all.length ? all.subarray(0, end) : all
	}
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
	const both = new Uint8Array(a.length + b.length)
	both.set(a)
	both.set(b, a.length)
	return both
}

/** Behind the last blank line. */
function endOfFrames(bytes: Uint8Array): number {
	for (let at = bytes.length; at >= 2; at--) {
		if (bytes[at - 1] === LINE_FEED && bytes[at - 2] === LINE_FEED) return at
	}
	return 0
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
	const from = bytes.length - end.length
	return from >= 0 && end.every((byte, i) => bytes[from + i] === byte)
}

/** Of the last frame that has one. No line of a frame but its own begins so: data is one line of JSON. */
function cursorOf(piece: Uint8Array | null): string | null {
	const frames = piece === null ? '' : decoder.decode(piece)
	const at = frames.lastIndexOf(`\n${FRAME_ID}`)
	const from = at >= 0 ? at + 1 : frames.startsWith(FRAME_ID) ? 0 : -1
	return from < 0 ? null : frames.slice(from + FRAME_ID.length, frames.indexOf('\n', from))
}

function finish(finishReason: 'tool-calls' | 'other', newest: Uint8Array | null): Uint8Array {
	const cursor = cursorOf(newest)
	const messageMetadata = cursor === null ? {} : { cursor }
	const chunk = { type: 'finish', finishReason, messageMetadata }
	return encoder.encode(`data: ${JSON.stringify(chunk)}\n\n${DONE_FRAME}`)
}
