/**
 * Ids of tool calls as we keep them. A provider's own id is kept unless it was used before: then an approval request
 * would belong to another call, and the page would say "Wrote" for a file that was never written. Some servers
 * restart their numbering in every answer.
 */
import type { ModelPart, ProviderEvent } from '../model/types.ts'

type ToolEvent = Extract<ProviderEvent, { readonly toolCallId: string }>

/** The ids that every provider accepts in a history. */
const TAKEN_BY_ALL = /^[A-Za-z0-9_-]{1,64}$/

export class CallIds {
	readonly #taken: Set<string>
	readonly #prefix: string
	#minted = 0
	/** Our ids by the provider's id: calls that have begun, the oldest first. */
	readonly #open = new Map<string, string[]>()
	/** Our ids by the provider's id: calls that are complete, for the parts of the answer. */
	readonly #complete = new Map<string, string[]>()
	/** Our ids by the provider's id: the call that began last. */
	readonly #latest = new Map<string, string>()

	/** @param prefix unique for this answer */
	constructor(taken: Iterable<string>, prefix: string) {
		this.#taken = new Set(taken)
		this.#prefix = prefix
	}

	/** The event under our id. Pass the events of one answer in their order. */
	ofEvent<E extends ToolEvent>(event: E): E {
		return { ...event, toolCallId: this.#idFor(event) }
	}

	/** The answer's parts under the ids that their events got. Called once, at the end. */
	ofParts(parts: readonly ModelPart[]): ModelPart[] {
		return parts.map((part) => {
			if (part.type !== 'tool-call') return part
			return {
				...part,
				callId: this.#complete.get(part.callId)?.shift() ?? this.#begin(part.callId),
			}
		})
	}

	#idFor(event: ToolEvent): string {
		const { toolCallId: theirs } = event
		switch (event.type) {
			case 'tool-input-start': {
				const ours = this.#begin(theirs)
				push(this.#open, theirs, ours)
				return ours
			}
			case 'tool-call': {
				const ours = this.#open.get(theirs)?.shift() ?? this.#begin(theirs)
				if (!event.providerExecuted) push(this.#complete, theirs, ours)
				return ours
			}
			case 'tool-input-delta':
			case 'provider-tool-result':
				return this.#latest.get(theirs) ?? this.#begin(theirs)
			default:
				return event satisfies never
		}
	}

	#begin(theirs: string): string {
		let ours = theirs
		while (this.#taken.has(ours) || !TAKEN_BY_ALL.test(ours)) {
			ours = `${this.#prefix}_${this.#minted++}`
		}
		this.#taken.add(ours)
		this.#latest.set(theirs, ours)
		return ours
	}
}

function push(map: Map<string, string[]>, key: string, value: string): void {
	const list = map.get(key)
	if (list) list.push(value)
	else map.set(key, [value])
}
