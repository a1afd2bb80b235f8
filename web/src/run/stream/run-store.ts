/** The messages of an open conversation, and the one stream that may be adding to them. */
import type { MessageBuilder } from '@fairlead/protocol/conversations/message-builder'
import type { StreamChunk } from '../messages/chunk.ts'
import type { ChatMessage } from '../messages/messages.ts'
import { Pace } from '../messages/pace.ts'
import { loadGrowing, preloadGrowing } from './load-growing.ts'

/** submitted: sent, no chunk has arrived · error: the last stream failed, see `error`. */
export type RunStatus = 'ready' | 'submitted' | 'streaming' | 'error'

export interface RunShown {
	/**
	 * All messages. The growing answer is in it as it was at its last chunk that was not a delta, so
	 * that this is the same array while only text or arguments grow.
	 */
	readonly messages: readonly ChatMessage[]
	/** The cursor of the page above the first message; null: there is none. */
	readonly before: string | null
	readonly status: RunStatus
	readonly error: Error | undefined
}

/** Opens the streams of chunks. */
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

const isDelta = ({ type }: StreamChunk): boolean => type.endsWith('-delta')

export class RunStore {
	readonly #transport: RunTransport
	readonly #onEnd: () => void
	readonly #listeners = new Set<() => void>()
	readonly #pace: Pace
	#shown: RunShown
	/** The part of the growing answer that is shown. */
	#drawn: ChatMessage | null = null
	/** These two are ahead of what is shown, between two draws. */
	#messages: readonly ChatMessage[]
	#growing: ChatMessage | null = null
	#active: AbortController | null = null

	/** @param options.onEnd called when a stream has ended, in whatever way; not when it was left */
	constructor(options: {
		transport: RunTransport
		messages: readonly ChatMessage[]
		before: string | null
		pace?: Pace
		onEnd: () => void
	}) {
		const { transport, messages, before, onEnd } = options
		this.#transport = transport
		this.#onEnd = onEnd
		this.#messages = messages
		this.#shown = { messages, before, status: 'ready', error: undefined }
		this.#pace = options.pace ?? new Pace()
	}

	/** The same value while only the growing answer changes. */
	readonly getSnapshot = (): RunShown => this.#shown
	/** The answer that a stream is writing, as it is now. */
	readonly getGrowing = (): ChatMessage | null => this.#drawn

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/** A stream is open, or being opened. */
	get following(): boolean {
		return this.#active !== null
	}

	/** The messages with the latest chunks, some of which may not be shown yet. */
	get messages(): readonly ChatMessage[] {
		this.#settle()
		return this.#messages
	}

	/** @param before the new cursor of the page above; default: as it is */
	readonly update = (
		change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
		before: string | null = this.#shown.before,
	): void => {
		this.#messages = change(this.messages)
		this.#publish({ before })
	}

	/** Shows the message at once and follows its answer. */
	readonly send = async (message: ChatMessage): Promise<void> => {
		this.#messages = [...this.messages, message]
		const active = this.#begin()
		this.#publish({ status: 'submitted', error: undefined })
		await this.#follow(active, () =>
			this.#transport.sendMessages({ messages: this.#messages, abortSignal: active.signal }),
		)
	}

	/** Follows the active answer, if there is one. Nothing is shown before that is known. */
	readonly resume = async (): Promise<void> => {
		const active = this.#begin()
		await this.#follow(active, () =>
			this.#transport.reconnectToStream({ abortSignal: active.signal }),
		)
	}

	/** Leaves the stream; the run itself continues. */
	readonly leave = (): void => {
		this.#active?.abort(new DOMException('The conversation was left.', 'AbortError'))
		this.#active = null
		this.#settle()
		this.#growing = null
		this.#pace.cancel()
	}

	readonly clearError = (): void => {
		if (this.#shown.status === 'error') this.#publish({ status: 'ready', error: undefined })
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
		preloadGrowing()
		const isCurrent = () => this.#active === active
		const end = (next: Pick<RunShown, 'status' | 'error'>) => {
			this.leave()
			this.#publish(next)
		}
		try {
			const stream = await open()
			if (!isCurrent()) return void stream?.cancel().catch(() => undefined)
			if (stream === null) return end({ status: 'ready', error: undefined })
			if (this.#shown.status !== 'submitted') {
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
		const reader = stream.getReader()
		try {
			let answer: MessageBuilder | null = null
			for (;;) {
				const { done, value } = await reader.read()
				if (done || !isCurrent()) return
				answer ??= (await loadGrowing()).newAnswer()
				if (value.type === 'error') throw new Error(value.errorText)
				if (value.type === 'abort') continue
				answer.apply(value)
				if (answer.message.id === '') continue
				this.#growing = answer.message as unknown as ChatMessage
				if (!isDelta(value)) this.#settle()
				if (this.#shown.status === 'streaming') this.#pace.ask(() => this.#publish({}))
				else this.#publish({ status: 'streaming' })
			}
		} finally {
			await reader.cancel().catch(() => undefined)
		}
	}

	/** Takes the growing answer over into the messages. */
	#settle(): void {
		const growing = this.#growing
		if (growing === null) return
		const at = this.#messages.findLastIndex(({ id }) => id === growing.id)
		if (at < 0) this.#messages = [...this.#messages, growing]
		else if (this.#messages[at] !== growing) this.#messages = this.#messages.with(at, growing)
	}

	#publish(change: Partial<RunShown>): void {
		const next = { ...this.#shown, ...change, messages: this.#messages }
		const same = (Object.keys(next) as (keyof RunShown)[]).every(
			(key) => next[key] === this.#shown[key],
		)
		if (!same) this.#shown = next
		this.#drawn = this.#growing
		for (const listener of this.#listeners) listener()
	}
}
