/** Delivers outcomes to the owners of calls, with retries; the first outcome of a call counts. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { MAX_SETTLE_ATTEMPTS, retryDelayMs } from './deadlines.ts'
import type { OwnersLink } from './owners-link.ts'
import type { PendingCall, PendingCalls } from './pending-calls.ts'

/** How late a repeated call may arrive: longer than an owner tries to reach the room. */
export const KEEP_CLOSED_MS = 10 * 60_000
/** Larger outcomes (pictures) stay in the relay's journal and are asked for again. */
const MAX_STORED_OUTCOME_CHARS = 1_000_000
/** Finished calls that this instance remembers: more than are ever under way at once. */
const MAX_OVER = 2_000

/** `done`: the owner has it · `kept`: stored here, tried again · `lost`: the sender must keep it. */
export type Settling = 'done' | 'kept' | 'lost' | 'unknown'

/** A call whose outcome its owner has. */
export interface OverCall {
	readonly argsHash: string
	readonly editorKey: string
}

export interface OutcomeDeliveryPorts {
	readonly calls: PendingCalls
	readonly owners: OwnersLink
	readonly now: () => number
	/** The name of a seat, also of one that is gone. */
	readonly nameOf: (editorKey: string) => string
	/** When the room must look at its calls again may have changed. */
	readonly reschedule: () => void
	/** The room is done with this call, which it now knows no more. */
	readonly ended: (call: PendingCall) => void
}

export class OutcomeDelivery {
	readonly #ports: OutcomeDeliveryPorts
	/** Outcomes on their way. */
	readonly #underWay = new Map<string, Promise<Settling>>()
	readonly #over = new Map<string, OverCall>()

	constructor(ports: OutcomeDeliveryPorts) {
		this.#ports = ports
	}

	isUnderWay(callId: string): boolean {
		return this.#underWay.has(callId)
	}

	/**
	 * Calls that succeeded and are deleted here. An owner that restarted resends what it finds
	 * open, and that may arrive after the outcome: then the editor must not get it a second
	 * time. Not stored, which would cost each call a row: after a restart of the room as well, the
	 * relay's journal answers.
	 */
	over(callId: string): OverCall | null {
		return this.#over.get(callId) ?? null
	}

	/** Never throws. */
	settle(callId: string, outcome: CallOutcome): Promise<Settling> {
		const underWay = this.#underWay.get(callId)
		if (underWay) return underWay
		const call = this.#ports.calls.get(callId)
		if (!call) return Promise.resolve('unknown')
		const work = this.#handOver(call, outcome).finally(() => this.#underWay.delete(callId))
		this.#underWay.set(callId, work)
		return work
	}

	async #handOver(call: PendingCall, outcome: CallOutcome): Promise<Settling> {
		const { calls, owners, now, reschedule, ended } = this.#ports
		const { callId } = call
		const nothingDone = saysNothingWasDone(outcome)
		// First: should this instance end before the owner's receipt arrives, the next one must not send the call.
		if (nothingDone && call.state !== 'settling') {
			calls.decide(callId, outcome, now() + retryDelayMs(1))
			reschedule()
		}
		let taken = false
		try {
			const { editorKey } = call
			const ranOn = nothingDone ? null : { editorKey, editorName: this.#ports.nameOf(editorKey) }
			taken = await owners.settled(call.owner, callId, outcome, ranOn)
		} catch {
			// The owner restarts or is overloaded: kept below and tried again.
		}
		const attempts = call.attempts + 1
		if (taken || attempts >= MAX_SETTLE_ATTEMPTS) {
			if (nothingDone) {
				calls.close(callId, outcome, now() + KEEP_CLOSED_MS)
				reschedule()
			} else {
				if (taken) this.#remember(call)
				calls.delete(callId)
			}
			ended(call)
			return 'done'
		}
		const text = JSON.stringify(outcome)
		const kept = text.length <= MAX_STORED_OUTCOME_CHARS
		calls.keepOutcome(callId, kept ? text : null, now() + retryDelayMs(attempts))
		reschedule()
		return kept ? 'kept' : 'lost'
	}

	#remember({ callId, editorKey }: PendingCall): void {
		const argsHash = this.#ports.calls.argsHash(callId)
		if (argsHash === null) return
		const [oldest] = this.#over.keys()
		if (this.#over.size >= MAX_OVER && oldest !== undefined) this.#over.delete(oldest)
		this.#over.set(callId, { argsHash, editorKey })
	}
}

/** True for outcomes that would become false if the same call were sent after all. */
const saysNothingWasDone = (outcome: CallOutcome): boolean =>
	outcome.status === 'error' && NOTHING_DONE.has(outcome.error.code)

const NOTHING_DONE: ReadonlySet<string> = new Set([
	'deadline_exceeded',
	'cancelled',
	'target_gone',
	'no_editor',
	'editor_busy',
	// Unity loads no package until somebody fixes them.
	'compile_errors',
	// The call did not begin.
	'modal_dialog',
	// The relay could not even write down that it has refused.
	'disk_full',
])
