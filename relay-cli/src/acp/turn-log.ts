/** Turns the updates of a session into records of its transcript: joins the pieces of a message, and writes each tool once. */
import { countOf, type Fields, fieldsOf, textOf } from '../agents/transcripts/fields.ts'
import type { Clock } from '../platform/clock.ts'
import type { SessionTranscript } from './session-transcript.ts'
import {
	contentText,
	diffsOf,
	fileOf,
	isOver,
	NOTHING,
	planText,
	recordId,
	resultText,
	saysEnough,
	type ToolCall,
	toolRecords,
	updatedCall,
	type Written,
} from './tool-call.ts'

/** A message is written when it is so long, or when nothing of it came for so long. */
const MESSAGE_CHARS = 50_000
const MESSAGE_MS = 2_000
/** Calls of one turn that are remembered. */
const MAX_CALLS = 500

interface Known {
	call: ToolCall
	written: Written
	/** The result was written: later updates of the call are ignored. */
	isDone: boolean
}

interface Message {
	readonly kind: 'text' | 'thinking'
	readonly id: string | null
	text: string
}

export class TurnLog {
	readonly #clock: Pick<Clock, 'after'>
	readonly #transcript: SessionTranscript
	readonly #calls = new Map<string, Known>()
	#message: Message | null = null
	#plan = ''
	#cancelFlush: () => void = () => undefined

	constructor(clock: Pick<Clock, 'after'>, transcript: SessionTranscript) {
		this.#clock = clock
		this.#transcript = transcript
	}

	/** The `update` of a `session/update`. */
	update(update: Fields): void {
		switch (update['sessionUpdate']) {
			case 'agent_message_chunk':
				this.#chunk('text', update)
				return
			case 'agent_thought_chunk':
				this.#chunk('thinking', update)
				return
			case 'tool_call':
			case 'tool_call_update':
				this.#called(update)
				return
			case 'plan': {
				const plan = planText(update['entries'])
				if (plan === this.#plan) return
				this.#plan = plan
				this.flush()
				if (plan !== '') this.#transcript.note(plan)
				return
			}
			case 'usage_update': {
				const cost = fieldsOf(update['cost'])
				const [used, size] = [countOf(update['used']), countOf(update['size'])]
				const amount = cost?.['currency'] === 'USD' ? cost['amount'] : null
				this.#transcript.usage(used, size, typeof amount === 'number' ? amount : null)
				return
			}
			case 'notice': {
				const said = [textOf(update['title']), textOf(update['description'])]
				this.flush()
				this.#transcript.note(said.filter((text) => text).join(': '))
			}
		}
	}

	/** A call that it asks a permission for, with all that was said of it; null: it names none. */
	asked(update: Fields): ToolCall | null {
		const known = this.#known(update)
		if (!known) return null
		this.flush()
		this.#write(known)
		return known.call
	}

	/** The turn is over: what began in it has ended. */
	over(): void {
		this.flush()
		for (const known of this.#calls.values()) this.#write(known)
		this.#calls.clear()
	}

	/** Writes what was said so far of a message. */
	flush(): void {
		this.#cancelFlush()
		const message = this.#message
		this.#message = null
		if (!message || message.text.trim() === '') return
		if (message.kind === 'text') this.#transcript.text(message.text)
		else this.#transcript.thinking(message.text)
	}

	#chunk(kind: Message['kind'], update: Fields): void {
		const text = contentText(fieldsOf(update['content']))
		const id = textOf(update['messageId'])
		const { kind: before, id: of } = this.#message ?? { kind, id }
		if (before !== kind || of !== id) this.flush()
		this.#message ??= { kind, id, text: '' }
		this.#message.text += text
		if (this.#message.text.length > MESSAGE_CHARS) this.flush()
		else {
			this.#cancelFlush()
			this.#cancelFlush = this.#clock.after(MESSAGE_MS, () => this.flush())
		}
	}

	#called(update: Fields): void {
		const isNamed = textOf(update['title']) || textOf(update['kind'])
		// An update of a call that was never told.
		if (!isNamed && !this.#calls.has(textOf(update['toolCallId']) ?? '')) return
		const known = this.#known(update)
		if (!known) return
		this.flush()
		const { call } = known
		if (known.isDone) return
		if (known.written.records > 0 || saysEnough(call)) this.#write(known)
		if (!isOver(call)) return
		known.isDone = true
		const file = call.kind === 'read' || call.kind === 'edit' ? fileOf(call) : null
		const text = resultText(call)
		for (let part = 1; part <= known.written.records; part++)
			this.#transcript.result(
				recordId(call, part),
				part === 1 ? text : '',
				call.status === 'failed',
				file,
			)
	}

	#known(update: Fields): Known | null {
		const id = textOf(update['toolCallId'])
		const before = id === null ? undefined : this.#calls.get(id)
		const call = updatedCall(before?.call, update)
		if (!call) return null
		const known: Known = before ?? { call, written: NOTHING, isDone: false }
		known.call = call
		this.#calls.set(call.id, known)
		const [oldest] = this.#calls.keys()
		if (this.#calls.size > MAX_CALLS && oldest !== undefined) this.#calls.delete(oldest)
		return known
	}

	/** Writes the records of a call that were not written before. */
	#write(known: Known): void {
		const records = toolRecords(known.call, known.written)
		for (const record of records) this.#transcript.tool(record)
		const diffs = Math.max(known.written.diffs, diffsOf(known.call).length)
		known.written = { records: known.written.records + records.length, diffs }
	}
}
