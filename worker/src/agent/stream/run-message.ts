/** The message of a run, with what the run reads back from it. */
import { isBuiltTool, MessageBuilder } from '@fairlead/protocol/conversations/message-builder'
import type { DataParts } from '@fairlead/protocol/conversations/stream-parts'

/** A tool part without an end. */
interface OpenTool {
	readonly id: string
	readonly name: string
	/** Its input has arrived. */
	readonly complete: boolean
	readonly providerExecuted: boolean
}

const OPEN_STATES: ReadonlySet<unknown> = new Set(['input-streaming', 'input-available'])

export class RunMessage extends MessageBuilder {
	openTools(): OpenTool[] {
		return this.parts
			.filter((part) => isBuiltTool(part) && OPEN_STATES.has(part['state']))
			.map((part) => ({
				id: String(part['toolCallId']),
				name: part.type.slice('tool-'.length),
				complete: part['state'] === 'input-available',
				providerExecuted: part['providerExecuted'] === true,
			}))
	}

	/** The newest `data-wait` part of this id; null if there is none. */
	wait(id: string): DataParts['wait'] | null {
		return this.#data('data-wait', id) as DataParts['wait'] | null
	}

	/** The newest `data-call` part of this call; null if there is none. */
	call(toolCallId: string): DataParts['call'] | null {
		return this.#data('data-call', toolCallId) as DataParts['call'] | null
	}

	/** The approval request for this call; null if there was none. */
	approval(toolCallId: string): DataParts['approval'] | null {
		return this.#data('data-approval', toolCallId) as DataParts['approval'] | null
	}

	#data(type: string, id: string): unknown {
		return this.parts.findLast((part) => part.type === type && part['id'] === id)?.['data'] ?? null
	}
}
