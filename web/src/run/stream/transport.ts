/**
 * The chat's transport: posts one message and follows its run to the end, over as many
 * connections as that takes. The server ends a stream without `finish` whenever a run
 * waits, and networks end streams at will; either way the transport reconnects with the
 * id of the last event it has seen, so that no chunk is lost and none comes twice.
 */
import {
	PostedQueued,
	type PostMessage,
	type QueuedMessage,
	STREAM_HEADER,
	UserMessagePart,
} from '@fairlead/protocol/conversations/messages'
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { WaitPart } from '@fairlead/protocol/conversations/stream-parts'
import { ApiError, offlineError, problemOf } from '../../data/api/problem.ts'
import { chunkOf, type StreamChunk } from '../messages/chunk.ts'
import type { ChatMessage } from '../messages/messages.ts'
import { loadGrowing } from './load-growing.ts'
import type { RunTransport } from './run-store.ts'

/** First and longest pause before reconnecting to a lost stream; doubled in between. */
const BACKOFF_FIRST_MS = 500
const BACKOFF_LAST_MS = 10_000
/** While a run waits, the room says when it continues; this covers a lost message of the room. */
const WAITING_CHECK_MS = 5 * 60_000
/** A stream that is silent for this long is requested again by its cursor: its socket may be dead. */
const SILENCE_MS = 45_000
/** Tries of the POST itself. The message's id makes a repeated POST harmless. */
const MAX_POST_TRIES = 3
/** We reconnect ourselves: nothing has to be held open for us. */
export const STREAM_HEADERS = {
	accept: 'text/event-stream',
	[STREAM_HEADER.name]: STREAM_HEADER.value,
}
const DONE_MARK = '[DONE]'
/** A message this short is still delivered when the page is closed right after; browsers bound the sum. */
const KEEPALIVE_MAX_CHARS = 8_000

/** live: chunks come · reconnecting: the network failed · paused: the run waits, or the server closed. */
export type Link = 'idle' | 'live' | 'reconnecting' | 'paused'

export interface TransportPorts {
	readonly fetch: typeof fetch
	/** Resolves after about `ms`, or at once when the signal aborts. */
	readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
	/** Resolves when a stream has been silent for too long, or when the signal aborts. */
	readonly silence: (signal: AbortSignal) => Promise<void>
	/** 0 ≤ x < 1. */
	readonly random: () => number
}

export interface TransportOptions {
	readonly conversationId: string
	readonly ports: TransportPorts
	/** Read at the moment of sending. */
	readonly settings?: () => { model?: string; mode?: ConversationMode }
	readonly onLink?: (link: Link) => void
	/** Whether the room's socket is open, so that {@link FairleadTransport.wake} will come. Default: no. */
	readonly roomOpen?: () => boolean
	/** The run ended unseen and its stream is gone: reread the messages. */
	readonly onStreamLost?: () => void
}

const isFinal = (chunk: StreamChunk): boolean =>
	chunk.type === 'finish' || chunk.type === 'abort' || chunk.type === 'error'

const mayPass = (status: number): boolean => status >= 500 || status === 429

/** The outcome of one connection. */
type Outcome = 'finished' | 'closed' | 'cut'

/** The message began no run: somebody else's had begun at that moment, and it waits to join that one. */
export class MessageQueued extends Error {
	readonly queued: QueuedMessage

	constructor(queued: QueuedMessage) {
		super('The message waits for the run that somebody else has begun.')
		this.queued = queued
	}
}

export class FairleadTransport implements RunTransport {
	readonly #options: TransportOptions
	/** Aborted to end a backoff early; a new one per pause. */
	#pause: AbortController | null = null
	/** A wake came since the last request was made: its answer may be outdated. */
	#woken = false

	constructor(options: TransportOptions) {
		this.#options = options
	}

	/** Ends a running pause: the network or the room is back, or the room said that the run goes on. */
	wake(): void {
		this.#woken = true
		this.#pause?.abort()
	}

	async sendMessages(options: {
		messages: readonly ChatMessage[]
		abortSignal: AbortSignal | undefined
	}): Promise<ReadableStream<StreamChunk>> {
		const message = options.messages.findLast((m) => m.role === 'user')
		if (!message) throw new ApiError('invalid_request', 'There is no message to send.')
		const body: PostMessage = {
			message: { id: message.id, role: 'user', parts: userParts(message.parts) },
			...this.#options.settings?.(),
		}
		const signal = options.abortSignal ?? new AbortController().signal
		const response = await this.#post(body, signal)
		if (response.status === 202)
			throw new MessageQueued(PostedQueued.parse(await response.json()).queued)
		return this.#follow(response, signal)
	}

	async reconnectToStream(options: {
		abortSignal?: AbortSignal | undefined
	}): Promise<ReadableStream<StreamChunk> | null> {
		const signal = options.abortSignal ?? new AbortController().signal
		const response = await this.#open(null, signal).catch((error: unknown) => {
			if (signal.aborted) throw error
			return null
		})
		if (response === null) return this.#follow(null, signal)
		if (response.status === 204) {
			// It ended after the messages were read: what is on screen is not yet all of it.
			this.#options.onStreamLost?.()
			return null
		}
		// Passing failures are retried, like a connection that was cut later.
		if (!response.ok && !mayPass(response.status)) throw await problemOf(response)
		return this.#follow(response, signal)
	}

	/** Leaving does not take back a message on its way: it is still delivered, and only its stream is left. */
	async #post(body: PostMessage, leave: AbortSignal): Promise<Response> {
		const { ports, conversationId } = this.#options
		const stream = new AbortController()
		this.#woken = false
		const sent = JSON.stringify(body)
		for (let attempt = 1; ; attempt++) {
			let response: Response | null = null
			try {
				response = await ports.fetch(`/api/conversations/${conversationId}/messages`, {
					method: 'POST',
					credentials: 'same-origin',
					headers: { 'content-type': 'application/json', ...STREAM_HEADERS },
					body: sent,
					keepalive: sent.length <= KEEPALIVE_MAX_CHARS,
					signal: stream.signal,
				})
			} catch {
				if (attempt >= MAX_POST_TRIES) throw offlineError()
			}
			if (response?.ok) {
				const end = (): void => stream.abort(leave.reason)
				if (leave.aborted) end()
				else leave.addEventListener('abort', end)
				return response
			}
			if (response && (response.status < 502 || attempt >= MAX_POST_TRIES)) {
				throw await problemOf(response)
			}
			await this.#backoff(attempt, stream.signal)
		}
	}

	#open(cursor: string | null, signal: AbortSignal): Promise<Response> {
		const { ports, conversationId } = this.#options
		this.#woken = false
		const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
		return ports.fetch(`/api/conversations/${conversationId}/stream${query}`, {
			credentials: 'same-origin',
			headers: STREAM_HEADERS,
			signal,
		})
	}

	/** @param first null: the first connection has failed already. */
	#follow(first: Response | null, signal: AbortSignal): ReadableStream<StreamChunk> {
		const stop = new AbortController()
		const anyStop = AbortSignal.any([signal, stop.signal])
		return new ReadableStream<StreamChunk>({
			start: async (controller) => {
				try {
					await this.#pump(first, controller, anyStop)
					if (!stop.signal.aborted) controller.close()
				} catch (error) {
					if (!stop.signal.aborted) controller.error(error)
				} finally {
					this.#options.onLink?.('idle')
				}
			},
			cancel: () => stop.abort(),
		})
	}

	async #pump(
		first: Response | null,
		out: ReadableStreamDefaultController<StreamChunk>,
		signal: AbortSignal,
	): Promise<void> {
		const seen = new Set<string>()
		const waits = new OpenWaits()
		let cursor: string | null = null
		let response = first
		/** Connections in a row that brought nothing new: the exponent of the backoff. */
		let idle = 0
		for (;;) {
			let outcome: Outcome = 'cut'
			if (response?.status === 204) {
				this.#options.onStreamLost?.()
				return
			}
			if (response?.ok && response.body) {
				this.#options.onLink?.('live')
				const known: ReadonlySet<string> = new Set(seen)
				try {
					const { readSse } = await loadGrowing()
					outcome = 'closed'
					for await (const { id, data } of readSse(response.body, this.#options.ports.silence)) {
						if (signal.aborted) throw signal.reason
						if (id !== undefined) {
							if (known.has(id)) continue
							seen.add(id)
							cursor = id
						}
						if (data === DONE_MARK) continue
						const chunk = parseChunk(data)
						idle = 0
						waits.take(chunk)
						out.enqueue(chunk)
						if (isFinal(chunk)) {
							outcome = 'finished'
							break
						}
					}
				} catch (error) {
					if (signal.aborted || error instanceof ApiError) throw error
					outcome = 'cut'
				}
			} else if (response && !mayPass(response.status)) {
				throw await problemOf(response)
			}
			if (outcome === 'finished') return
			this.#options.onLink?.(outcome === 'closed' ? 'paused' : 'reconnecting')
			const told = this.#options.roomOpen?.() === true && !this.#woken
			if (outcome === 'closed' && waits.any && told) {
				await this.#rest(WAITING_CHECK_MS, signal)
			} else {
				idle++
				await this.#backoff(idle, signal)
			}
			response = await this.#open(cursor, signal).catch((error: unknown) => {
				if (signal.aborted) throw error
				return null
			})
		}
	}

	#backoff(attempt: number, signal: AbortSignal): Promise<void> {
		return this.#rest(Math.min(BACKOFF_LAST_MS, BACKOFF_FIRST_MS * 2 ** (attempt - 1)), signal)
	}

	/** Half the step fixed, half of it random, so that many viewers do not come back at once. */
	async #rest(step: number, signal: AbortSignal): Promise<void> {
		const pause = new AbortController()
		this.#pause = pause
		const ms = step / 2 + (step / 2) * this.#options.ports.random()
		await this.#options.ports.sleep(ms, AbortSignal.any([signal, pause.signal]))
		if (this.#pause === pause) this.#pause = null
		if (signal.aborted) throw signal.reason
	}
}

/** The reason that a run waits, according to its stream: an editor, or an approval. */
class OpenWaits {
	readonly #open = new Set<string>()

	get any(): boolean {
		return this.#open.size > 0
	}

	take(chunk: StreamChunk): void {
		switch (chunk.type) {
			case 'data-wait': {
				const wait = WaitPart.safeParse(chunk.data)
				// The server keeps the stream open while it tries a model again.
				if (!wait.success || wait.data.on === 'retry') return
				if (wait.data.endedAt === undefined) this.#open.add(`wait:${chunk.id}`)
				else this.#open.delete(`wait:${chunk.id}`)
				return
			}
			case 'tool-approval-request':
				this.#open.add(chunk.approvalId)
				return
			case 'tool-approval-response':
				this.#open.delete(chunk.approvalId)
				return
			case 'reset-step':
				this.#open.clear()
				return
		}
	}
}

/** The parts of a user's message that the server accepts; anything else is left out. */
export const userParts = (parts: readonly ChatMessage['parts'][number][]): UserMessagePart[] =>
	parts.flatMap((part) => {
		const known = UserMessagePart.safeParse(part)
		return known.success ? [known.data] : []
	})

function parseChunk(data: string): StreamChunk {
	let value: unknown
	try {
		value = JSON.parse(data)
	} catch {
		value = undefined
	}
	const chunk = chunkOf(value)
	if (chunk) return chunk
	throw new ApiError('bad_answer', 'This page cannot read the answer.', {
		detail: 'It may be older than the server. Reload it; the run continues meanwhile.',
	})
}

const sleep: TransportPorts['sleep'] = (ms, signal) =>
	new Promise((resolve) => {
		if (signal.aborted) return resolve()
		const done = () => {
			clearTimeout(timer)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		signal.addEventListener('abort', done)
	})

/** The browser's own ports. */
export const browserPorts: TransportPorts = {
	fetch: (...args) => globalThis.fetch(...args),
	random: Math.random,
	sleep,
	silence: (signal) => sleep(SILENCE_MS, signal),
}
