/**
 * The chunks of the AI SDK's UI message stream v1 that we send, and the message they
 * build up to. {@link MessageBuilder} must agree with the SDK's own reader, which a test
 * checks chunk by chunk: the message stored at the end is what every viewer has on screen.
 */
import type { DataParts, MessageMetadata } from '@fairlead/protocol/stream-parts'

type DataChunk = {
	[K in keyof DataParts]: {
		readonly type: `data-${K}`
		readonly id: string
		readonly data: DataParts[K]
	}
}[keyof DataParts]

export type UiChunk =
	| {
			readonly type: 'start'
			readonly messageId: string
			readonly messageMetadata?: MessageMetadata
	  }
	| {
			readonly type: 'finish'
			readonly finishReason: 'stop' | 'length' | 'content-filter' | 'error' | 'other'
			readonly messageMetadata?: MessageMetadata
	  }
	| { readonly type: 'start-step' }
	| { readonly type: 'finish-step' }
	| { readonly type: 'reset-step' }
	| { readonly type: 'text-start' | 'text-end'; readonly id: string }
	| { readonly type: 'reasoning-start' | 'reasoning-end'; readonly id: string }
	| {
			readonly type: 'text-delta' | 'reasoning-delta'
			readonly id: string
			readonly delta: string
	  }
	| {
			readonly type: 'tool-input-start'
			readonly toolCallId: string
			readonly toolName: string
			readonly providerExecuted?: true
			readonly title?: string
	  }
	| {
			readonly type: 'tool-input-delta'
			readonly toolCallId: string
			readonly inputTextDelta: string
	  }
	| {
			readonly type: 'tool-input-available'
			readonly toolCallId: string
			readonly toolName: string
			readonly input: unknown
			readonly providerExecuted?: true
			readonly title?: string
	  }
	| {
			readonly type: 'tool-input-error'
			readonly toolCallId: string
			readonly toolName: string
			readonly input: unknown
			readonly errorText: string
	  }
	| {
			readonly type: 'tool-approval-request'
			readonly approvalId: string
			readonly toolCallId: string
	  }
	| {
			readonly type: 'tool-approval-response'
			readonly approvalId: string
			readonly approved: boolean
			readonly reason?: string
	  }
	| { readonly type: 'tool-output-denied'; readonly toolCallId: string }
	| {
			readonly type: 'tool-output-available'
			readonly toolCallId: string
			readonly output: unknown
			readonly providerExecuted?: true
	  }
	| {
			readonly type: 'tool-output-error'
			readonly toolCallId: string
			readonly errorText: string
			readonly providerExecuted?: true
	  }
	| {
			readonly type: 'source-url'
			readonly sourceId: string
			readonly url: string
			readonly title?: string
	  }
	/** A user's message that entered the run here, before the `start-step` of the step that read it. */
	| {
			readonly type: 'steering-message'
			readonly id: string
			/** Text and file parts. */
			readonly parts: readonly Readonly<Record<string, unknown>>[]
	  }
	| DataChunk

type Part = Record<string, unknown> & { type: string }

export interface BuiltMessage {
	id: string
	role: 'assistant'
	parts: Part[]
	metadata?: Record<string, unknown>
}

interface OpenTool {
	readonly id: string
	readonly name: string
	readonly complete: boolean
	readonly providerExecuted: boolean
}

const OPEN_STATES: ReadonlySet<unknown> = new Set(['input-streaming', 'input-available'])

const isToolPart = (part: Part): boolean => part.type.startsWith('tool-')

/** Replays chunks into a UI message, as the AI SDK's client does. */
export class MessageBuilder {
	readonly #message: BuiltMessage
	readonly #texts = new Map<string, Part>()
	readonly #reasonings = new Map<string, Part>()

	constructor(messageId: string) {
		this.#message = { id: messageId, role: 'assistant', parts: [] }
	}

	/** The message so far; parts still open have `state: 'streaming'` or `'input-streaming'`. */
	get message(): BuiltMessage {
		return this.#message
	}

	/**
	 * Ids of text and reasoning parts that have begun and not ended, and tools without an end.
	 * `complete`: their input has arrived.
	 */
	open(): { texts: string[]; reasonings: string[]; tools: OpenTool[] } {
		return {
			texts: [...this.#texts.keys()],
			reasonings: [...this.#reasonings.keys()],
			tools: this.#message.parts
				.filter((part) => isToolPart(part) && OPEN_STATES.has(part['state']))
				.map((part) => ({
					id: String(part['toolCallId']),
					name: part.type.slice(5),
					complete: part['state'] === 'input-available',
					providerExecuted: part['providerExecuted'] === true,
				})),
		}
	}

	/** The newest `data-wait` part of this id; null if there is none. */
	wait(id: string): DataParts['wait'] | null {
		const part = this.#message.parts.findLast((p) => p.type === 'data-wait' && p['id'] === id)
		return part ? (part['data'] as DataParts['wait']) : null
	}

	/** The approval request for this call; null if there was none. */
	approval(toolCallId: string): DataParts['approval'] | null {
		const part = this.#message.parts.findLast(
			(p) => p.type === 'data-approval' && p['id'] === toolCallId,
		)
		return part ? (part['data'] as DataParts['approval']) : null
	}

	apply(chunk: UiChunk): void {
		const parts = this.#message.parts
		switch (chunk.type) {
			case 'start':
				this.#message.id = chunk.messageId
				this.#mergeMetadata(chunk.messageMetadata)
				return
			case 'finish':
				this.#mergeMetadata(chunk.messageMetadata)
				return
			case 'start-step':
				parts.push({ type: 'step-start' })
				return
			case 'finish-step':
				return
			case 'reset-step':
				parts.splice(this.#stepStart() + 1)
				this.#texts.clear()
				this.#reasonings.clear()
				return
			case 'text-start':
				this.#begin(this.#texts, chunk.id, { type: 'text', text: '', state: 'streaming' })
				return
			case 'reasoning-start':
				this.#begin(this.#reasonings, chunk.id, {
					type: 'reasoning',
					id: chunk.id,
					text: '',
					state: 'streaming',
				})
				return
			case 'text-delta':
				this.#append(this.#texts, chunk.id, chunk.delta)
				return
			case 'reasoning-delta':
				this.#append(this.#reasonings, chunk.id, chunk.delta)
				return
			case 'text-end':
				this.#end(this.#texts, chunk.id)
				return
			case 'reasoning-end':
				this.#end(this.#reasonings, chunk.id)
				return
			case 'tool-input-start':
				this.#tool(chunk, { state: 'input-streaming' })
				return
			case 'tool-input-delta':
				// Replaced whole by tool-input-available; a partial input is never stored.
				return
			case 'tool-input-available':
				this.#tool(chunk, { state: 'input-available', input: chunk.input })
				return
			case 'tool-input-error':
				this.#tool(chunk, {
					state: 'output-error',
					input: chunk.input,
					errorText: chunk.errorText,
				})
				return
			case 'tool-approval-request':
				Object.assign(this.#find(chunk.toolCallId), {
					state: 'approval-requested',
					approval: { id: chunk.approvalId },
				})
				return
			case 'tool-approval-response': {
				const part = parts.find(
					(p) => (p['approval'] as { id?: string } | undefined)?.id === chunk.approvalId,
				)
				if (!part) throw new Error(`No approval ${chunk.approvalId}`)
				part['state'] = 'approval-responded'
				part['approval'] = {
					id: chunk.approvalId,
					approved: chunk.approved,
					...(chunk.reason === undefined ? {} : { reason: chunk.reason }),
				}
				return
			}
			case 'tool-output-denied':
				this.#find(chunk.toolCallId)['state'] = 'output-denied'
				return
			case 'tool-output-available':
				Object.assign(this.#find(chunk.toolCallId), {
					state: 'output-available',
					output: chunk.output,
				})
				return
			case 'tool-output-error':
				Object.assign(this.#find(chunk.toolCallId), {
					state: 'output-error',
					errorText: chunk.errorText,
				})
				return
			case 'source-url':
				parts.push({
					type: 'source-url',
					sourceId: chunk.sourceId,
					url: chunk.url,
					...(chunk.title === undefined ? {} : { title: chunk.title }),
				})
				return
			case 'steering-message':
				parts.push({ type: 'steering-message', id: chunk.id, parts: chunk.parts })
				return
			case 'data-step':
			case 'data-call':
			case 'data-wait':
			case 'data-notice':
			case 'data-approval':
			case 'data-revert':
			case 'data-author': {
				const existing = parts.find((p) => p.type === chunk.type && p['id'] === chunk.id)
				if (existing) existing['data'] = chunk.data
				else parts.push({ type: chunk.type, id: chunk.id, data: chunk.data })
				return
			}
			default:
				chunk satisfies never
		}
	}

	#mergeMetadata(metadata: MessageMetadata | undefined): void {
		if (!metadata) return
		this.#message.metadata = { ...this.#message.metadata, ...metadata }
	}

	#stepStart(): number {
		return this.#message.parts.findLastIndex((part) => part.type === 'step-start')
	}

	#begin(open: Map<string, Part>, id: string, part: Part): void {
		open.set(id, part)
		this.#message.parts.push(part)
	}

	#append(open: Map<string, Part>, id: string, delta: string): void {
		const part = open.get(id)
		if (!part) throw new Error(`A delta for the part "${id}" that was never begun.`)
		part['text'] = String(part['text']) + delta
	}

	#end(open: Map<string, Part>, id: string): void {
		const part = open.get(id)
		if (!part) throw new Error(`An end for the part "${id}" that was never begun.`)
		part['state'] = 'done'
		open.delete(id)
	}

	#tool(
		chunk: {
			toolCallId: string
			toolName: string
			title?: string
			providerExecuted?: true
		},
		values: Record<string, unknown>,
	): void {
		const parts = this.#message.parts
		const current = parts
			.slice(this.#stepStart() + 1)
			.find((part) => isToolPart(part) && part['toolCallId'] === chunk.toolCallId)
		const shared = {
			...(chunk.title === undefined ? {} : { title: chunk.title }),
			...(chunk.providerExecuted ? { providerExecuted: true } : {}),
		}
		if (current) Object.assign(current, values, shared)
		else {
			parts.push({
				type: `tool-${chunk.toolName}`,
				toolCallId: chunk.toolCallId,
				...values,
				...shared,
			})
		}
	}

	#find(toolCallId: string): Part {
		const part = this.#message.parts.findLast(
			(p) => isToolPart(p) && p['toolCallId'] === toolCallId,
		)
		if (!part) throw new Error(`No tool call ${toolCallId} in this message.`)
		return part
	}
}
