/**
 * Accepts calls from rooms, runs each at most once, and provides its outcome:
 * from the journal, from a tool the relay runs itself, or from the editor on the call's seat.
 */

import { isDeskTool } from '@fairlead/protocol/computers/local-mcp-servers'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { type Replay, type ResolvedCall, resolveCall } from '@fairlead/protocol/tools'
import { type CallOutcome, type CallProgress, failed } from '@fairlead/protocol/wire/calls'
import { READ_CALL_PREFIX, type RoutedCall } from '@fairlead/protocol/wire/relay-link'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { ChangeRecorder } from '../history/change-recorder.ts'
import type { LocalMcpServers } from '../mcp-client/local-servers.ts'
import { afterAwake, type Clock } from '../platform/clock.ts'
import { unlessDiskFull } from '../platform/database.ts'
import type { RelayTool } from '../platform/relay-tool.ts'
import type { Timing } from '../platform/timing.ts'
import {
	alreadyRan,
	cancelled,
	effectUnknown,
	noSuchSeat,
	notJournaled,
	sentDeadline,
} from '../platform/verdicts.ts'
import type { ReplyFolder } from '../replies/reply-folder.ts'
import { EditorCallQueue } from './editor-call-queue.ts'
import type { CallJournal } from './journal.ts'
import { hasBegun, type LiveCall, resolvedHere } from './live-call.ts'
import { UnresponsiveEditors } from './unresponsive-editors.ts'

/** How often storing an outcome is retried while the disk is full. */
const STORE_AGAIN_MS = 2_000
/** Copies arrive within minutes; the newest are kept. */
const MAX_REFUSED = 1_000

export type Receipt =
	/** The id is known with other arguments: nothing was or will be executed. */
	| { readonly kind: 'conflict' }
	/** `outcome` never rejects. A call that is not journaled is not reported again after a lost connection. */
	| {
			readonly kind: 'accepted'
			readonly outcome: Promise<CallOutcome>
			readonly journaled: boolean
	  }

export interface RouterPorts {
	readonly journal: CallJournal
	readonly seats: SeatRegistry
	readonly clock: Clock
	readonly timing: Timing
	/** Tools the relay runs itself, by name. */
	readonly tools: ReadonlyMap<string, RelayTool>
	/** Tools of MCP servers that the relay starts. */
	readonly servers: Pick<LocalMcpServers, 'tool' | 'replayOf'>
	/** Outcomes that arrived as files. */
	readonly replies: Pick<ReplyFolder, 'take' | 'discard'>
	/** Records the files that an editor call may change, before and after. */
	readonly recorder: Pick<ChangeRecorder, 'before' | 'after'>
	/** Completes an outcome with what the relay knows of the files that an undo leaves. */
	completed(room: string, call: RoutedCall, outcome: CallOutcome): CallOutcome
	/** The seats linked to this room. */
	seatsOf(room: string): EditorSeat[]
	/** Whether this is one of them. */
	hasSeat(room: string, editorKey: string): boolean
	/** A tool of the relay tells how far it is. */
	progressed(room: string, progress: CallProgress): void
	/** An outcome was stored. Called before {@link Receipt} resolves. */
	settled(room: string, callId: string, outcome: CallOutcome): void
}

export class CallRouter {
	readonly #ports: RouterPorts
	readonly #live = new Map<string, LiveCall>()
	/** Calls that have ended, whose files are still being recorded: nothing else happens to them. */
	readonly #ending = new Set<LiveCall>()
	/** Calls that a full disk kept out of the journal. */
	readonly #refused = new Map<string, Receipt>()
	readonly #silences = new UnresponsiveEditors()
	readonly editorCalls: EditorCallQueue

	constructor(ports: RouterPorts) {
		this.#ports = ports
		this.editorCalls = new EditorCallQueue({
			...ports,
			live: () => [...this.#live.values()].filter((live) => !this.#ending.has(live)),
			settle: (live, outcome) => this.#settle(live, outcome),
			cameBack: (editorKey) => this.#silences.forget(editorKey),
		})
	}

	/** Resumes calls that were unsettled when the relay last stopped. Call once, before editors connect. */
	recover(): void {
		for (const { room, call, replay, deadlineAt, state } of this.#ports.journal.unsettled()) {
			const { clock } = this.#ports
			const awakeUntil = clock.awake() + deadlineAt - clock.now()
			const live = this.#track({ room, call, replay, resolved: null, journaled: true }, awakeUntil)
			const tool = this.#toolOf(call)
			if (state.kind === 'started' && state.sessionId !== null) {
				// The editor's hello may bring the outcome even of a call whose deadline has passed.
				const expected = clock.awake() + this.#ports.timing.restartGraceMs
				this.#limit(live, Math.max(awakeUntil, expected))
				live.progress = { kind: 'adrift', sessionId: state.sessionId }
				this.editorCalls.place(live)
			} else if (state.kind === 'started' && replay === 'once') {
				const name = this.#ports.seats.get(call.editorKey)?.name ?? call.editorKey
				this.#settle(live, effectUnknown(name, 'The relay was interrupted'))
			} else {
				this.#limit(live, awakeUntil)
				if (tool) this.#run(live, tool, state.kind === 'started')
				else this.editorCalls.place(live)
			}
		}
	}

	/**
	 * A call from a room. The journal knows it before anything else happens, unless it is a read.
	 * @param resolved the call as the registry knows it, if the sender has checked it in this process
	 */
	receive(room: string, call: RoutedCall, resolved: ResolvedCall | null = null): Receipt {
		const isRead = call.callId.startsWith(READ_CALL_PREFIX)
		const reading = isRead ? this.#live.get(keyOf(room, call.callId)) : undefined
		if (reading) {
			if (reading.call.argsHash !== call.argsHash) return { kind: 'conflict' }
			const { settled, journaled } = reading
			return { kind: 'accepted', outcome: settled.promise, journaled }
		}
		const refused = this.#refused.get(keyOf(room, call.callId))
		if (refused) return refused
		const replay = resolved ? resolved.action.replay : this.#replayOf(call)
		// The prefix alone must not let a change go unrecorded.
		const journaled = !isRead || replay === 'once'
		const known = journaled ? this.#ports.journal.find(room, call.callId) : null
		if (known) {
			if (known.argsHash !== call.argsHash) return { kind: 'conflict' }
			switch (known.state.kind) {
				case 'done':
					return {
						kind: 'accepted',
						outcome: Promise.resolve(known.state.outcome),
						journaled: true,
					}
				case 'tombstone':
					return { kind: 'accepted', outcome: Promise.resolve(alreadyRan()), journaled: true }
				case 'received':
				case 'started': {
					const live = this.#live.get(keyOf(room, call.callId))
					if (live) return { kind: 'accepted', outcome: live.settled.promise, journaled: true }
					throw new Error(
						`Call ${call.callId} is journaled as unsettled but is not being followed.`,
					)
				}
				default:
					return known.state satisfies never
			}
		}
		const { clock, journal } = this.#ports
		const now = clock.now()
		const deadlineAt = clock.awake() + call.deadlineMs
		if (
			journaled &&
			!unlessDiskFull(() => journal.receive(room, call, replay, now, now + call.deadlineMs))
		) {
			return this.#refuse(keyOf(room, call.callId))
		}
		const live = this.#track({ room, call, replay, resolved, journaled }, deadlineAt)
		this.#limit(live, deadlineAt)
		const tool = this.#toolOf(call)
		if (!this.#ports.hasSeat(room, call.editorKey))
			this.#settle(live, noSuchSeat(this.#ports.seatsOf(room)))
		else if (tool) this.#run(live, tool)
		else this.editorCalls.place(live)
		return { kind: 'accepted', outcome: live.settled.promise, journaled }
	}

	/** A late copy of the request must not begin a call that was reported as not begun. */
	#refuse(key: string): Receipt {
		const outcome = Promise.resolve(notJournaled())
		const receipt: Receipt = { kind: 'accepted', outcome, journaled: false }
		this.#refused.set(key, receipt)
		const [oldest] = this.#refused.keys()
		if (this.#refused.size > MAX_REFUSED && oldest !== undefined) this.#refused.delete(oldest)
		return receipt
	}

	/** Cancels a call that has not begun; asks a running one to end, which keeps its real outcome. */
	cancel(room: string, callIds: readonly string[]): void {
		for (const callId of callIds) {
			const live = this.#live.get(keyOf(room, callId))
			if (!live || this.#ending.has(live)) continue
			const { progress } = live
			switch (progress.kind) {
				case 'queued':
				case 'preparing':
					if (progress.knownBy === null) this.#settle(live, cancelled())
					else this.#ports.seats.portOf(live.call.editorKey)?.cancel([callId])
					break
				case 'sent':
				case 'awaited':
					progress.port.cancel([callId])
					break
				case 'running':
					progress.abort.abort()
					break
				case 'adrift':
					break
				default:
					progress satisfies never
			}
		}
	}

	/** The room has stored these outcomes. */
	forget(room: string, callIds: readonly string[]): void {
		unlessDiskFull(() => this.#ports.journal.forget(room, callIds))
		// The editor must remember running calls: otherwise it would repeat them after a lost connection.
		const settled = callIds.filter((callId) => !this.#live.has(keyOf(room, callId)))
		for (const seat of this.#ports.seatsOf(room))
			this.#ports.seats.portOf(seat.editorKey)?.forget(settled)
	}

	/** True for a call that a request with this id would not begin again. */
	isKnown(room: string, callId: string): boolean {
		return (
			this.isLive(room, callId) ||
			this.#refused.has(keyOf(room, callId)) ||
			this.#ports.journal.find(room, callId) !== null
		)
	}

	/** True for a call that has no outcome yet: all that is ever known of a read. */
	isLive(room: string, callId: string): boolean {
		return this.#live.has(keyOf(room, callId))
	}

	/** The room of a call that is under way on this seat. */
	roomOf(editorKey: string, callId: string): string | null {
		return this.editorCalls.find(editorKey, callId)?.room ?? null
	}

	/**
	 * Ends all timers. Writes of the relay's own tools may finish; everything else
	 * that is unsettled stays in the journal for the next start.
	 */
	async close(): Promise<void> {
		for (const [key, live] of this.#live) {
			live.cancelDeadline()
			if (this.#ending.has(live)) continue
			if (live.progress.kind === 'running' && live.replay === 'once') continue
			this.#live.delete(key)
			if (live.progress.kind === 'running') live.progress.abort.abort()
		}
		await Promise.all([...this.#live.values()].map((live) => live.settled.promise))
	}

	/** Returns null if the editor runs it. */
	#toolOf({ method }: RoutedCall): RelayTool | null {
		return this.#ports.tools.get(method) ?? this.#ports.servers.tool(method)
	}

	#replayOf(call: RoutedCall): Replay {
		const resolved = resolveCall(call.method, call.params)
		if (resolved.ok) return resolved.call.action.replay
		if (isDeskTool(call.method)) return this.#ports.servers.replayOf(call.method)
		const custom = this.#ports.seats
			.portOf(call.editorKey)
			?.customTools.find((tool) => tool.name === call.method)
		return custom?.risk === 'read' ? 'safe' : 'once'
	}

	#track(
		known: Pick<LiveCall, 'room' | 'call' | 'replay' | 'resolved' | 'journaled'>,
		deadlineAt: number,
	): LiveCall {
		const live: LiveCall = {
			...known,
			receivedAt: this.#ports.clock.now(),
			deadlineAt,
			settled: Promise.withResolvers<CallOutcome>(),
			progress: { kind: 'queued', knownBy: null },
			cancelDeadline: () => undefined,
		}
		this.#live.set(keyOf(known.room, known.call.callId), live)
		return live
	}

	#limit(live: LiveCall, at: number): void {
		const { clock } = this.#ports
		const left = Math.max(0, at - clock.awake())
		live.cancelDeadline = afterAwake(clock, left, () => this.#deadline(live))
	}

	#deadline(live: LiveCall): void {
		const { progress } = live
		const seat = this.#ports.seats.get(live.call.editorKey)
		switch (progress.kind) {
			case 'queued':
			case 'preparing':
				this.#settle(live, this.editorCalls.queueVerdict(live))
				return
			case 'sent':
			case 'awaited':
				// The editor may still take it from its queue, and then knows that nothing happened.
				progress.port.cancel([live.call.callId])
				live.cancelDeadline = this.#ports.clock.after(this.#ports.timing.editorAnswerGraceMs, () =>
					this.#settle(live, sentDeadline(seat, live.replay)),
				)
				return
			case 'adrift':
				this.#settle(live, sentDeadline(seat, live.replay))
				return
			case 'running':
				// A relay tool ends by itself within its own limits; a waiting one is aborted.
				progress.abort.abort()
				return
			default:
				progress satisfies never
		}
	}

	/** `begun`: it began before the relay's last start, according to the journal. */
	#run(live: LiveCall, tool: RelayTool, begun = false): void {
		const { call, room, replay } = live
		const resolved = resolvedHere(live)
		if (!resolved.ok) {
			this.#settle(live, { status: 'error', error: resolved.error })
			return
		}
		if (live.deadlineAt <= this.#ports.clock.awake()) {
			this.#settle(live, failed('deadline_exceeded', `${call.method} was not started in time.`))
			return
		}
		const abort = new AbortController()
		const { journal } = this.#ports
		const written =
			!live.journaled || unlessDiskFull(() => journal.start(room, call.callId, replay, null))
		if (!written && !begun) {
			this.#settle(live, notJournaled())
			return
		}
		live.progress = { kind: 'running', abort }
		const seat = this.#ports.seats.get(call.editorKey)
		if (!seat) {
			this.#settle(live, noSuchSeat(this.#ports.seatsOf(room)))
			return
		}
		const startedAt = this.#ports.clock.now()
		const context = {
			room,
			callId: call.callId,
			actionName: resolved.call.actionName,
			folder: seat.projectPath,
			editorKey: call.editorKey,
			deadlineAt: live.deadlineAt,
			signal: abort.signal,
			progress: (message: string) => this.#ports.progressed(room, { callId: call.callId, message }),
		}
		tool(resolved.call.args, context).then(
			(outcome) => {
				// The machine's clock may have been set back meanwhile.
				const durationMs = Math.max(0, this.#ports.clock.now() - startedAt)
				this.#settle(live, { ...outcome, durationMs })
			},
			() =>
				this.#settle(
					live,
					failed('internal', `The relay failed while running ${call.method}.`, {
						hint: 'Look at the current state before you repeat the call.',
					}),
				),
		)
	}

	#settle(live: LiveCall, given: CallOutcome): void {
		const { room, call } = live
		if (!this.#live.has(keyOf(room, call.callId)) || this.#ending.has(live)) return
		live.cancelDeadline()
		const outcome = this.#ports.completed(room, call, this.#heard(live, given))
		const seat = this.#ports.seats.get(call.editorKey)
		// Before the outcome is reported: its reader may revert the change at once.
		const looking =
			seat && live.journaled && live.replay === 'once'
				? this.#ports.recorder.after({ ...call, room, folder: seat.projectPath })
				: null
		if (looking === null) {
			this.#end(live, outcome)
			return
		}
		this.#ending.add(live)
		void looking.then(() => {
			this.#ending.delete(live)
			this.#end(live, outcome)
		})
	}

	/** Tracks whether the editor answered this call; returns the outcome for a model if it stays silent. */
	#heard(live: LiveCall, outcome: CallOutcome): CallOutcome {
		const { progress, call, receivedAt: sentAt, deadlineAt } = live
		if (progress.kind !== 'sent' && progress.kind !== 'awaited') return outcome
		const { clock } = this.#ports
		const inTime = clock.awake() < deadlineAt
		return this.#silences.ended(call.editorKey, outcome, { sentAt, inTime, now: clock.now() })
	}

	#end(live: LiveCall, outcome: CallOutcome): void {
		const { room, call } = live
		if (live.journaled) {
			if (!this.#store(live, outcome)) {
				// The call stays here until it is stored, so that a repeated request finds it. What has happened is reported at
				// once; a call that has not begun only once stored: after a restart the journal would begin it.
				this.#ending.add(live)
				if (hasBegun(live)) live.settled.resolve(outcome)
				live.cancelDeadline = this.#ports.clock.after(STORE_AGAIN_MS, () =>
					this.#end(live, outcome),
				)
				return
			}
			this.#ending.delete(live)
		}
		this.#live.delete(keyOf(room, call.callId))
		if (live.journaled) this.#ports.settled(room, call.callId, outcome)
		live.settled.resolve(outcome)
	}

	#store({ room, call }: LiveCall, outcome: CallOutcome): boolean {
		const { journal, clock } = this.#ports
		return unlessDiskFull(() => void journal.settle(room, call.callId, outcome, clock.now()))
	}
}

/** Neither part contains a line break. */
const keyOf = (room: string, callId: string): string => `${room}\n${callId}`
