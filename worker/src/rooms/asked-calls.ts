/** Reads that MCP clients wait for, in the memory of the room: an owner of calls that lives in the room itself. */
import type { CallOutcome } from '@fairlead/protocol/calls'
import type { OwnedCalls } from '../ports/room.ts'

interface Asked {
	readonly settle: (outcome: CallOutcome) => void
	readonly tell: (news: string) => void
}

export class AskedCalls implements OwnedCalls {
	readonly #asked = new Map<string, Asked>()

	outcomeOf(callId: string, tell: (news: string) => void): Promise<CallOutcome> {
		const { promise, resolve } = Promise.withResolvers<CallOutcome>()
		this.#asked.set(callId, { settle: resolve, tell })
		return promise
	}

	/** Also takes what nobody waits for any more: it was a read. */
	async callSettled(callId: string, outcome: CallOutcome): Promise<boolean> {
		this.#asked.get(callId)?.settle(outcome)
		this.#asked.delete(callId)
		return true
	}

	async callWaiting(callId: string, reason: string | null): Promise<void> {
		if (reason !== null) this.#asked.get(callId)?.tell(reason)
	}

	async callProgress(callId: string, message: string): Promise<void> {
		this.#asked.get(callId)?.tell(message)
	}
}
