/**
 * An editor that counts what it executes. It journals as the protocol demands: calls that may
 * not run twice before they begin, in memory over domain reloads, on disk beyond the end of its process
 * (unless the disk is lost with it).
 */

import { resolveCall } from '@fairlead/protocol/tools'
import type { Call, CallOutcome, JournalEntry } from '@fairlead/protocol/wire/calls'
import { failed } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import type { EditorHello } from '@fairlead/protocol/wire/editor-link'
import {
	parseFrame,
	RPC_ERROR,
	rpcFailure,
	rpcNotification,
	rpcRequest,
	rpcSuccess,
} from '@fairlead/protocol/wire/json-rpc'
import type { Faults } from '../faults.ts'
import type { WireEnd } from '../hosts/wire.ts'
import type { Scheduler } from '../scheduler.ts'

const REDIAL_MS = 500
const CLOSE_RESPONSE_MS = 5_000

export interface EditorWorld {
	readonly scheduler: Scheduler
	readonly faults: Faults
	/** The folder of the Unity project. */
	readonly folder: string
	/** Returns null when nothing listens. */
	dialRelay(): WireEnd | null
	/** Duration of a call in milliseconds. */
	workMs(call: Call): number
	/** Executes a call and returns its outcome; called once per real execution. */
	execute(call: Call): CallOutcome
	/** The process ended. */
	ended(): void
	killRelay(): void
}

type Entry = JournalEntry & { readonly once: boolean }

interface Queued {
	readonly call: Call
	readonly deadlineAt: number
	readonly answer: (outcome: CallOutcome) => void
}

export class ChaosEditor {
	readonly #world: EditorWorld
	/** The journal that a new process reads: calls that may not run twice. */
	#disk = new Map<string, Entry>()
	#memory = new Map<string, Entry>()
	#undelivered = new Map<string, CallOutcome>()
	#queue: Queued[] = []
	#pending = new Map<string, Promise<CallOutcome>>()
	#session = 0
	#connSeq = 0
	#end: WireEnd | null = null
	#greeted = false
	#busy = false
	#phase: 'ready' | 'reloading' = 'ready'
	#running = false
	#requests = 0
	readonly #settling = new Map<string, string>()

	constructor(world: EditorWorld) {
		this.#world = world
	}

	start(): void {
		this.#session++
		this.#running = true
		this.#phase = 'ready'
		this.#memory = new Map(this.#disk)
		this.#dial(this.#session)
	}

	/** The process ends at once, and is restarted after `downMs`. */
	kill(downMs: number, journalLost: boolean): void {
		if (!this.#running) return
		this.#running = false
		this.#session++
		this.#leave((end) => end.drop())
		this.#world.ended()
		this.#queue = []
		this.#pending = new Map()
		this.#undelivered = new Map()
		this.#busy = false
		if (journalLost) this.#disk = new Map()
		this.#world.scheduler.after(downMs, () => this.start())
	}

	/** A domain reload: the socket closes, the process and its journal stay. */
	reload(awayMs: number): void {
		if (!this.#running || this.#phase === 'reloading') return
		const session = this.#session
		this.#phase = 'reloading'
		this.#notify('editor.phase', { phase: 'reloading' })
		this.#leave((end) => end.close(CLOSE.reloading, 'reloading'))
		this.#world.scheduler.after(awayMs, () => {
			if (this.#session !== session) return
			this.#phase = 'ready'
			this.#dial(session)
		})
	}

	#leave(how: (end: WireEnd) => void): void {
		const end = this.#end
		this.#end = null
		this.#greeted = false
		this.#settling.clear()
		if (!end) return
		end.onFrame = () => undefined
		end.onClose = () => undefined
		how(end)
	}

	#dial(session: number): void {
		if (this.#session !== session || this.#phase === 'reloading' || this.#end) return
		const end = this.#world.dialRelay()
		if (!end) {
			this.#redial(session)
			return
		}
		this.#end = end
		this.#greeted = false
		end.onFrame = (text) => {
			if (this.#end === end) this.#received(end, text)
		}
		end.onClose = () => {
			if (this.#end !== end) return
			this.#end = null
			this.#greeted = false
			this.#settling.clear()
			this.#redial(session)
		}
		const hello: EditorHello = {
			protocolVersion: 1,
			projectPath: this.#world.folder,
			productGuid: 'chaos',
			unityVersion: '6000.2.0f1',
			pid: session,
			sessionId: `session-${session}`,
			connSeq: ++this.#connSeq,
			phase: 'ready',
			pluginVersion: '0.1.0',
			kind: 'simulator',
			journal: [...this.#memory.values()]
				.filter((entry) => entry.once || entry.state !== 'done')
				.map(({ once: _, ...entry }) => entry),
		}
		end.send(rpcRequest('hello', 'editor.hello', hello))
		// A hello or its answer may be lost on a hostile wire.
		this.#world.scheduler.after(CLOSE_RESPONSE_MS, () => {
			if (this.#end === end && !this.#greeted) end.drop()
		})
	}

	#redial(session: number): void {
		const ms = REDIAL_MS + this.#world.faults.random.between(0, REDIAL_MS)
		this.#world.scheduler.after(ms, () => this.#dial(session))
	}

	#notify(method: string, params: unknown): void {
		if (this.#end && this.#greeted) this.#end.send(rpcNotification(method, params))
	}

	#received(end: WireEnd, text: string): void {
		const frame = parseFrame(text)
		if (frame.kind === 'success') {
			if (frame.message.id === 'hello') {
				if (this.#greeted) return
				this.#greeted = true
				this.#forget((frame.message.result as { forget: string[] }).forget)
				for (const [callId, outcome] of this.#undelivered) this.#report(callId, outcome)
			} else {
				const callId = this.#settling.get(String(frame.message.id))
				if (callId !== undefined) this.#undelivered.delete(callId)
			}
		} else if (frame.kind === 'notification') {
			const { callIds = [] } = frame.message.params as { callIds?: string[] }
			if (frame.message.method === 'calls.forget') this.#forget(callIds)
			if (frame.message.method === 'call.cancel') for (const id of callIds) this.#cancel(id)
		} else if (frame.kind === 'request') {
			const call = frame.message.params as Call
			this.#submit(end, frame.message.id as number, call)
		}
	}

	#forget(callIds: readonly string[]): void {
		for (const callId of callIds) {
			this.#memory.delete(callId)
			this.#disk.delete(callId)
			this.#undelivered.delete(callId)
		}
	}

	#submit(end: WireEnd, id: number, call: Call): void {
		const known = this.#memory.get(call.callId)
		if (known && known.argsHash !== call.argsHash) {
			end.send(rpcFailure(id, { code: RPC_ERROR.conflict, message: 'conflict' }))
			return
		}
		void this.#outcomeOf(call, known).then((outcome) => {
			if (this.#end === end && end.open) end.send(rpcSuccess(id, outcome))
			else if (this.#running) {
				this.#undelivered.set(call.callId, outcome)
				this.#report(call.callId, outcome)
			}
		})
	}

	#outcomeOf(call: Call, known: Entry | undefined): Promise<CallOutcome> {
		const pending = this.#pending.get(call.callId)
		if (pending) return pending
		if (known?.state === 'done') return Promise.resolve(known.outcome)
		if (known?.state === 'started' && known.once)
			return Promise.resolve(failed('effect_unknown', 'The editor ended while it ran this.'))
		const resolved = resolveCall(call.method, call.params)
		const once = resolved.ok && resolved.call.action.replay === 'once'
		this.#put({ callId: call.callId, argsHash: call.argsHash, state: 'received', once })
		const outcome = new Promise<CallOutcome>((answer) => {
			const deadlineAt = this.#world.scheduler.now + call.deadlineMs
			this.#queue.push({ call, deadlineAt, answer })
		})
		this.#pending.set(call.callId, outcome)
		this.#kick()
		return outcome
	}

	#put(entry: Entry): void {
		this.#memory.set(entry.callId, entry)
		if (entry.once) this.#disk.set(entry.callId, entry)
	}

	#report(callId: string, outcome: CallOutcome): void {
		if (!this.#end || !this.#greeted) return
		const id = `settled-${++this.#requests}`
		this.#settling.set(id, callId)
		this.#end.send(rpcRequest(id, 'call.settled', { callId, outcome }))
	}

	#cancel(callId: string): void {
		const index = this.#queue.findIndex(({ call }) => call.callId === callId)
		const [queued] = index < 0 ? [] : this.#queue.splice(index, 1)
		if (queued) this.#settle(queued, failed('cancelled', 'Cancelled before it began.'))
	}

	/** The main thread: one call at a time. */
	#kick(): void {
		if (this.#busy || !this.#running) return
		const next = this.#queue.shift()
		if (!next) return
		if (this.#world.scheduler.now >= next.deadlineAt) {
			this.#settle(next, failed('deadline_exceeded', 'Not begun in time. Nothing changed.'))
			this.#kick()
			return
		}
		this.#busy = true
		const { scheduler, faults } = this.#world
		const session = this.#session
		const { call } = next
		const entry = this.#memory.get(call.callId)
		const once = entry?.once ?? false
		this.#put({ callId: call.callId, argsHash: call.argsHash, state: 'started', once })
		const power = faults.strikes('machine_lost')
		const dies = power || faults.strikes('editor_killed_in_call')
		const crash = dies ? faults.random.pick(['before', 'after', 'after']) : null
		if (faults.strikes('relay_killed_in_call')) this.#world.killRelay()
		const die = (): void => {
			if (power) this.#world.killRelay()
			this.kill(faults.random.between(1_000, 8_000), faults.strikes('editor_journal_lost'))
		}
		scheduler.after(this.#world.workMs(call), () => {
			if (this.#session !== session) return
			if (crash === 'before') {
				die()
				return
			}
			const outcome = this.#world.execute(call)
			if (crash === 'after') {
				die()
				return
			}
			const reloads = call.method === 'unity_refresh'
			const awayMs = reloads ? faults.random.between(500, 4_000) : 0
			if (reloads) this.reload(awayMs)
			scheduler.after(awayMs, () => {
				if (this.#session !== session) return
				this.#busy = false
				this.#settle(next, outcome)
				this.#kick()
			})
		})
	}

	#settle({ call, answer }: Queued, outcome: CallOutcome): void {
		const entry = this.#memory.get(call.callId)
		const once = entry?.once ?? false
		this.#put({ callId: call.callId, argsHash: call.argsHash, state: 'done', outcome, once })
		this.#pending.delete(call.callId)
		answer(outcome)
	}
}
