/** The stream of an answer: server-sent events, each a chunk of the AI SDK's UI message stream v1. */
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { FairleadError } from './problem.ts'

/**
 * A chunk such as `{type: 'text-delta', id, delta}`, `{type: 'tool-input-available', toolCallId, toolName, input}`
 * or `{type: 'finish'}`; https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol lists them all.
 */
export interface StreamChunk {
	readonly type: string
	readonly [field: string]: unknown
}

/** Interruptions in a row without any new chunk. */
const MAX_RETRIES = 5
const FIRST_PAUSE_MS = 250
/** Ends a stream, by the protocol; not JSON. */
const DONE = '[DONE]'

interface Reading {
	/**
	 * Requests the answer again from this cursor; null: from its beginning.
	 * @throws {FairleadError} if the server refuses
	 */
	readonly open: (cursor: string | null) => Promise<Response>
	readonly sleep: (ms: number) => Promise<void>
}

/**
 * Yields each chunk once, up to `finish`; continues after lost connections where it stopped.
 * @throws {FairleadError} if the server refuses, or stays out of reach (`status` 0)
 */
export async function* chunksOf(
	first: Response,
	{ open, sleep }: Reading,
): AsyncGenerator<StreamChunk> {
	let cursor: string | null = null
	let failures = 0
	let answer: Response | null = first
	for (;;) {
		// No run is active now: the end was missed, and is read with the messages.
		if (answer?.status === 204) return
		if (answer?.ok && answer.body) {
			try {
				for await (const { id, data } of eventsOf(answer.body)) {
					if (data === DONE) continue
					const chunk = JSON.parse(data) as StreamChunk
					if (id !== undefined) cursor = id
					failures = 0
					yield chunk
					if (chunk.type === 'finish' || chunk.type === 'abort') return
				}
			} catch (error) {
				if (!(error instanceof TypeError)) throw error
			}
		}
		if (failures === MAX_RETRIES) throw unreachable()
		await sleep(FIRST_PAUSE_MS * 2 ** failures)
		failures++
		answer = await open(cursor).catch(lost)
	}
}

/** A server that is restarting is lost for now; one that refuses would refuse again. */
function lost(error: unknown): null {
	if (error instanceof FairleadError && error.status < 500) throw error
	return null
}

const unreachable = (): FairleadError =>
	new FairleadError(
		{
			code: 'connection_lost',
			title: 'The connection to the server was lost.',
			detail: 'The run continues there. Follow the conversation again, or read its messages.',
		},
		0,
	)

async function* eventsOf(
	body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ id?: string | undefined; data: string }> {
	const text = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
	const reader = text.pipeThrough(new EventSourceParserStream()).getReader()
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (done) return
			yield value
		}
	} finally {
		// Also if the caller stops early: the connection is closed.
		await reader.cancel().catch(() => undefined)
	}
}
