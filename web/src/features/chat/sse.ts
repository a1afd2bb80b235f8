import { createParser } from 'eventsource-parser'

export interface SseEvent {
	/** The event's own `id:` line; undefined where it had none. */
	readonly id: string | undefined
	readonly data: string
}

/**
 * The events of one `text/event-stream` body, as they come. Ends when the body ends;
 * throws what the body throws when the connection is cut.
 */
export async function* readSse(
	body: ReadableStream<Uint8Array>,
): AsyncGenerator<SseEvent, void, undefined> {
	const decoder = new TextDecoder()
	const ready: SseEvent[] = []
	const parser = createParser({
		onEvent: (event) => ready.push({ id: event.id, data: event.data }),
	})
	const reader = body.getReader()
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (done) return
			parser.feed(decoder.decode(value, { stream: true }))
			yield* ready.splice(0)
		}
	} finally {
		await reader.cancel().catch(() => undefined)
	}
}
