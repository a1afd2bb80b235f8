/**
 * Requests to a relay whose answer somebody waits for, right now: nothing is stored, and whoever asked hears of a
 * relay that goes away. Calls of runs are not asked this way (see `call-desk.ts`).
 */
import { rpcRequest } from '@fairlead/protocol/json-rpc'
import { ASK_PREFIX, type RelayQuestion } from '@fairlead/protocol/relay-questions'
import type { RelayAnswer } from '../ports/room.ts'

/** Listing programs takes Windows a few seconds, starting an editor up to ten. */
const ANSWER_MS = 30_000
/** Of one relay at once: a person presses one button at a time. */
const MAX_OF_RELAY = 8

interface Open {
	readonly relayId: string
	readonly settle: (answer: RelayAnswer) => void
}

interface Ports {
	/** False if the relay is not connected. */
	readonly sendToRelay: (relayId: string, frame: string) => boolean
	/** Calls back once, later; returns the way to call it off. */
	readonly after: (ms: number, then: () => void) => () => void
	readonly randomId: () => string
}

export class RelayQuestions {
	readonly #ports: Ports
	readonly #open = new Map<string, Open>()

	constructor(ports: Ports) {
		this.#ports = ports
	}

	/** Never rejects. */
	ask(relayId: string, method: RelayQuestion, params: unknown): Promise<RelayAnswer> {
		const ofRelay = [...this.#open.values()].filter((one) => one.relayId === relayId)
		if (ofRelay.length >= MAX_OF_RELAY) return Promise.resolve({ kind: 'busy' })
		return new Promise((resolve) => {
			const id = `${ASK_PREFIX}${this.#ports.randomId()}`
			const callOff = this.#ports.after(ANSWER_MS, () => this.#settle(id, { kind: 'late' }))
			this.#open.set(id, {
				relayId,
				settle: (answer) => {
					callOff()
					resolve(answer)
				},
			})
			if (!this.#ports.sendToRelay(relayId, rpcRequest(id, method, params)))
				this.#settle(id, { kind: 'away' })
		})
	}

	/** Only the relay that was asked may answer. */
	answered(relayId: string, id: string, answer: RelayAnswer): void {
		if (this.#open.get(id)?.relayId === relayId) this.#settle(id, answer)
	}

	relayLost(relayId: string): void {
		for (const [id, open] of [...this.#open])
			if (open.relayId === relayId) this.#settle(id, { kind: 'away' })
	}

	#settle(id: string, answer: RelayAnswer): void {
		const open = this.#open.get(id)
		this.#open.delete(id)
		open?.settle(answer)
	}
}
