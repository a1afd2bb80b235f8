/** The messages of an open conversation, and the one stream that may be adding to them. */
import { MessageBuilder } from '@fairlead/protocol/message-builder'
import { partialJson } from '@fairlead/protocol/partial-json'
import type { StreamChunk } from './chunk.ts'
import type { ChatMessage } from './messages.ts'

/** submitted: sent, nothing has come yet. error: the last stream failed, see `error`. */
export type RunStatus = 'ready' | 'submitted' | 'streaming' | 'error'

export interface RunSnapshot {
	readonly messages: readonly ChatMessage[]
	readonly status: RunStatus
	readonly error: Error | undefined
}

/** What brings the chunks. */
export interface RunTransport {
	readonly sendMessages: (options: {
		messages: readonly ChatMessage[]
		abortSignal: AbortSignal
	}) => Promise<ReadableStream<StreamChunk>>
	/** Replays the active answer from its start; null: there is none. */
	readonly reconnectToStream: (options: {
		abortSignal: AbortSignal
	}) => Promise<ReadableStream<StreamChunk> | null>
}

/** Runs `act` at once, and then at most once per `ms`, with nothing left out at the end. */
export function paced(act: () => void, ms: number): { ask: () => void; now: () => void } {
	let timer: ReturnType<typeof setTimeout> | undefined
	let asked = false
	const run = () => {
		asked = false
		act()
		timer = setTimeout(() => {
			timer = undefined
			if (asked) run()
		}, ms)
	}
	return {
		ask: () => {
			asked = true
			if (timer === undefined) run()
		},
		now: () => {
			clearTimeout(timer)
			timer = undefined
			asked = false
			act()
		},
	}
}

export class RunStore {
	readonly #transport: RunTransport
	readonly #onEnd: () => void
	readonly #listeners = new Set<() => void>()
	readonly #pace: { ask: () => void; now: () => void }
	#snapshot: RunSnapshot
	/** Ahead of the snapshot while deltas come. */
	#messages: readonly ChatMessage[]
	#active: AbortController | null = null

	/**
	 * @param options.paintMs between two snapshots while an answer streams
	 * @param options.onEnd a stream is over, however it ended; not when it was left
	 */
	constructor(options: {
		transport: RunTransport
		messages: readonly ChatMessage[]
		paintMs: number
		onEnd: () => void
	}) {
		this.#transport = options.transport
		this.#onEnd = options.onEnd
		this.#messages = options.messages
		this.#snapshot = { messages: options.messages, status: 'ready', error: undefined }
		this.#pace = paced(() => this.#publish({}), options.paintMs)
	}

	readonly getSnapshot = (): RunSnapshot => this.#snapshot

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly setMessages = (
		change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
	): void => {
		this.#messages = change(this.#messages)
		this.#pace.now()
	}

	/** Shows the message at once and follows the answer to it. */
	readonly send = async (message: ChatMessage): Promise<void> => {
		this.#messages = [...this.#messages, message]
		const active = this.#begin()
		this.#publish({ status: 'submitted', error: undefined })
		await this.#follow(active, () =>
			this.#transport.sendMessages({ messages: this.#messages, abortSignal: active.signal }),
		)
	}

	/** Follows the answer that is being written, if there is one. Nothing shows before that is known. */
	readonly resume = async (): Promise<void> => {
		const active = this.#begin()
		await this.#follow(active, () =>
			this.#transport.reconnectToStream({ abortSignal: active.signal }),
		)
	}

	/** Leaves the stream; the run itself goes on. */
	readonly leave = (): void => {
		this.#active?.abort(new DOMException('The conversation was left.', 'AbortError'))
		this.#active = null
	}

	readonly clearError = (): void => {
		if (this.#snapshot.status === 'error') this.#publish({ status: 'ready', error: undefined })
	}

	#begin(): AbortController {
		this.leave()
		const active = new AbortController()
		this.#active = active
		return active
	}

	async #follow(
		active: AbortController,
		open: () => Promise<ReadableStream<StreamChunk> | null>,
	): Promise<void> {
		const isCurrent = () => this.#active === active
		const end = (next: Pick<RunSnapshot, 'status' | 'error'>) => {
			this.#active = null
			this.#publish(next)
		}
		try {
			const stream = await open()
			if (!isCurrent()) return void stream?.cancel().catch(() => undefined)
			if (stream === null) return end({ status: 'ready', error: undefined })
			if (this.#snapshot.status !== 'submitted') {
				this.#publish({ status: 'submitted', error: undefined })
			}
			await this.#read(stream, isCurrent)
			if (!isCurrent()) return
			end({ status: 'ready', error: undefined })
		} catch (error) {
			if (!isCurrent()) return
			end({ status: 'error', error: error instanceof Error ? error : new Error(String(error)) })
		}
		this.#onEnd()
	}

	async #read(stream: ReadableStream<StreamChunk>, isCurrent: () => boolean): Promise<void> {
		const answer = new MessageBuilder('', partialJson)
		const reader = stream.getReader()
		try {
			for (;;) {
				const { done, value } = await reader.read()
				if (done || !isCurrent()) return
				if (value.type === 'error') throw new Error(value.errorText)
				if (value.type === 'abort') continue
				answer.apply(value)
				const { message } = answer
				if (message.id === '') continue
				this.#put(message as unknown as ChatMessage)
				if (this.#snapshot.status === 'streaming') this.#pace.ask()
				else this.#publish({ status: 'streaming' })
			}
		} finally {
			await reader.cancel().catch(() => undefined)
		}
	}

	#put(message: ChatMessage): void {
		const at = this.#messages.findLastIndex(({ id }) => id === message.id)
		this.#messages = at < 0 ? [...this.#messages, message] : this.#messages.with(at, message)
	}

	#publish(change: Partial<RunSnapshot>): void {
		this.#snapshot = { ...this.#snapshot, ...change, messages: this.#messages }
		for (const listener of this.#listeners) listener()
	}
}
