/**
 * The stream for clients that treat its end as the end of the answer, as stock clients of the AI SDK
 * do: held open with SSE comments while the run waits for the editor, resumed when the
 * Conversation was evicted, and ended with `finish` at an approval request, which such clients answer by
 * posting the message again.
 */
import { ASKS_FRAME, DONE_FRAME } from '../../ports/stream.ts'

/** Proxies close streams that are silent for a minute. */
const COMMENT_EVERY_MS = 15_000
/** An open stream keeps the Conversation in memory, so its time is limited. */
export const MAX_HOLD_MS = 60 * 60_000
/** A reset Conversation answers again at once; a deploy takes some seconds. */
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

export interface KeepaliveStreamPorts {
	/** The Conversation's stream after this cursor, held open. */
	readonly open: (cursor: string) => Promise<Response>
	readonly sleep: (ms: number) => Promise<void>
	readonly now: () => number
	/** When the reader's right ends, Unix milliseconds: an open stream must not outlast it. */
	readonly endsAt: number
}

/** `first` is the Conversation's first answer. Throws when the Conversation is no longer reachable. */
export async function* heldFrames(
	first: Response,
	{ open, sleep, now, endsAt }: KeepaliveStreamPorts,
): AsyncGenerator<Uint8Array> {
	const until = now() + MAX_HOLD_MS
	const quiet = (): Promise<void> => sleep(Math.max(0, Math.min(COMMENT_EVERY_MS, endsAt - now())))
	/** The newest piece with a cursor, which is parsed only when needed. */
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
				// Without the final frame: it was not the end of the answer.
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
		// Without a frame there is no cursor to resume from.
		if (cursor === null) return
		response = await reopen(cursor, open, sleep)
	}
}

async function reopen(
	cursor: string,
	open: KeepaliveStreamPorts['open'],
	sleep: KeepaliveStreamPorts['sleep'],
): Promise<Response> {
	for (const pause of REOPEN_PAUSES_MS) {
		await sleep(pause)
		try {
			const response = await open(cursor)
			if (response.status < 500) return response
		} catch {
			// Retried below.
		}
	}
	return open(cursor)
}

/**
 * Pieces of one or more whole frames: half a frame must not precede its repetition. Pieces nearly
 * always arrive whole and are passed on unchanged: a hundred viewers may get forty a second.
 */
export async function* wholeFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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

/** The position after the last blank line. */
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

/** The cursor of the last frame that has one. No other line of a frame begins like it: data is one line of JSON. */
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
