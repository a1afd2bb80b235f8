/**
 * Delivery of durable calls, for runs and reverts alike: stored as sent before it is sent, retried
 * until the room has it, given up at its deadline. Receipts, news and outcomes arrive in any
 * order; the journal decides what still counts.
 */

import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { backoffMs, jittered } from '../../platform/backoff.ts'
import type { CallRequest, DispatchReceipt } from '../../ports/room.ts'
import type { MachinePorts } from '../run/machine-ports.ts'

/** Tries to reach the room for one call, with growing pauses: about two minutes in all. */
const MAX_ROOM_ATTEMPTS = 8
const FIRST_ROOM_RETRY_MS = 500
const MAX_ROOM_RETRY_MS = 60_000

export interface DurableCall {
	readonly callId: string
	/** `dispatched`: the room may have it, and it has no outcome yet. Other states are the journal's own. */
	readonly state: string
	/** Failed tries to reach the room. */
	readonly attempts: number
	/** Unix ms: when the room is tried again, or the call is given up (dispatched). */
	readonly nextAt: number | null
}

/** Why a call was given up. */
export type GivenUp = 'unreachable' | 'overdue'

export type Accepted = Extract<DispatchReceipt, { accepted: true }>

/** The store of the calls. Late or repeated input changes nothing. */
export interface CallJournal<C extends DurableCall> {
	find(callId: string): C | null
	/** Stores them as sent, with the deadlines at which they are given up. */
	markSent(calls: readonly C[]): void
	/** The room could not be reached; tried again at `nextAt`. */
	markUnsent(call: C, nextAt: number): void
	/** The room has the call. Not told again for the same try; the outcome may have come before. */
	accepted(callId: string, receipt: Accepted): void
	/** Why it waits for the editor; null: it does not. */
	setWaiting(callId: string, reason: string | null): void
	settle(callId: string, outcome: CallOutcome): void
	giveUp(call: C, why: GivenUp): void
}

type Ports = Pick<MachinePorts, 'clock' | 'random' | 'log'> & {
	readonly room: { dispatch(request: CallRequest): Promise<DispatchReceipt> }
}

export class Delivery<C extends DurableCall> {
	readonly #ports: Ports
	readonly #journal: CallJournal<C>
	/** Calls that the room has reported on since they were sent: a receipt does not overrule that news. */
	readonly #told = new Set<string>()

	constructor(ports: Ports, journal: CallJournal<C>) {
		this.#ports = ports
		this.#journal = journal
	}

	/** Journals the calls as sent, sends them, and takes their receipts. */
	async send(calls: readonly C[], requestOf: (call: C) => CallRequest): Promise<void> {
		this.#told.clear()
		this.#journal.markSent(calls)
		const receipts = calls.map((call) => this.#ports.room.dispatch(requestOf(call)))
		for (const [index, receipt] of (await Promise.allSettled(receipts)).entries()) {
			const callId = calls[index]?.callId ?? ''
			if (receipt.status === 'rejected') this.#unreachable(callId, receipt.reason)
			else if (!receipt.value.accepted) this.#journal.settle(callId, receipt.value.outcome)
			else {
				this.#journal.accepted(callId, receipt.value)
				if (this.#sent(callId) && !this.#told.has(callId)) {
					this.#journal.setWaiting(callId, receipt.value.waiting)
				}
			}
		}
	}

	/** The room tells why a call waits for the editor; null: it waits no longer. */
	setWaiting(callId: string, reason: string | null): void {
		this.#told.add(callId)
		this.#journal.setWaiting(callId, reason)
	}

	/** Called by the alarm: gives up calls that the room did not settle by their deadline. */
	expire(calls: readonly C[]): void {
		const now = this.#ports.clock()
		for (const call of calls) {
			if (call.state !== 'dispatched' || call.nextAt === null || call.nextAt > now) continue
			this.#journal.giveUp(call, 'overdue')
		}
	}

	#unreachable(callId: string, reason: unknown): void {
		const { log, random, clock } = this.#ports
		log({ level: 'warn', event: 'room_unreachable', error: String(reason) })
		const call = this.#sent(callId)
		if (!call) return
		if (call.attempts >= MAX_ROOM_ATTEMPTS) {
			this.#journal.giveUp(call, 'unreachable')
			return
		}
		const pause = backoffMs(call.attempts, FIRST_ROOM_RETRY_MS, MAX_ROOM_RETRY_MS)
		this.#journal.markUnsent(call, clock() + jittered(pause, random()))
	}

	#sent(callId: string): C | null {
		const call = this.#journal.find(callId)
		return call?.state === 'dispatched' ? call : null
	}
}
