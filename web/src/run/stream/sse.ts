import { createParser } from 'eventsource-parser'

export interface SseEvent {
	/** The event's own `id:` line; undefined where it had none. */
	readonly id: string | undefined
	readonly data: string
}

/**
 * The events of one `text/event-stream` body, as they come. Ends when the body ends;
 * throws what the body throws when the connection is cut.
 * @param silence resolves when the connection has been silent for too long: a network that
 * vanished closes nothing. Asked anew before each read; the body is then given up with an error.
 */
export async function* readSse(
	body: ReadableStream<Uint8Array>,
	silence: (signal: AbortSignal) => Promise<void> = () => new Promise(() => undefined),
): AsyncGenerator<SseEvent, void, undefined> {
	const decoder = new TextDecoder()
	const ready: SseEvent[] = []
	const parser = createParser({
		onEvent: (event) => ready.push({ id: event.id, data: event.data }),
	})
	const reader = body.getReader()
	try {
		for (;;) {
			const { done, value } = await readOrSilence(reader, silence)
			if (done) return
			parser.feed(decoder.decode(value, { stream: true }))
			yield* ready.splice(0)
		}
	} finally {
		await reader.cancel().catch(() => undefined)
	}
}

async function readOrSilence(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	silence: (signal: AbortSignal) => Promise<void>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
	const read = new AbortController()
	const silent = silence(read.signal).then(() => {
		if (!read.signal.aborted) throw new Error('The connection timed out.')
		return new Promise<never>(() => undefined)
	})
	try {
		return await Promise.race([reader.read(), silent])
	} finally {
		read.abort()
	}
}
