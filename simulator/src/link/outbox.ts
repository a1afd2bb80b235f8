/** Outcomes whose socket is gone, until the relay has taken them. */
import { type EditorOutcome, type JsonRpcId, rpcRequest } from '@fairlead/protocol'

/** Reads can be asked again: beyond this many outcomes the oldest are given up. */
const MAX_KEPT = 256

export class Outbox {
	readonly #undelivered = new Map<string, EditorOutcome>()
	/** Ids of `call.settled` requests on the way → call id. */
	readonly #settling = new Map<JsonRpcId, string>()
	#count = 0

	/** Keeps an outcome whose connection was lost. */
	keep(callId: string, outcome: EditorOutcome): void {
		this.#undelivered.set(callId, outcome)
		const oldest = this.#undelivered.keys().next()
		if (this.#undelivered.size > MAX_KEPT && !oldest.done) this.#undelivered.delete(oldest.value)
	}

	/** A `call.settled` request for one kept outcome. */
	frameFor(callId: string, outcome: EditorOutcome): string {
		const id = `settled-${++this.#count}`
		this.#settling.set(id, callId)
		return rpcRequest(id, 'call.settled', { callId, outcome })
	}

	/** Requests for all kept outcomes. */
	frames(): string[] {
		return [...this.#undelivered].map(([callId, outcome]) => this.frameFor(callId, outcome))
	}

	/** The peer has answered a request; with `taken` it has the outcome. */
	answered(id: JsonRpcId, taken: boolean): void {
		const callId = this.#settling.get(id)
		this.#settling.delete(id)
		if (taken && callId !== undefined) this.#undelivered.delete(callId)
	}

	forget(callIds: readonly string[]): void {
		for (const callId of callIds) this.#undelivered.delete(callId)
	}

	/** The socket is gone: its requests get no answers. */
	disconnected(): void {
		this.#settling.clear()
	}
}
