/** Reads that MCP clients wait for, in the memory of the room: an owner of calls that lives in the room itself. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { type Admitted, consequenceFor, type RightsChange } from '../../access/rights-change.ts'
import { RIGHT_ENDED } from '../../ports/client-call.ts'
import type { OwnedCalls } from '../../ports/room.ts'

interface Asked {
	readonly by: Admitted
	readonly settle: (outcome: CallOutcome) => void
	/** Why it waits, or its progress; null: it waits no longer. */
	readonly tell: (news: string | null) => unknown
}

export class AskedCalls implements OwnedCalls {
	readonly #asked = new Map<string, Asked>()

	outcomeOf(callId: string, by: Admitted, tell: Asked['tell']): Promise<CallOutcome> {
		const { promise, resolve } = Promise.withResolvers<CallOutcome>()
		this.#asked.set(callId, { by, settle: resolve, tell })
		return promise
	}

	/** Refuses what was asked with a right that has ended or changed. Returns its ids: it must not be sent on. */
	rightsChanged(change: RightsChange): readonly string[] {
		const lost = [...this.#asked].filter(([, { by }]) => consequenceFor(change, by) !== 'stay')
		for (const [callId, { settle }] of lost) {
			settle(RIGHT_ENDED)
			this.#asked.delete(callId)
		}
		return lost.map(([callId]) => callId)
	}

	/** Also takes reads that nobody waits for now. */
	async callSettled(callId: string, outcome: CallOutcome): Promise<boolean> {
		this.#asked.get(callId)?.settle(outcome)
		this.#asked.delete(callId)
		return true
	}

	async callWaiting(callId: string, reason: string | null): Promise<void> {
		this.#tell(callId, reason)
	}

	async callProgress(callId: string, message: string): Promise<void> {
		this.#tell(callId, message)
	}

	#tell(callId: string, news: string | null): void {
		// Another object's function: rejects when nobody listens any more.
		void Promise.resolve(this.#asked.get(callId)?.tell(news)).catch(() => undefined)
	}
}
