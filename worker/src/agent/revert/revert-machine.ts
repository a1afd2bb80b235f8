/**
 * Reverts a step or a run, driven from its stored state like a run: every method may be called
 * at any time, also right after an eviction. Each call is journaled before it is sent.
 */

import type { RevertChanged, RevertRequest } from '@fairlead/protocol/conversations/revert'
import type { Author } from '@fairlead/protocol/people/author'
import { type CallOutcome, canonicalJson } from '@fairlead/protocol/wire/calls'
import type { RunChanged } from '@fairlead/protocol/wire/viewer-link'
import type { BeginOutcome, PreviewOutcome } from '../../ports/conversation.ts'
import type { CallRequest, DispatchReceipt } from '../../ports/room.ts'
import { type ReadingRoom, readInPassing } from '../calls/passing-read.ts'
import { Driver } from '../run/driver.ts'
import type { LogEntry } from '../run/machine-ports.ts'
import { type Commit, committer } from '../run/transaction.ts'
import { RevertCalls } from './revert-calls.ts'
import { byUrgency, countsOf, noteOf, partOf, resultItems, verdictOf } from './revert-items.ts'
import { type Look, previewItems } from './revert-preview.ts'
import { scopeOf } from './revert-scope.ts'
import {
	checkedParams,
	decideRevert,
	type Revert,
	type RevertCall,
	recordsDone,
	type Wish,
} from './revert-state.ts'
import type { RevertStore } from './revert-store.ts'
import { stepsBeside } from './steps-beside.ts'

/** An interrupted revert continues after this time at the latest. */
const WATCHDOG_MS = 15_000
const MAX_PREVIEW_ITEMS = 500
/** Short, because a person waits for the preview. */
const LOOK_TIMEOUT_MS = 15_000
const MAX_ASKED_CHARS = 120
const BROKEN_OFF = {
	text: 'The revert stopped because of an internal error. Check the project before you try again.',
	note: '[The user started to revert what you did, and the revert stopped halfway. Look at the project before relying on anything from before.]',
} as const

export interface RevertPorts {
	readonly conversationId: string
	readonly store: RevertStore
	readonly room: ReadingRoom & {
		dispatch(request: CallRequest): Promise<DispatchReceipt>
		revertChanged(change: RevertChanged): Promise<void>
		runChanged(change: RunChanged, by: 'model'): Promise<void>
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

/** True for calls of a revert. */
export const isRevertCall = (callId: string): boolean => callId.startsWith('rev_')

export class RevertMachine {
	readonly #ports: RevertPorts
	readonly #epoch: number
	readonly #calls: RevertCalls
	readonly #commit: Commit
	readonly #driver = new Driver(
		async () => {
			while (await this.#once()) {
				// One transition after another until it waits.
			}
		},
		(error) => this.#breakOff(error),
	)

	constructor(ports: RevertPorts) {
		this.#ports = ports
		this.#epoch = ports.store.epoch()
		this.#commit = committer(ports, this.#epoch)
		this.#calls = new RevertCalls(ports, this.#commit, this.#epoch, {
			announce: (revert) => this.#announce(revert),
			kick: () => void this.drive(),
			withdraw: (callId) => this.#tellRoom((room) => room.cancel([callId])),
		})
	}

	/** A preview of the revert. Changes nothing. */
	async preview(request: RevertRequest): Promise<PreviewOutcome> {
		const scope = scopeOf(this.#ports.store, request)
		if (!scope.ok) return scope
		const { room, newId } = this.#ports
		const { editorKey } = scope.scope
		const look: Look = (method, params) =>
			readInPassing(room, newId('rev'), { method, params, editorKey, timeoutMs: LOOK_TIMEOUT_MS })
		const items = byUrgency(
			await previewItems(look, scope.scope, (ids) => this.#ports.store.stepsOf(ids)),
		)
		const counts = countsOf(items)
		const listed = items.slice(0, MAX_PREVIEW_ITEMS)
		return { ok: true, preview: { items: listed, counts, truncated: items.length > listed.length } }
	}

	/** Durable when it returns. Repeating a request id returns the same revert. */
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
		this.#commit(null, () => store.insert(revert))
		this.#announce(revert)
		void this.drive()
		return { ok: true, part: partOf(revert) }
	}

	/** An outcome arrived. Durable when this returns; late and repeated ones change nothing. */
	settle(callId: string, outcome: CallOutcome): void {
		this.#calls.settle(callId, outcome)
	}

	/** The room tells why a call waits; null: it waits no longer. */
	setWaiting(callId: string, reason: string | null): void {
		this.#calls.news(callId, reason)
	}

	/** Ends the active revert and leaves its finished parts as they are. False if there is none. */
	stop(): boolean {
		const revert = this.#ports.store.active()
		if (!revert) return false
		this.#commit(null, () => this.#ports.store.update(revert.id, { stopRequested: true }))
		for (const call of revert.calls) if (call.state !== 'settled') this.#calls.giveUp(call)
		void this.drive()
		return true
	}

	/** Continues as far as possible now. Calls made meanwhile share the work. */
	drive(): Promise<void> {
		return this.#driver.drive()
	}

	/** Unix ms at which {@link wake} is needed; null: none is needed. */
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

	/** Called by the alarm: gives up overdue calls, and continues. */
	wake(): void {
		const revert = this.#ports.store.active()
		if (!revert) return
		this.#calls.expire(revert)
		void this.drive()
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
				await this.#calls.dispatch(revert, next.call)
				return true
			case 'finish':
				this.#finish(revert)
				return false
			default:
				return next satisfies never
		}
	}

	/** After an internal error the revert ends, instead of blocking the conversation forever. */
	#breakOff(cause: unknown): void {
		const { store, clock, log } = this.#ports
		log({ level: 'error', event: 'revert_failed_inside', error: String(cause) })
		try {
			const revert = store.active()
			if (!revert) return
			const end = { state: 'failed', waiting: null, finishedAt: clock(), ...BROKEN_OFF } as const
			this.#announce(this.#commit(null, () => store.update(revert.id, end)))
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
		this.#commit(null, () =>
			this.#ports.store.update(revert.id, { calls: [...revert.calls, call] }),
		)
	}

	#finish(revert: Revert): void {
		const { store, clock, conversationId } = this.#ports
		const steps = store.stepsOf(recordsDone(revert).map(({ id }) => id))
		const items = byUrgency(resultItems(revert, (id) => steps.get(id)?.objects))
		const also = stepsBeside(revert, store)
		const { state, text } = verdictOf(items, revert.stopRequested)
		const { ended, last } = this.#commit(null, () => {
			const run = store.runOf(revert.messageId)
			const asked = run === null ? null : store.textOf(run.idemKey)
			const ended = store.update(revert.id, {
				state,
				text,
				items,
				waiting: null,
				finishedAt: clock(),
				note: noteOf(revert, items, asked === null ? null : asked.slice(0, MAX_ASKED_CHARS)),
				also,
			})
			const answers = new Set([revert.messageId, ...also.map(({ messageId }) => messageId)])
			for (const messageId of answers) store.recordAnswer(messageId, clock())
			const changed = countsOf(items).reverted > 0
			if (revert.revertOf !== null && changed) {
				store.update(revert.revertOf, { revertedBy: revert.id })
			}
			const told = changed ? [...answers].map((id) => store.tellVerdict(id, clock())) : []
			return { ended, last: told.find((run) => run !== null) ?? null }
		})
		this.#announce(ended)
		if (last === null) return
		const { id: runId, ...now } = last
		this.#tellRoom((room) => room.runChanged({ conversationId, runId, ...now }, 'model'))
	}

	#announce({ id, messageId, state }: Revert): void {
		const { conversationId } = this.#ports
		this.#tellRoom((room) => room.revertChanged({ conversationId, messageId, revertId: id, state }))
	}

	/** Tells news that the revert does not depend on: an unreachable room is only logged. */
	#tellRoom(tell: (room: RevertPorts['room']) => Promise<unknown>): void {
		tell(this.#ports.room).catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
	}
}
