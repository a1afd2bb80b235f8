/** A revert's calls and their outcomes, journaled in the revert's row. */
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { type CallJournal, Delivery } from '../calls/delivery.ts'
import { keepable, withoutAttachments } from '../calls/tool-results.ts'
import { ROOM_GRACE_MS } from '../run/alarms.ts'
import type { Commit } from '../run/transaction.ts'
import type { RevertPorts } from './revert-machine.ts'
import { type Revert, type RevertCall, replayOf, runnerOf, timeoutOf } from './revert-state.ts'

/** A relay or editor that is away may be on its way back (a restart, a compile); the chat is blocked meanwhile. */
export const REVERT_WAIT_MS = 10 * 60_000

/** The parts of the machine that the calls need. */
interface Host {
	/** Shows viewers whether the revert waits. */
	readonly announce: (revert: Revert) => void
	/** Something changed: the revert may be able to continue. */
	readonly kick: () => void
	/** Best effort: a failure is ignored. */
	readonly withdraw: (callId: string) => void
}

export class RevertCalls implements CallJournal<RevertCall> {
	readonly #ports: RevertPorts
	readonly #commit: Commit
	readonly #epoch: number
	readonly #host: Host
	readonly #delivery: Delivery<RevertCall>

	constructor(ports: RevertPorts, commit: Commit, epoch: number, host: Host) {
		this.#ports = ports
		this.#commit = commit
		this.#epoch = epoch
		this.#host = host
		this.#delivery = new Delivery(ports, this)
	}

	dispatch({ editorKey }: Revert, call: RevertCall): Promise<void> {
		return this.#delivery.send([call], ({ callId, method, params, argsHash }) => ({
			call: { callId, method, params, argsHash, deadlineMs: timeoutOf(call) },
			editorKey,
			runsOn: runnerOf(call),
			replay: replayOf(call),
			refuseWhenClosed: true,
		}))
	}

	/** The room tells why a call waits; null: it waits no longer. */
	news(callId: string, reason: string | null): void {
		this.#delivery.setWaiting(callId, reason)
	}

	/** Called by the alarm: gives up overdue calls. */
	expire({ calls }: Revert): void {
		this.#delivery.expire(calls)
	}

	find(callId: string): RevertCall | null {
		return this.#find(callId)?.call ?? null
	}

	markSent([call]: readonly RevertCall[]): void {
		if (!call) return
		// A call that waited before an eviction still waits: its time keeps running.
		const nextAt =
			call.state === 'dispatched'
				? call.nextAt
				: this.#ports.clock() + timeoutOf(call) + ROOM_GRACE_MS
		this.#changed(call.callId, { state: 'dispatched', epoch: this.#epoch, nextAt })
	}

	markUnsent({ callId, attempts }: RevertCall, nextAt: number): void {
		this.#changed(callId, { state: 'ready', attempts: attempts + 1, nextAt })
	}

	accepted(callId: string, { waiting, held = false }: { waiting: string | null; held?: boolean }) {
		if (waiting !== null && this.find(callId)?.state === 'dispatched') {
			this.#changed(callId, { held })
		}
	}

	setWaiting(callId: string, reason: string | null): void {
		const found = this.#find(callId)
		if (!found || found.call.state === 'settled' || found.revert.waiting === reason) return
		const allowed = reason === null ? timeoutOf(found.call) + ROOM_GRACE_MS : REVERT_WAIT_MS
		const nextAt = this.#ports.clock() + allowed
		this.#changed(callId, { nextAt, ...(reason === null ? { held: false } : {}) }, reason)
	}

	/** Durable when this returns; late and repeated outcomes change nothing. */
	settle(callId: string, outcome: CallOutcome): void {
		const call = this.find(callId)
		if (!call || call.state === 'settled') return
		const stored = keepable(withoutAttachments(outcome))
		this.#changed(callId, { state: 'settled', outcome: stored, nextAt: null }, null)
		this.#host.kick()
	}

	/** The call is given up. If it was sent, it may still take effect. */
	giveUp({ callId, state, attempts, held, kind }: RevertCall): void {
		const sent = state === 'dispatched' || attempts > 0
		const reason = this.#ports.store.active()?.waiting ?? 'The call timed out'
		const outcome =
			sent && held !== true && kind !== 'look'
				? failed('effect_unknown', `${reason}. It may have taken effect.`)
				: failed('cancelled', `${reason}.`)
		this.settle(callId, outcome)
		if (sent) this.#host.withdraw(callId)
	}

	#changed(
		callId: string,
		patch: Partial<RevertCall>,
		...[waiting]: [waiting?: string | null]
	): void {
		const { store } = this.#ports
		const before = this.#find(callId)?.revert
		if (!before) return
		const calls = before.calls.map((call) =>
			call.callId === callId ? { ...call, ...patch } : call,
		)
		const after = this.#commit(null, () =>
			store.update(before.id, { calls, ...(waiting === undefined ? {} : { waiting }) }),
		)
		if (after.waiting !== before.waiting) this.#host.announce(after)
	}

	#find(callId: string): { revert: Revert; call: RevertCall } | null {
		const revert = this.#ports.store.active()
		const call = revert?.calls.find((one) => one.callId === callId)
		return revert && call ? { revert, call } : null
	}
}
