/**
 * The message that a stream's chunks build up to. The server stores it and the page shows it, and it
 * must agree with the AI SDK's own reader, which a test checks. A part is replaced when it changes
 * and is the same value while it does not, so that the page draws only what a chunk changed. Pure.
 */
import type { UiChunk } from './ui-chunks.ts'

export type BuiltPart = Record<string, unknown> & { type: string }

export interface BuiltMessage {
	id: string
	role: 'assistant'
	parts: BuiltPart[]
	metadata?: Record<string, unknown>
}

type OpenKind = 'text' | 'reasoning'

export const isBuiltTool = (part: BuiltPart): boolean => part.type.startsWith('tool-')

/** Without members that have no value. */
const defined = (values: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

export class MessageBuilder {
	readonly #partialInput: ((text: string) => unknown) | undefined
	#id: string
	#metadata: Record<string, unknown> | undefined
	readonly #parts: BuiltPart[] = []
	/** Places of the open parts, by kind and id. */
	readonly #open = { text: new Map<string, number>(), reasoning: new Map<string, number>() }
	/** The text of arguments received so far, by call. */
	readonly #inputs = new Map<string, string>()
	#message: BuiltMessage | null = null

	/**
	 * @param id until `start` names the message
	 * @param partialInput reads incomplete arguments; without it, arguments appear when they are complete
	 */
	constructor(id: string, partialInput?: (text: string) => unknown) {
		this.#id = id
		this.#partialInput = partialInput
	}

	/** The message so far; the same value until a chunk changes it. */
	get message(): BuiltMessage {
		this.#message ??= {
			id: this.#id,
			role: 'assistant',
			parts: [...this.#parts],
			...(this.#metadata === undefined ? {} : { metadata: this.#metadata }),
		}
		return this.#message
	}

	/** The parts so far; open ones have `state: 'streaming'` or `'input-streaming'`. */
	get parts(): readonly BuiltPart[] {
		return this.#parts
	}

	/** Ids of the parts that have begun and not ended. */
	openIds(kind: OpenKind): string[] {
		return [...this.#open[kind].keys()]
	}

	/** @throws for a chunk that belongs to no part */
	apply(chunk: UiChunk): void {
		this.#message = null
		switch (chunk.type) {
			case 'start':
				this.#begin(chunk.messageId)
				this.#merge(chunk.messageMetadata)
				return
			case 'finish':
				this.#merge(chunk.messageMetadata)
				return
			case 'start-step':
				this.#parts.push({ type: 'step-start' })
				return
			case 'finish-step':
				return
			case 'reset-step':
				this.#parts.splice(this.#stepStart())
				this.#forgetOpen()
				return
			case 'text-start':
				this.#openPart('text', chunk.id, { type: 'text', text: '', state: 'streaming' })
				return
			case 'reasoning-start':
				this.#openPart('reasoning', chunk.id, {
					type: 'reasoning',
					id: chunk.id,
					text: '',
					state: 'streaming',
				})
				return
			case 'text-delta':
				this.#append('text', chunk)
				return
			case 'reasoning-delta':
				this.#append('reasoning', chunk)
				return
			case 'text-end':
				this.#end('text', chunk.id)
				return
			case 'reasoning-end':
				this.#end('reasoning', chunk.id)
				return
			case 'tool-input-start':
				this.#inputs.set(chunk.toolCallId, '')
				this.#tool(chunk, { state: 'input-streaming' })
				return
			case 'tool-input-delta':
				this.#inputDelta(chunk)
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
				this.#change(this.#call(chunk.toolCallId), {
					state: 'approval-requested',
					approval: { id: chunk.approvalId },
				})
				return
			case 'tool-approval-response':
				this.#change(this.#asked(chunk.approvalId), {
					state: 'approval-responded',
					approval: defined({
						id: chunk.approvalId,
						approved: chunk.approved,
						reason: chunk.reason,
					}),
				})
				return
			case 'tool-output-denied':
				this.#change(this.#call(chunk.toolCallId), { state: 'output-denied' })
				return
			case 'tool-output-available':
				this.#change(this.#call(chunk.toolCallId), {
					state: 'output-available',
					output: chunk.output,
					// Of a command that a message interrupted, whose output came after.
					errorText: undefined,
				})
				return
			case 'tool-output-error':
				this.#change(this.#call(chunk.toolCallId), {
					state: 'output-error',
					errorText: chunk.errorText,
				})
				return
			case 'source-url':
			case 'steering-message':
				this.#parts.push(defined({ ...chunk }) as BuiltPart)
				return
			case 'data-step':
			case 'data-call':
			case 'data-wait':
			case 'data-notice':
			case 'data-approval':
			case 'data-revert':
			case 'data-author':
				this.#put(chunk)
				return
			default:
				chunk satisfies never
		}
	}

	/** A stream that is followed again starts again; another id is another message. */
	#begin(id: string): void {
		if (this.#id !== id && this.#parts.length > 0) {
			this.#parts.length = 0
			this.#metadata = undefined
			this.#forgetOpen()
		}
		this.#id = id
	}

	#forgetOpen(): void {
		this.#open.text.clear()
		this.#open.reasoning.clear()
		this.#inputs.clear()
	}

	#merge(metadata: object | undefined): void {
		if (metadata) this.#metadata = { ...this.#metadata, ...metadata }
	}

	#change(at: number, values: Record<string, unknown>): void {
		const part = this.#parts[at]
		if (part) this.#parts[at] = { ...part, ...values }
	}

	/** The place of the first part after the newest `step-start`. */
	#stepStart(): number {
		return this.#parts.findLastIndex((part) => part.type === 'step-start') + 1
	}

	#openPart(kind: OpenKind, id: string, part: BuiltPart): void {
		this.#open[kind].set(id, this.#parts.length)
		this.#parts.push(part)
	}

	#opened(kind: OpenKind, id: string): number {
		const at = this.#open[kind].get(id)
		if (at === undefined) throw new Error(`The ${kind} part "${id}" was never begun.`)
		return at
	}

	#append(kind: OpenKind, chunk: { id: string; delta: string }): void {
		const at = this.#opened(kind, chunk.id)
		this.#change(at, { text: `${this.#parts[at]?.['text']}${chunk.delta}` })
	}

	#end(kind: OpenKind, id: string): void {
		this.#change(this.#opened(kind, id), { state: 'done' })
		this.#open[kind].delete(id)
	}

	#inputDelta(chunk: { toolCallId: string; inputTextDelta: string }): void {
		if (!this.#partialInput) return
		const before = this.#inputs.get(chunk.toolCallId)
		if (before === undefined) throw new Error(`Arguments of an unknown call ${chunk.toolCallId}.`)
		const input = before + chunk.inputTextDelta
		this.#inputs.set(chunk.toolCallId, input)
		this.#change(this.#call(chunk.toolCallId), { input: this.#partialInput(input) })
	}

	/** Data of the same type and id replaces the earlier data in place. */
	#put(chunk: { type: string; id: string; data: unknown }): void {
		const { type, id, data } = chunk
		const at = this.#parts.findIndex((part) => part.type === type && part['id'] === id)
		if (at < 0) this.#parts.push({ type, id, data })
		else this.#change(at, { data })
	}

	#tool(
		chunk: { toolCallId: string; toolName: string; title?: string; providerExecuted?: true },
		values: Record<string, unknown>,
	): void {
		const { toolCallId, toolName, title, providerExecuted } = chunk
		const all = defined({ ...values, title, providerExecuted })
		const from = this.#stepStart()
		const at = this.#parts.findIndex(
			(part, index) => index >= from && isBuiltTool(part) && part['toolCallId'] === toolCallId,
		)
		if (at >= 0) this.#change(at, all)
		else this.#parts.push({ type: `tool-${toolName}`, toolCallId, ...all })
	}

	#call(toolCallId: string): number {
		const at = this.#parts.findLastIndex(
			(part) => isBuiltTool(part) && part['toolCallId'] === toolCallId,
		)
		if (at < 0) throw new Error(`There is no tool call ${toolCallId} in this message.`)
		return at
	}

	#asked(approvalId: string): number {
		const at = this.#parts.findIndex(
			(part) => (part['approval'] as { id?: string } | undefined)?.id === approvalId,
		)
		if (at < 0) throw new Error(`There is no approval ${approvalId} in this message.`)
		return at
	}
}
