/**
 * Durable calls: an owner (a Conversation) hands one in, a relay or editor executes it, the outcome goes
 * back. The table is the truth; everything in memory here may vanish at any await.
 */

import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { type CallOutcome, failed, type JournalEntry } from '@fairlead/protocol/wire/calls'
import { rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import type { EditorQueue } from '@fairlead/protocol/wire/viewer-link'
import { earliest } from '../../platform/alarm.ts'
import {
	type CallOwner,
	type DispatchReceipt,
	type DispatchRequest,
	noEditorComes,
	WAIT_BUDGET_MS,
} from '../../ports/room.ts'
import { ROOM_LIMITS } from '../limits.ts'
import { CallWaits, type CallWaitsPorts } from './call-waits.ts'
import { expiredOutcome } from './deadlines.ts'
import { DueCalls } from './due-calls.ts'
import { changesEditor, TURN_OF_ANOTHER } from './editor-leases.ts'
import { KEEP_CLOSED_MS, OutcomeDelivery, type Settling } from './outcome-delivery.ts'
import type { OwnersLink } from './owners-link.ts'
import type { PendingCall, PendingCalls } from './pending-calls.ts'
import { cancelledOutcome, reconcile } from './reconcile.ts'
import { chooseSeat, NO_SEAT, NO_SEAT_YET, relayIdOf, waitsForSeat } from './routing.ts'

/** A row of the object's storage holds 2 MB; the other columns need little. */
const MAX_BODY_CHARS = 1_900_000

export interface CallDispatcherPorts extends CallWaitsPorts {
	readonly calls: PendingCalls
	readonly owners: OwnersLink
	/** The earliest time at which {@link CallDispatcher.wake} is needed may have changed. */
	readonly reschedule: () => void
	/** Other agents wait for an editor than before. */
	readonly queueChanged: () => void
	readonly background: (work: Promise<unknown>) => void
}

export class CallDispatcher {
	readonly #ports: CallDispatcherPorts
	/** The last notification to the owner of each call; only avoids repetitions. */
	readonly #told = new Map<string, string | null>()
	readonly #outcomes: OutcomeDelivery
	readonly #waits: CallWaits
	readonly #due: DueCalls

	/** `createdAt` of the last call. */
	#lastOrder = 0

	constructor(ports: CallDispatcherPorts) {
		this.#ports = ports
		this.#waits = new CallWaits(ports)
		this.#outcomes = new OutcomeDelivery({
			...ports,
			nameOf: (editorKey) => this.#waits.nameOf(editorKey),
			ended: (call) => this.#ended(call),
		})
		this.#due = new DueCalls({
			...ports,
			isUnderWay: (callId) => this.#outcomes.isUnderWay(callId),
			settle: (callId, outcome) => this.settle(callId, outcome),
			reasonOf: (call) => this.#waits.reasonOf(call),
			tell: (call, reason) => this.#tell(call, reason),
		})
	}

	/** The caller sets the alarm again before it answers. */
	dispatch(request: DispatchRequest): DispatchReceipt {
		const { seats, sockets, calls, now } = this.#ports
		const { call } = request
		const known = calls.get(call.callId)
		if (known?.state === 'closed') return this.#refusedBefore(call.callId)
		if (known) return this.#dispatchAgain(known, call.argsHash)
		const over = this.#outcomes.over(call.callId)
		if (over) return this.#sameCall(over.argsHash === call.argsHash, over.editorKey)
		const choice = chooseSeat(seats.all(), seats.target, request.editorKey)
		const chosen = choice.ok ? choice.chosen : null
		if (!choice.ok && !waitsForSeat(request, choice.refusal)) {
			return this.#refuse(request, choice.refusal)
		}
		const denied = chosen && this.#waits.refusalAt(chosen, request)
		if (denied) return this.#refuse(request, denied)
		if (JSON.stringify(call).length > MAX_BODY_CHARS) {
			return refused(
				failed('too_large', 'The arguments of this call are too large.', {
					hint: 'Split it into smaller calls.',
				}),
			)
		}
		const crowded = this.#tooManyReads(request.owner)
		if (crowded) return refused(crowded)
		if (calls.isFull(ROOM_LIMITS.maxPendingCalls)) {
			return this.#refuse(
				request,
				failed('editor_busy', 'Too many calls in this project are running or waiting.', {
					hint: 'Nothing was done. Wait for some to finish, or stop a waiting run.',
				}),
			)
		}
		if (chosen && changesEditor(request)) this.#passOnLeases()
		const waiting = chosen ? this.#waits.whyWait(request, chosen) : NO_SEAT_YET
		// A button that acts later, when nobody looks, is a surprise.
		if (waiting !== null && request.owner.kind === 'person') {
			const hint = 'Nothing was done. Try again when Unity is ready.'
			return this.#refuse(request, failed('editor_busy', `${waiting}.`, { hint }))
		}
		const editorKey = chosen?.seat.editorKey ?? NO_SEAT
		const acceptedAt = now()
		// Calls of one step arrive within a millisecond and must keep their order when they wait.
		this.#lastOrder = Math.max(acceptedAt, this.#lastOrder + 1)
		calls.insert(
			{
				callId: call.callId,
				owner: request.owner,
				editorKey,
				runsOn: request.runsOn,
				replay: request.replay,
				state: waiting === null ? 'sent' : 'waiting',
				deadlineAt: acceptedAt + (waiting === null ? call.deadlineMs : WAIT_BUDGET_MS),
				createdAt: this.#lastOrder,
			},
			call,
		)
		this.#told.set(call.callId, waiting)
		if (waiting === TURN_OF_ANOTHER) this.#ports.queueChanged()
		if (chosen && waiting === null) {
			this.#ports.leases.take({ ...request, editorKey })
			const frame = rpcRequest(call.callId, 'call', { ...call, editorKey })
			sockets.sendToRelay(chosen.relayId, frame)
		}
		return this.#receipt(editorKey, waiting, waiting !== null)
	}

	#receipt(editorKey: string, waiting: string | null, held: boolean): DispatchReceipt {
		const at =
			editorKey === NO_SEAT
				? { editorKey: null, editorName: null }
				: { editorKey, editorName: this.#waits.nameOf(editorKey) }
		return { accepted: true, ...at, waiting, held }
	}

	/** The folder that has an open call; null: it has ended, or is no call of this project. */
	seatOf(callId: string): string | null {
		const call = this.#ports.calls.get(callId)
		return call === null || call.state === 'closed' || call.state === 'settling'
			? null
			: call.editorKey || null
	}

	/** Reads of MCP clients leave room for the runs of everybody. */
	#tooManyReads({ kind, id }: CallOwner): Refusal | null {
		if (kind !== 'mcp') return null
		const { own, all } = this.#ports.calls.readsByMcp(id)
		if (own < ROOM_LIMITS.maxClientReads && all < ROOM_LIMITS.maxMcpReads) return null
		const whose = own < ROOM_LIMITS.maxClientReads ? 'MCP clients' : 'this client'
		return failed('editor_busy', `Too many reads of ${whose} are running or waiting.`, {
			hint: 'Nothing was read. Wait for some to finish, then try again.',
		})
	}

	/** Remembered: a retry of this call may be on its way, and the editor may come meanwhile. */
	#refuse({ call, owner, ...request }: DispatchRequest, refusal: Refusal): DispatchReceipt {
		const now = this.#ports.now()
		const { callId } = call
		const { runsOn, replay } = request
		const editorKey = request.editorKey ?? ''
		const row = { callId, owner, editorKey, runsOn, replay, deadlineAt: now }
		this.#ports.calls.insert({ ...row, state: 'closed', createdAt: now }, call)
		this.#ports.calls.close(callId, refusal, now + KEEP_CLOSED_MS)
		return refused(refusal)
	}

	/** Its owner was told that nothing was done, so that must stay true. */
	#refusedBefore(callId: string): DispatchReceipt {
		const outcome = this.#ports.calls.storedOutcome(callId)
		return refused(outcome?.status === 'error' ? outcome : cancelledOutcome())
	}

	#dispatchAgain(known: PendingCall, argsHash: string): DispatchReceipt {
		const same = this.#ports.calls.argsHash(known.callId) === argsHash
		const held = known.state === 'waiting'
		return this.#sameCall(same, known.editorKey, this.#waits.reasonOf(known), held)
	}

	/** `same`: with the same arguments. */
	#sameCall(
		same: boolean,
		editorKey: string,
		waiting: string | null = null,
		held = false,
	): DispatchReceipt {
		if (!same) {
			return refused(
				failed('conflict', 'This call id has already been used for a different call.', {
					hint: 'Use a new call id.',
				}),
			)
		}
		return this.#receipt(editorKey, waiting, held)
	}

	/** Cancels calls: unsent ones are settled at once, for sent ones the relay decides. Returns the sent ones that are not over. */
	cancel(owner: CallOwner, callIds: readonly string[]): readonly string[] {
		const { calls, sockets, background } = this.#ports
		const unsent = new Set<string>()
		for (const callId of callIds) {
			const call = calls.get(callId)
			if (!call) this.#forestall(owner, callId)
			if (call?.state === 'waiting') {
				unsent.add(callId)
				background(this.settle(callId, cancelledOutcome()))
			}
			if (call?.state !== 'sent' && call?.state !== 'adrift') continue
			// Remembered, so that it is not sent again if the relay lost it.
			calls.setState(callId, 'cancelling')
			sockets.sendToRelay(
				relayIdOf(call.editorKey),
				rpcNotification('call.cancel', { callIds: [callId] }),
			)
		}
		return callIds.filter((callId) => {
			const state = calls.get(callId)?.state
			return !unsent.has(callId) && state !== undefined && state !== 'closed'
		})
	}

	/** An unknown call: its dispatch may still be on its way, and must be refused. */
	#forestall(owner: CallOwner, callId: string): void {
		const { calls, now, reschedule } = this.#ports
		const row = {
			callId,
			owner,
			editorKey: '',
			runsOn: 'editor',
			replay: 'once',
		} as const
		calls.insert({ ...row, state: 'closed', deadlineAt: now(), createdAt: now() }, null)
		calls.close(callId, cancelledOutcome(), now() + KEEP_CLOSED_MS)
		reschedule()
	}

	/** Hands an outcome to the call's owner. Never throws. */
	settle(callId: string, outcome: CallOutcome): Promise<Settling> {
		return this.#outcomes.settle(callId, outcome)
	}

	/** Settles the relay's outcomes, and tells it which ones it may forget. Ignores calls of other relays. */
	async settleFromRelay(
		relayId: string,
		outcomes: readonly { readonly callId: string; readonly outcome: CallOutcome }[],
	): Promise<Settling[]> {
		const results = await Promise.all(
			outcomes.map(({ callId, outcome }): Promise<Settling> | Settling =>
				this.#ofRelay(relayId, callId) ? this.settle(callId, outcome) : 'unknown',
			),
		)
		const callIds = outcomes.filter((_, i) => results[i] !== 'lost').map(({ callId }) => callId)
		if (callIds.length > 0) {
			this.#ports.sockets.sendToRelay(relayId, rpcNotification('calls.forget', { callIds }))
		}
		return results
	}

	/** First half of a relay's return, before its hello is answered: the entries that it may forget. */
	unknownIn(relayId: string, journal: readonly JournalEntry[]): readonly string[] {
		return reconcile(this.#ports.calls.ofRelay(relayId), journal).forget
	}

	/** Second half: brings the calls of a relay in line with its journal. */
	resume(relayId: string, journal: readonly JournalEntry[]): void {
		const { calls } = this.#ports
		const done = this.#due.returned(relayId, journal)
		if (done.length > 0) this.#ports.background(this.settleFromRelay(relayId, done))
		this.#advance(calls.ofRelay(relayId))
	}

	/**
	 * A folder was linked, or became the target: calls that were made before there was any go to it. Before the
	 * calls of seats are looked at, so that they are sent in order.
	 */
	seatsChanged(): void {
		const { seats, calls } = this.#ports
		const unseated = calls.ofSeat(NO_SEAT)
		if (unseated.length === 0) return
		const choice = chooseSeat(seats.all(), seats.target, null)
		if (choice.ok) {
			const { editorKey } = choice.chosen.seat
			calls.seat(NO_SEAT, editorKey)
			this.seatChanged(editorKey)
		} else this.#advance(unseated)
	}

	/** The state of a seat changed: sends the calls that can go, and reports which wait and why. */
	seatChanged(editorKey: string): void {
		this.#advance(this.#ports.calls.ofSeat(editorKey))
	}

	/** Sends the relay's calls that can go, and reports which wait and why. */
	relayChanged(relayId: string): void {
		this.#advance(this.#ports.calls.ofRelay(relayId))
	}

	/** See {@link EditorLeases.queues}. */
	queues(): readonly EditorQueue[] {
		return this.#ports.leases.queues()
	}

	/** A conversation's run is over, and its turn at an editor with it, now or soon. */
	runEnded(conversationId: string, by: 'model' | 'client'): void {
		this.#advanceAll(this.#ports.leases.release(conversationId, by))
		this.#ports.reschedule()
	}

	/** A person lets the agent of this conversation change the editor before those that came earlier. */
	letFirst(editorKey: string, conversationId: string): void {
		if (this.#ports.leases.passTo(editorKey, conversationId)) this.seatChanged(editorKey)
	}

	/** Agents whose turn has come get it. */
	#passOnLeases(): void {
		this.#advanceAll(this.#ports.leases.expire())
	}

	#advanceAll(editorKeys: readonly string[]): void {
		for (const editorKey of editorKeys) this.seatChanged(editorKey)
		if (editorKeys.length > 0) this.#ports.queueChanged()
	}

	#ended(call: PendingCall): void {
		const { leases, queueChanged } = this.#ports
		this.#told.delete(call.callId)
		if (!changesEditor(call)) return
		leases.used(call)
		this.#passOnLeases()
		// Others wait for it no longer than for the lease.
		this.#ports.reschedule()
		if (call.state === 'waiting') queueChanged()
	}

	/** The seat was unlinked: unsent calls have no destination. */
	seatRemoved(editorKey: string): void {
		this.#ports.leases.forget(editorKey)
		for (const call of this.#ports.calls.ofSeat(editorKey)) {
			if (call.state !== 'waiting') continue
			const outcome = noEditorComes(
				'target_gone',
				'The editor this call was meant for has been unlinked.',
				{
					hint: 'Nothing was done. Choose another editor as the target.',
				},
			)
			this.#ports.background(this.settle(call.callId, outcome))
		}
	}

	/** The seat is gone for good, and its relay's journal with it: no answer will come. */
	seatForgotten(editorKey: string): void {
		for (const { callId, state, replay } of this.#ports.calls.ofSeat(editorKey)) {
			if (state === 'sent' || state === 'adrift' || state === 'cancelling') {
				const outcome = expiredOutcome({ sent: true, replay }, 'The editor was forgotten')
				this.#ports.background(this.settle(callId, outcome))
			}
		}
		this.seatRemoved(editorKey)
	}

	#advance(calls: readonly PendingCall[]): void {
		for (const call of calls) {
			if (call.state === 'settling' || call.state === 'closed') continue
			const blocked = call.state === 'waiting' ? this.#waits.blocked(call) : null
			if (blocked) {
				this.#ports.background(this.settle(call.callId, blocked))
				continue
			}
			const reason = this.#waits.reasonOf(call)
			if (call.state === 'waiting' && reason === null) this.#send(call)
			this.#tell(call, reason)
		}
		this.#ports.reschedule()
	}

	#send(call: PendingCall): void {
		const { calls, sockets, leases, now } = this.#ports
		const body = calls.body(call.callId)
		// Already due: the alarm that follows reports it.
		if (!body || call.deadlineAt <= now()) return
		calls.move(call.callId, 'sent', now() + body.deadlineMs)
		leases.take(call)
		const params = { ...body, editorKey: call.editorKey }
		sockets.sendToRelay(relayIdOf(call.editorKey), rpcRequest(call.callId, 'call', params))
	}

	#tell(call: PendingCall, reason: string | null): void {
		const told = this.#told.get(call.callId)
		if (told === reason) return
		this.#told.set(call.callId, reason)
		if (told === TURN_OF_ANOTHER || reason === TURN_OF_ANOTHER) this.#ports.queueChanged()
		this.#ports.owners.waiting(call.owner, call.callId, reason)
	}

	#ofRelay(relayId: string, callId: string): PendingCall | null {
		const call = this.#ports.calls.get(callId)
		return call && relayIdOf(call.editorKey) === relayId ? call : null
	}

	progress(relayId: string, callId: string, message: string): void {
		const call = this.#ofRelay(relayId, callId)
		if (call) this.#ports.owners.progress(call.owner, callId, message)
	}

	/** Unix milliseconds; null: {@link wake} is not needed. */
	earliestDue(): number | null {
		const { calls, leases } = this.#ports
		return earliest(calls.earliestDue(), leases.earliestDue())
	}

	/** Looks at every call that is due: deadlines and retries, and the turn at an editor. */
	async wake(): Promise<void> {
		this.#passOnLeases()
		const { calls, now } = this.#ports
		await Promise.all(calls.due(now()).map((call) => this.#due.look(call)))
	}
}

const refused = (outcome: Refusal): DispatchReceipt => ({ accepted: false, outcome })
