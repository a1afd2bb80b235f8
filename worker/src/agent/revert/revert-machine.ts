/**
 * Takes a step or a run back, driven from its stored state as a run is: every method may be called
 * at any time, also right after an eviction. Each call is journaled before it is sent.
 */
import type { Author } from '@fairlead/protocol/author'
import { type CallOutcome, canonicalJson, failed } from '@fairlead/protocol/calls'
import type {
	RevertChanged,
	RevertPart,
	RevertPreview,
	RevertRequest,
} from '@fairlead/protocol/revert'
import type { CallRequest, DispatchReceipt } from '../../rooms/room-port.ts'
import { keepable, withoutAttachments } from '../calls/tool-results.ts'
import type { LogEntry } from '../run/machine-ports.ts'
import { Superseded } from '../run/run-store.ts'
import { PreviewReads } from './preview-reads.ts'
import { byUrgency, countsOf, noteOf, partOf, resultItems, verdictOf } from './revert-items.ts'
import { previewItems } from './revert-preview.ts'
import { type ScopeRefusal, scopeOf } from './revert-scope.ts'
import {
	checkedParams,
	decideRevert,
	type Revert,
	type RevertCall,
	replayOf,
	runnerOf,
	timeoutOf,
	type Wish,
} from './revert-state.ts'
import type { RevertStore } from './revert-store.ts'

/** A relay or editor that is away may be on its way back (a restart, a compile); nobody can chat meanwhile. */
export const REVERT_WAIT_MS = 10 * 60_000
/** The room settles a call at its deadline; this gives up so much later. */
const GRACE_MS = 30_000
const MAX_ROOM_ATTEMPTS = 8
const ROOM_RETRY_MS = 500
/** What was interrupted goes on at the latest after this. */
const WATCHDOG_MS = 15_000
const MAX_PREVIEW_ITEMS = 500
const MAX_ASKED_CHARS = 120
const BROKEN_OFF = {
	text: 'The revert stopped because of an internal error. Check the project before you try again.',
	note: '[The user started to revert what you did, and the revert stopped halfway. Look at the project before relying on anything from before.]',
} as const

export interface RevertPorts {
	readonly conversationId: string
	readonly store: RevertStore
	readonly room: {
		dispatch(request: CallRequest): Promise<DispatchReceipt>
		cancel(callIds: readonly string[]): Promise<unknown>
		revertChanged(change: RevertChanged): Promise<void>
	}
	/** Unix milliseconds. */
	readonly clock: () => number
	/** In [0, 1). */
	readonly random: () => number
	readonly newId: (prefix: 'rev') => string
	/** SHA-256, lower-case hex. */
	readonly hash: (text: string) => string
	/** State was committed: set the alarm. Must not throw. */
	readonly committed: () => void
	readonly log: (entry: LogEntry) => void
}

export type BeginOutcome =
	| { readonly ok: true; readonly part: RevertPart }
	| { readonly ok: false; readonly reason: 'run_active' | 'revert_active' | ScopeRefusal }

export type PreviewOutcome =
	| { readonly ok: true; readonly preview: RevertPreview }
	| { readonly ok: false; readonly reason: ScopeRefusal }

/** Of every call that belongs to a revert, or to a preview of one. */
export const isRevertCall = (callId: string): boolean =>
	callId.startsWith('rev_') || PreviewReads.owns(callId)

export class RevertMachine {
	readonly #ports: RevertPorts
	readonly #epoch: number
	readonly #looks: PreviewReads
	/** Calls of which the room has told since they were sent: news that a receipt does not overrule. */
	readonly #told = new Set<string>()
	#driving: Promise<void> | null = null
	#again = false

	constructor(ports: RevertPorts) {
		this.#ports = ports
		this.#epoch = ports.store.epoch()
		this.#looks = new PreviewReads(ports)
	}

	/** What would happen. Changes nothing. */
	async preview(request: RevertRequest): Promise<PreviewOutcome> {
		const scope = scopeOf(this.#ports.store, request)
		if (!scope.ok) return scope
		const items = byUrgency(await previewItems(this.#looks, scope.scope))
		const counts = countsOf(items)
		const listed = items.slice(0, MAX_PREVIEW_ITEMS)
		return { ok: true, preview: { items: listed, counts, truncated: items.length > listed.length } }
	}

	/** Durable when it returns. The same request id again is the same revert. */
	begin(request: RevertRequest, by: Author): BeginOutcome {
		const { store, newId, clock } = this.#ports
		const known = request.requestId === undefined ? null : store.byRequest(request.requestId)
		if (known) return { ok: true, part: partOf(known) }
		if (store.isRunActive()) return { ok: false, reason: 'run_active' }
		if (store.active()) return { ok: false, reason: 'revert_active' }
		const scope = scopeOf(store, request)
		if (!scope.ok) return scope
		const id = newId('rev')
		const revert: Revert = {
			id,
			...scope.scope,
			requestId: request.requestId ?? id,
			by,
			choices: request.choices,
			state: 'running',
			waiting: null,
			stopRequested: false,
			calls: [],
			items: [],
			text: null,
			createdAt: clock(),
			finishedAt: null,
			revertedBy: null,
			note: null,
		}
		this.#commit(() => store.insert(revert))
		this.#announce(revert)
		this.#kick()
		return { ok: true, part: partOf(revert) }
	}

	/** An outcome arrived. Durable when this returns; late and repeated ones change nothing. */
	settle(callId: string, outcome: CallOutcome): void {
		if (this.#looks.settle(callId, outcome)) return
		const found = this.#find(callId)
		if (!found || found.call.state === 'settled') return
		this.#settleCall(found.revert, found.call, outcome)
		this.#kick()
	}

	/** The room tells why a call waits; null: it waits no longer. */
	setWaiting(callId: string, reason: string | null): void {
		this.#told.add(callId)
		this.#looks.setWaiting(callId, reason)
		this.#applyWaiting(callId, reason)
	}

	#applyWaiting(callId: string, reason: string | null): void {
		const found = this.#find(callId)
		if (!found || found.call.state === 'settled' || found.revert.waiting === reason) return
		const { revert, call } = found
		const allowed = reason === null ? timeoutOf(call) + GRACE_MS : REVERT_WAIT_MS
		const nextAt = this.#ports.clock() + allowed
		const sent = reason === null ? { held: false } : {}
		this.#changed(revert, call, { nextAt, ...sent }, { waiting: reason })
	}

	/** Ends the one that goes on, leaving what is done as it is. False when there is none. */
	stop(): boolean {
		const revert = this.#ports.store.active()
		if (!revert) return false
		this.#commit(() => this.#ports.store.update(revert.id, { stopRequested: true }))
		for (const call of revert.calls) if (call.state !== 'settled') this.#giveUp(revert, call)
		this.#kick()
		return true
	}

	/** Goes on as far as it can now. Calls made meanwhile share the work. */
	drive(): Promise<void> {
		this.#again = true
		this.#driving ??= this.#loop().finally(() => {
			this.#driving = null
		})
		return this.#driving
	}

	/** Unix ms at which {@link wake} is needed; null: it sleeps until it is called. */
	nextAlarm(): number | null {
		const revert = this.#ports.store.active()
		if (!revert) return null
		const due = revert.calls.flatMap((call) =>
			call.state !== 'settled' && call.nextAt !== null ? call.nextAt : [],
		)
		return due.length > 0 && revert.waiting !== null
			? Math.min(...due)
			: Math.min(this.#ports.clock() + WATCHDOG_MS, ...due)
	}

	/** For the alarm: gives up what is overdue, and goes on. */
	wake(): void {
		const revert = this.#ports.store.active()
		if (!revert) return
		const now = this.#ports.clock()
		for (const call of revert.calls) {
			if (call.state === 'dispatched' && call.nextAt !== null && call.nextAt <= now) {
				this.#giveUp(revert, call)
			}
		}
		this.#kick()
	}

	#kick(): void {
		void this.drive()
	}

	async #loop(): Promise<void> {
		while (this.#again) {
			this.#again = false
			try {
				while (await this.#once()) {
					// One transition after the other until it waits.
				}
			} catch (error) {
				if (error instanceof Superseded) return
				this.#ports.log({ level: 'error', event: 'revert_failed_inside', error: String(error) })
				this.#breakOff()
				return
			}
		}
	}

	async #once(): Promise<boolean> {
		const revert = this.#ports.store.active()
		if (!revert) return false
		const next = decideRevert(revert, this.#epoch, this.#ports.clock())
		switch (next.do) {
			case 'nothing':
			case 'wait':
				return false
			case 'create':
				this.#create(revert, next.wish)
				return true
			case 'dispatch':
				await this.#dispatch(revert, next.call)
				return true
			case 'finish':
				this.#finish(revert)
				return false
			default:
				return next satisfies never
		}
	}

	/** After an error of our own: it ends, instead of keeping the conversation from its work for ever. */
	#breakOff(): void {
		const { store, clock, log } = this.#ports
		try {
			const revert = store.active()
			if (!revert) return
			const end = { state: 'failed', waiting: null, finishedAt: clock(), ...BROKEN_OFF } as const
			this.#announce(this.#commit(() => store.update(revert.id, end)))
		} catch (error) {
			log({ level: 'error', event: 'revert_break_off_failed', error: String(error) })
		}
	}

	#create(revert: Revert, wish: Wish): void {
		const { kind, method } = wish
		const params = checkedParams(wish)
		const call: RevertCall = {
			kind,
			callId: `${revert.id}.${kind}`,
			method,
			params,
			argsHash: this.#ports.hash(canonicalJson({ method, params })),
			state: 'ready',
			attempts: 0,
			nextAt: null,
			epoch: this.#epoch,
			outcome: null,
		}
		this.#commit(() => this.#ports.store.update(revert.id, { calls: [...revert.calls, call] }))
	}

	async #dispatch(revert: Revert, call: RevertCall): Promise<void> {
		const { room, clock, random, log } = this.#ports
		const deadlineMs = timeoutOf(call)
		// A call that waited before an eviction still waits: its time goes on.
		const nextAt = call.state === 'dispatched' ? call.nextAt : clock() + deadlineMs + GRACE_MS
		this.#changed(revert, call, { state: 'dispatched', epoch: this.#epoch, nextAt }, {})
		this.#told.delete(call.callId)
		const { callId, method, params, argsHash } = call
		try {
			const receipt = await room.dispatch({
				call: { callId, method, params, argsHash, deadlineMs },
				editorKey: revert.editorKey,
				runsOn: runnerOf(call),
				replay: replayOf(call),
				refuseWhenClosed: true,
			})
			if (!receipt.accepted) this.settle(callId, receipt.outcome)
			else if (receipt.waiting !== null && !this.#told.has(callId)) {
				const found = this.#find(callId)
				const held = receipt.held === true
				if (found?.call.state === 'dispatched')
					this.#changed(found.revert, found.call, { held }, {})
				this.#applyWaiting(callId, receipt.waiting)
			}
		} catch (error) {
			log({ level: 'warn', event: 'room_unreachable', error: String(error) })
			const found = this.#find(callId)
			if (!found || found.call.state === 'settled') return
			if (found.call.attempts >= MAX_ROOM_ATTEMPTS) {
				this.#giveUp(found.revert, found.call)
				return
			}
			const pause = ROOM_RETRY_MS * 2 ** found.call.attempts * (0.5 + random() / 2)
			const again = { state: 'ready', attempts: found.call.attempts + 1 } as const
			this.#changed(found.revert, found.call, { ...again, nextAt: clock() + Math.round(pause) }, {})
		}
	}

	/** Nobody waits for it any longer. What was sent may still take effect. */
	#giveUp(revert: Revert, call: RevertCall): void {
		const sent = call.state === 'dispatched' || call.attempts > 0
		const reason = revert.waiting ?? 'The call timed out'
		const outcome =
			sent && call.held !== true && call.kind !== 'look'
				? failed('effect_unknown', `${reason}. It may have taken effect.`)
				: failed('cancelled', `${reason}.`)
		this.#settleCall(revert, call, outcome)
		if (sent) this.#tellRoom((room) => room.cancel([call.callId]))
	}

	#settleCall(revert: Revert, call: RevertCall, outcome: CallOutcome): void {
		const stored = keepable(withoutAttachments(outcome))
		this.#changed(
			revert,
			call,
			{ state: 'settled', outcome: stored, nextAt: null },
			{ waiting: null },
		)
	}

	#finish(revert: Revert): void {
		const { store, clock } = this.#ports
		const items = byUrgency(resultItems(revert))
		const { state, text } = verdictOf(items, revert.stopRequested)
		const done = this.#commit(() => {
			const run = store.runOf(revert.messageId)
			const asked = run === null ? null : store.textOf(run.idemKey)
			const ended = store.update(revert.id, {
				state,
				text,
				items,
				waiting: null,
				finishedAt: clock(),
				note: noteOf(revert, items, asked === null ? null : asked.slice(0, MAX_ASKED_CHARS)),
			})
			if (revert.revertOf !== null && countsOf(items).reverted > 0) {
				store.update(revert.revertOf, { revertedBy: revert.id })
			}
			return ended
		})
		this.#announce(done)
	}

	#changed(
		{ id }: Revert,
		{ callId }: RevertCall,
		patch: Partial<RevertCall>,
		more: Partial<Pick<Revert, 'waiting'>>,
	): void {
		const { store } = this.#ports
		const before = store.get(id)
		if (!before) return
		const calls = before.calls.map((call) =>
			call.callId === callId ? { ...call, ...patch } : call,
		)
		const after = this.#commit(() => store.update(id, { calls, ...more }))
		if (after.waiting !== before.waiting) this.#announce(after)
	}

	/** Throws {@link Superseded} where another instance of the object has taken over. */
	#commit<T>(body: () => T): T {
		const { store, committed } = this.#ports
		const result = store.transaction(() => {
			if (store.epoch() !== this.#epoch) throw new Superseded()
			return body()
		})
		committed()
		return result
	}

	#find(callId: string): { revert: Revert; call: RevertCall } | null {
		const revert = this.#ports.store.active()
		const call = revert?.calls.find((one) => one.callId === callId)
		return revert && call ? { revert, call } : null
	}

	#announce({ id, messageId, state }: Revert): void {
		const { conversationId } = this.#ports
		this.#tellRoom((room) => room.revertChanged({ conversationId, messageId, revertId: id, state }))
	}

	/** For what the revert does not depend on: a room that cannot be reached is only logged. */
	#tellRoom(tell: (room: RevertPorts['room']) => Promise<unknown>): void {
		tell(this.#ports.room).catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
	}
}
