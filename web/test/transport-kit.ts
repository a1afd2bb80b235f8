/** Prepared answers of the server, for tests of the chat's transport. */
import type { StreamChunk } from '../src/run/messages/chunk.ts'
import type { ChatMessage } from '../src/run/messages/messages.ts'
import { FairleadTransport, type Link, type TransportPorts } from '../src/run/stream/transport.ts'

export const start: StreamChunk = { type: 'start', messageId: 'msg_a' }
export const textStart: StreamChunk = { type: 'text-start', id: 't' }
export const delta = (text: string): StreamChunk => ({
	type: 'text-delta',
	id: 't',
	delta: text,
})
export const finish: StreamChunk = { type: 'finish', finishReason: 'stop' }

export type Event = readonly [id: number, chunk: StreamChunk]
export const event = ([id, chunk]: Event) => `id: ${id}\ndata: ${JSON.stringify(chunk)}\n\n`

/** An answer whose network has vanished after these events: no more bytes, and no end. */
export const silent = (events: readonly Event[]): Response =>
	new Response(
		new ReadableStream<Uint8Array>({
			start: (controller) =>
				controller.enqueue(new TextEncoder().encode(events.map(event).join(''))),
		}),
		{ headers: { 'content-type': 'text/event-stream' } },
	)

/** An SSE answer; `cut` breaks the connection after the last event instead of ending it. */
export function sse(events: readonly Event[], end: 'close' | 'cut' | 'done' = 'close'): Response {
	const encoder = new TextEncoder()
	let sent = false
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (sent) {
				if (end === 'cut') controller.error(new TypeError('network error'))
				else controller.close()
				return
			}
			sent = true
			const text = events.map(event).join('') + (end === 'done' ? 'data: [DONE]\n\n' : '')
			// In two pieces, cut inside an event: chunks of a network respect no line.
			const bytes = encoder.encode(text)
			const middle = Math.floor(bytes.length / 2)
			controller.enqueue(bytes.slice(0, middle))
			controller.enqueue(bytes.slice(middle))
		},
	})
	return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

export const problem = (status: number, code: string, title: string) =>
	new Response(JSON.stringify({ type: 'about:blank', status, code, title, detail: 'Do this.' }), {
		status,
		headers: { 'content-type': 'application/problem+json' },
	})

/** The silence limit never passes. */
export const neverSilent: TransportPorts['silence'] = () => new Promise(() => undefined)

/** A server that gives one prepared answer per request, in order. */
export function setUp(
	answers: readonly (Response | Error)[],
	silence: TransportPorts['silence'] = neverSilent,
) {
	const requests: { url: string; method: string; body: unknown }[] = []
	const pauses: number[] = []
	const links: Link[] = []
	let lost = 0
	const queue = [...answers]
	const ports: TransportPorts = {
		fetch: async (url, init) => {
			const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
			requests.push({ url: String(url), method: init?.method ?? 'GET', body })
			const answer = queue.shift()
			if (answer === undefined) throw new Error('More requests than answers.')
			if (answer instanceof Error) throw answer
			return answer
		},
		sleep: async (ms) => void pauses.push(ms),
		silence,
		random: () => 0.5,
	}
	const transport = new FairleadTransport({
		conversationId: 'cnv_1',
		ports,
		settings: () => ({ mode: 'ask' }),
		onLink: (link) => links.push(link),
		onStreamLost: () => {
			lost++
		},
	})
	return { transport, requests, pauses, links, lost: () => lost }
}

export const messages = [
	{ id: 'msg_0', role: 'user', parts: [{ type: 'text', text: 'before' }] },
	{ id: 'msg_x', role: 'assistant', parts: [{ type: 'text', text: 'an answer' }] },
	{ id: 'msg_u', role: 'user', parts: [{ type: 'text', text: 'a red cube' }] },
] satisfies ChatMessage[]

export async function drain(stream: ReadableStream<StreamChunk> | null): Promise<StreamChunk[]> {
	const chunks: StreamChunk[] = []
	if (stream) for await (const chunk of stream) chunks.push(chunk)
	return chunks
}

export const send = async (transport: FairleadTransport, signal?: AbortSignal) =>
	drain(await transport.sendMessages({ messages, abortSignal: signal }))
