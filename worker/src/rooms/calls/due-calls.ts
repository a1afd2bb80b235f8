/** Calls that somebody must look at again: their deadline or pause has passed, or their relay came back with its journal. */
import type { CallOutcome, JournalEntry } from '@fairlead/protocol/wire/calls'
import { rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { WAIT_BUDGET_MS, withoutEditor } from '../../ports/room.ts'
import type { RoomSockets } from '../sockets/sockets.ts'
import { expiredOutcome, MAX_SETTLE_ATTEMPTS, retryDelayMs } from './deadlines.ts'
import type { PendingCall, PendingCalls } from './pending-calls.ts'
import { reconcile } from './reconcile.ts'
import { relayIdOf } from './routing.ts'

export interface DueCallsPorts {
	readonly calls: PendingCalls
	readonly sockets: RoomSockets
	readonly now: () => number
	readonly reschedule: () => void
	/** The outcome of this call is on its way to its owner. */
	readonly isUnderWay: (callId: string) => boolean
	/** Never throws. */
	readonly settle: (callId: string, outcome: CallOutcome) => Promise<unknown>
	/** Why the call waits; null: it does not. */
	readonly reasonOf: (call: PendingCall) => string | null
	readonly tell: (call: PendingCall, reason: string | null) => void
}

export interface SettledInJournal {
	readonly callId: string
	readonly outcome: CallOutcome
}

export class DueCalls {
	readonly #ports: DueCallsPorts

	constructor(ports: DueCallsPorts) {
		this.#ports = ports
	}

	/** Its deadline has passed, or the pause before another try. Never throws. */
	async look(call: PendingCall): Promise<void> {
		const { calls, sockets, now, isUnderWay, settle, reasonOf, tell, reschedule } = this.#ports
		const { callId } = call
		if (isUnderWay(callId)) return
		const relayId = relayIdOf(call.editorKey)
		switch (call.state) {
			case 'settling': {
				const stored = calls.storedOutcome(callId)
				if (stored) await settle(callId, stored)
				return
			}
			case 'closed':
				calls.delete(callId)
				return
			case 'waiting':
				await settle(callId, expiredOutcome({ sent: false, replay: call.replay }, reasonOf(call)))
				return
			case 'sent':
			case 'adrift':
			case 'cancelling': {
				if (call.state === 'sent' && sockets.isDoubtful(relayId)) {
					// The relay's journal knows whether it ran: worth waiting for.
					calls.move(callId, 'adrift', now() + WAIT_BUDGET_MS)
					tell(call, reasonOf(call) ?? 'The relay is not responding')
					reschedule()
					return
				}
				const body = calls.body(callId)
				if (call.retryAt !== null && body && call.attempts < MAX_SETTLE_ATTEMPTS) {
					// Its outcome was too large to keep: sending the same id again returns it from the journal.
					calls.keepOutcome(callId, null, now() + retryDelayMs(call.attempts + 1))
					const params = { ...body, editorKey: call.editorKey }
					sockets.sendToRelay(relayId, rpcRequest(callId, 'call', params))
					return
				}
				sockets.sendToRelay(relayId, rpcNotification('call.cancel', { callIds: [callId] }))
				const expired = expiredOutcome({ sent: true, replay: call.replay }, reasonOf(call))
				await settle(callId, call.state === 'adrift' ? withoutEditor(expired) : expired)
				return
			}
			default:
				call.state satisfies never
		}
	}

	/** Brings the calls of a relay in line with its journal. Returns those that ended meanwhile; what is to be sent again waits. */
	returned(relayId: string, journal: readonly JournalEntry[]): readonly SettledInJournal[] {
		const { calls, sockets, now } = this.#ports
		const { steps } = reconcile(calls.ofRelay(relayId), journal)
		const done: SettledInJournal[] = []
		const cancel: string[] = []
		for (const step of steps) {
			switch (step.do) {
				case 'settle':
					done.push(step)
					break
				case 'await':
					this.#await(step.callId)
					break
				case 'resend':
					calls.move(step.callId, 'waiting', now() + WAIT_BUDGET_MS)
					break
				case 'cancel':
					cancel.push(step.callId)
					break
				default:
					step satisfies never
			}
		}
		if (cancel.length > 0) {
			sockets.sendToRelay(relayId, rpcNotification('call.cancel', { callIds: cancel }))
		}
		return done
	}

	/** The relay has the call after all: its deadline counts from now on. */
	#await(callId: string): void {
		const { calls, now } = this.#ports
		const state = calls.get(callId)?.state
		const body = state === 'waiting' || state === 'adrift' ? calls.body(callId) : null
		if (body) calls.move(callId, 'sent', now() + body.deadlineMs)
	}
}
