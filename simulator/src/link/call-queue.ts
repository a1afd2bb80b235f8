/**
 * The editor's main thread for calls: one at a time, in the order of arrival,
 * only in phases that take calls. Every call id settles exactly once.
 */
import {
	type Call,
	type CallOutcome,
	type EditorOutcome,
	failed,
	PHASES_TAKING_CALLS,
	type Phase,
} from '@fairlead/protocol'
import { resolveCall } from '@fairlead/protocol/tools'
import type { CallJournal } from './journal.ts'

export interface QueuePorts {
	/** Runs the call; must not throw. */
	execute(call: Call): Promise<EditorOutcome>
	phase(): Phase
	/** Called when a call is next in line; true when it must wait after all. */
	hold?(call: Call): boolean
	/** Milliseconds that the computer was awake. */
	now(): number
}

/** The same id came with other arguments. */
export class CallConflict extends Error {}

interface Waiting {
	readonly call: Call
	readonly deadlineAt: number
	timer: NodeJS.Timeout
	readonly settle: (outcome: EditorOutcome) => void
}

export class CallQueue {
	readonly #journal: CallJournal
	readonly #ports: QueuePorts
	readonly #waiting: Waiting[] = []
	/** Settling promises of calls of this process, by id. */
	readonly #pending = new Map<string, Promise<EditorOutcome>>()
	#running = false
	#closed = false

	constructor(journal: CallJournal, ports: QueuePorts) {
		this.#journal = journal
		this.#ports = ports
	}

	get length(): number {
		return this.#waiting.length
	}

	/**
	 * The outcome of a call: of the running or stored one if the id is known.
	 * @throws CallConflict when the id is known with another argsHash.
	 */
	submit(call: Call): Promise<EditorOutcome> {
		const known = this.#journal.get(call.callId)
		if (known && known.argsHash !== call.argsHash) {
			throw new CallConflict(`The call id "${call.callId}" was used with other arguments.`)
		}
		const pending = this.#pending.get(call.callId)
		if (pending) return pending
		const isRead = mayRunAgain(call)
		switch (known?.state) {
			case 'done':
				return Promise.resolve(known.outcome)
			case 'started':
				if (!isRead) return Promise.resolve(effectUnknown(call))
				break
			case 'received':
			case undefined:
				break
			default:
				known satisfies never
		}
		this.#journal.received(call, isRead)
		return this.#enqueue(call)
	}

	/** Removes calls that have not begun from the queue; the running one ends by itself. */
	cancel(callIds: readonly string[]): void {
		for (const callId of callIds) {
			this.#giveUp(
				callId,
				failed(
					'cancelled',
					'The call was cancelled before the editor started it. Nothing changed.',
				),
			)
		}
	}

	/** Begins the next call if the phase allows it; to be called when the phase changed. */
	kick(): void {
		if (this.#running || this.#closed || !PHASES_TAKING_CALLS.has(this.#ports.phase())) return
		const next = this.#waiting[0]
		if (!next) return
		if (this.#ports.now() >= next.deadlineAt) {
			this.#expire(next)
			this.kick()
			return
		}
		if (this.#ports.hold?.(next.call)) return
		this.#waiting.shift()
		clearTimeout(next.timer)
		void this.#run(next)
	}

	/** Forgets the waiting calls without settling them: their ids stay `received` in the journal. */
	close(): void {
		this.#closed = true
		for (const { timer } of this.#waiting) clearTimeout(timer)
		this.#waiting.length = 0
	}

	#enqueue(call: Call): Promise<EditorOutcome> {
		const outcome = new Promise<EditorOutcome>((settle) => {
			const timer = setTimeout(() => this.#due(waiting), call.deadlineMs)
			const deadlineAt = this.#ports.now() + call.deadlineMs
			const waiting: Waiting = { call, deadlineAt, timer, settle }
			this.#waiting.push(waiting)
		})
		this.#pending.set(call.callId, outcome)
		queueMicrotask(() => this.kick())
		return outcome
	}

	async #run({ call, settle }: Waiting): Promise<void> {
		this.#running = true
		this.#journal.started(call.callId)
		const outcome = await this.#ports.execute(call)
		if (this.#closed) return
		this.#settle(call.callId, outcome, settle)
		this.#running = false
		this.kick()
	}

	/** The computer may have slept meanwhile. */
	#due(waiting: Waiting): void {
		const leftMs = waiting.deadlineAt - this.#ports.now()
		if (leftMs > 0) waiting.timer = setTimeout(() => this.#due(waiting), leftMs)
		else this.#expire(waiting)
	}

	#expire({ call }: Waiting): void {
		this.#giveUp(
			call.callId,
			failed(
				'deadline_exceeded',
				`The editor could not start ${call.method} in time (${call.deadlineMs} ms); it is ${this.#ports.phase()}. Nothing changed.`,
				{ hint: 'Wait until the editor is ready, then try again.' },
			),
		)
	}

	#giveUp(callId: string, outcome: EditorOutcome): void {
		const index = this.#waiting.findIndex((w) => w.call.callId === callId)
		const waiting = this.#waiting[index]
		if (!waiting) return
		this.#waiting.splice(index, 1)
		clearTimeout(waiting.timer)
		this.#settle(callId, outcome, waiting.settle)
	}

	#settle(callId: string, outcome: EditorOutcome, settle: (outcome: EditorOutcome) => void): void {
		this.#journal.done(callId, outcome)
		this.#pending.delete(callId)
		settle(outcome)
	}
}

/** Whether running twice is harmless. An unknown or wrong call changes nothing either. */
export function mayRunAgain(call: Pick<Call, 'method' | 'params'>): boolean {
	const resolved = resolveCall(call.method, call.params)
	return !resolved.ok || resolved.call.action.replay === 'safe'
}

function effectUnknown(call: Call): CallOutcome {
	return failed(
		'effect_unknown',
		`The editor exited while running ${call.method}. It may or may not have taken effect.`,
		{ hint: 'Look at the scene first, then decide whether to retry.' },
	)
}
