/**
 * Requests to a relay whose answer somebody waits for, right now: nothing is stored, and whoever asked hears of a
 * relay that goes away. Calls of runs are not asked this way (see `call-dispatcher.ts`).
 */
import { rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { ASK_PREFIX, type RelayQuestion } from '@fairlead/protocol/wire/relay-questions'
import type { RelayAnswer } from '../../ports/room.ts'

/**
 * Listing programs takes Windows a few seconds, starting an editor up to ten. `most`: of one relay at once. A person
 * presses one button at a time.
 */
const OF_PEOPLE = { waitMs: 30_000, most: 8 } as const
/** A step of the model waits for it, in each conversation. */
const OF_RUNS = { waitMs: 3_000, most: 32 } as const

interface Open {
	readonly relayId: string
	/** Which of the two kinds it counts as. */
	readonly most: number
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
		const { waitMs, most } = method === 'project.context' ? OF_RUNS : OF_PEOPLE
		const same = (one: Open) => one.relayId === relayId && one.most === most
		if ([...this.#open.values()].filter(same).length >= most)
			return Promise.resolve({ kind: 'busy' })
		return new Promise((resolve) => {
			const id = `${ASK_PREFIX}${this.#ports.randomId()}`
			const callOff = this.#ports.after(waitMs, () => this.#settle(id, { kind: 'late' }))
			this.#open.set(id, {
				relayId,
				most,
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
