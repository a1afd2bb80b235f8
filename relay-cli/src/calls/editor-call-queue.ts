/**
 * Calls for editors: queued while the editor is in a passing phase, sent in order,
 * carried over reloads, and settled honestly when the editor does not come back.
 */

import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { type EditorSeat, PHASES_TAKING_CALLS } from '@fairlead/protocol/editors/editors'
import { toolByName } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { type EditorCallSettled, EditorOutcome } from '@fairlead/protocol/wire/stored-reply'
import type { EditorPort } from '../editors/editor-port.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { folderNamedAsFile } from '../files/named-as-file.ts'
import { secretsInAssetFolder } from '../files/secrets-inside.ts'
import type { ChangeRecorder } from '../history/change-recorder.ts'
import type { Clock } from '../platform/clock.ts'
import { unlessDiskFull } from '../platform/database.ts'
import {
	conflictInEditor,
	effectUnknown,
	notJournaled,
	queueDeadline,
	sentDeadline,
	targetGone,
	unknownTool,
} from '../platform/verdicts.ts'
import { keepResult } from '../replies/kept-results.ts'
import type { ReplyFolder } from '../replies/reply-folder.ts'
import { RpcRemoteError } from '../rpc/rpc-peer.ts'
import type { CallJournal } from './journal.ts'
import type { LiveCall } from './live-call.ts'
import { reconcile } from './reconcile.ts'

/** Room for the envelope around an outcome in a frame. */
const ENVELOPE_BYTES = 4 * 1024
const MAX_OUTCOME_BYTES = RELAY_LINK.maxFrameBytes - ENVELOPE_BYTES
/** Written again, a frame may be longer: `1e20` has four bytes, its digits 21. */
const MAX_GROWTH = 8

interface QueuePorts {
	readonly journal: CallJournal
	readonly seats: SeatRegistry
	readonly clock: Clock
	readonly recorder: Pick<ChangeRecorder, 'before'>
	readonly replies: Pick<ReplyFolder, 'take' | 'discard'>
	/** An editor said hello. */
	cameBack(editorKey: string): void
	/** Every unsettled call, oldest first. */
	live(): Iterable<LiveCall>
	seatsOf(room: string): EditorSeat[]
	/** Stores the outcome; does nothing for a call that has one. */
	settle(live: LiveCall, outcome: CallOutcome): void
}

export class EditorCallQueue {
	readonly #ports: QueuePorts

	constructor(ports: QueuePorts) {
		this.#ports = ports
	}

	/** Sends the call, lets it wait, or settles it, as the phase of its seat says. */
	place(live: LiveCall): void {
		const seat = this.#ports.seats.get(live.call.editorKey)
		if (!seat || seat.phase === 'gone') {
			this.#settleGone(live)
			return
		}
		if (live.progress.kind !== 'queued' || !PHASES_TAKING_CALLS.has(seat.phase)) return
		// Calls keep their order: those behind a call whose files are being recorded wait for it.
		if (this.#callsOf(live.call.editorKey).some((one) => one.progress.kind === 'preparing')) return
		const port = this.#ports.seats.portOf(live.call.editorKey)
		if (port) this.#send(live, port)
	}

	find(editorKey: string, callId: string): LiveCall | undefined {
		for (const live of this.#callsOf(editorKey)) if (live.call.callId === callId) return live
		return undefined
	}

	/** An editor said hello: settles the calls it knows, sends the others. */
	attached(editorKey: string, port: EditorPort): void {
		this.#ports.cameBack(editorKey)
		const journal = new Map(port.hello.journal.map((entry) => [entry.callId, entry]))
		for (const live of this.#callsOf(editorKey)) {
			const sessionId = sentTo(live)
			if (sessionId === undefined || live.progress.kind === 'preparing') continue
			const verdict = reconcile(
				{ argsHash: live.call.argsHash, replay: live.replay, sessionId },
				port.hello.sessionId,
				journal.get(live.call.callId),
			)
			switch (verdict.kind) {
				case 'settle':
					this.#settle(live, verdict.outcome)
					break
				case 'await':
					live.progress = { kind: 'awaited', port }
					break
				case 'send':
					live.progress = {
						kind: 'queued',
						knownBy: verdict.known ? port.hello.sessionId : null,
					}
					break
				case 'conflict':
					this.#ports.settle(live, conflictInEditor())
					break
				case 'unknown':
					this.#ports.settle(
						live,
						effectUnknown(this.#nameOf(live), 'Unity was restarted while the call was running'),
					)
					break
				default:
					verdict satisfies never
			}
		}
		this.phaseChanged(editorKey)
	}

	/** The socket is gone: its calls wait for the editor's next hello. */
	detached(editorKey: string, port: EditorPort): void {
		for (const live of this.#callsOf(editorKey)) {
			const { progress } = live
			if ((progress.kind === 'sent' || progress.kind === 'awaited') && progress.port === port)
				live.progress = { kind: 'adrift', sessionId: port.hello.sessionId }
		}
	}

	/** Sends the calls that waited for this phase, or gives up on a seat whose editor is gone. */
	phaseChanged(editorKey: string): void {
		for (const live of this.#callsOf(editorKey))
			if (live.progress.kind === 'queued' || live.progress.kind === 'adrift') this.place(live)
	}

	/** An outcome that arrived after its socket had closed. */
	editorSettled(editorKey: string, { callId, outcome }: EditorCallSettled): void {
		const live = this.find(editorKey, callId)
		if (live && live.progress.kind !== 'running') this.#settle(live, outcome)
	}

	/** Why a call that was never sent has to fail at its deadline. */
	queueVerdict(live: LiveCall): CallOutcome {
		const seat = this.#ports.seats.get(live.call.editorKey)
		if (sentTo(live) !== null) return sentDeadline(seat, live.replay)
		return seat ? queueDeadline(seat) : targetGone(live.call.editorKey, this.#seatsFor(live))
	}

	#send(live: LiveCall, port: EditorPort): void {
		const { call, room } = live
		if (
			(live.resolved?.tool ?? toolByName(call.method))?.runsOn !== 'editor' &&
			!port.customTools.some((tool) => tool.name === call.method)
		) {
			this.#ports.settle(live, unknownTool(call.method))
			return
		}
		const seat = this.#ports.seats.get(call.editorKey)
		// Not again once it was sent: it may have run, and what it changed would count as the earlier content.
		const looking =
			seat && live.replay === 'once' && sentTo(live) === null
				? (folderNamedAsFile(seat.projectPath, call) ??
					unlessRefused(secretsInAssetFolder(seat.projectPath, call), () =>
						this.#isOpen(live)
							? this.#ports.recorder.before({ ...call, room, folder: seat.projectPath }, () =>
									this.#isOpen(live),
								)
							: null,
					))
				: null
		if (looking instanceof Promise) {
			live.progress = { kind: 'preparing', knownBy: sentTo(live) ?? null }
			void looking.then((refusal) => this.#prepared(live, refusal))
		} else if (looking) this.#ports.settle(live, looking)
		else this.#pass(live, port)
	}

	/** Its files were recorded: it goes to the current editor, or waits for one. */
	#prepared(live: LiveCall, refusal: Refusal | null): void {
		const { editorKey } = live.call
		if (live.progress.kind === 'preparing' && this.#isOpen(live)) {
			live.progress = { kind: 'queued', knownBy: live.progress.knownBy }
			const seat = this.#ports.seats.get(editorKey)
			const port = this.#ports.seats.portOf(editorKey)
			if (refusal && sentTo(live) === null) this.#ports.settle(live, refusal)
			// The files of a call that has to wait are recorded again right before it is sent.
			else if (seat && port && PHASES_TAKING_CALLS.has(seat.phase)) this.#pass(live, port)
		}
		this.phaseChanged(editorKey)
	}

	#isOpen(live: LiveCall): boolean {
		return this.#callsOf(live.call.editorKey).includes(live)
	}

	#pass(live: LiveCall, port: EditorPort): void {
		const { call, room, replay } = live
		const { editorKey: _, ...plain } = call
		const { journal } = this.#ports
		const { sessionId } = port.hello
		const written =
			!live.journaled || unlessDiskFull(() => journal.start(room, call.callId, replay, sessionId))
		// An editor that knows the call already runs it; the journal recorded then that it was sent.
		if (!written && sentTo(live) === null) {
			this.#ports.settle(live, notJournaled())
			return
		}
		live.progress = { kind: 'sent', port }
		const deadlineMs = Math.max(1, live.deadlineAt - this.#ports.clock.awake())
		let frameBytes: number | null = null
		const received = (bytes: number): void => {
			frameBytes = bytes
		}
		port.call({ ...plain, deadlineMs }, received).then(
			(answer) => {
				const outcome = EditorOutcome.safeParse(answer)
				if (outcome.success) this.#settle(live, outcome.data, frameBytes)
				else
					this.#settle(
						live,
						effectUnknown(this.#nameOf(live), 'The editor sent an unreadable response'),
					)
			},
			(error: unknown) => {
				// detached() and the next hello handle a closed socket.
				if (error instanceof RpcRemoteError) this.#settle(live, refusedBy(error))
			},
		)
	}

	#settleGone(live: LiveCall): void {
		const sessionId = sentTo(live)
		if (sessionId === undefined) return
		const outside = this.#ports.seats.get(live.call.editorKey)?.outside
		this.#ports.settle(
			live,
			sessionId === null || live.replay === 'safe'
				? targetGone(this.#nameOf(live), this.#seatsFor(live), outside)
				: effectUnknown(this.#nameOf(live), 'Unity was closed while the call was running'),
		)
	}

	/**
	 * A file is deleted only once its outcome is stored here: the editor may no longer have it.
	 * @param frameBytes of the frame that brought the answer; null if that is not known
	 */
	#settle(live: LiveCall, answer: EditorOutcome, frameBytes: number | null = null): void {
		const outcome = answer.status === 'stored' ? this.#ports.replies.take(answer) : answer
		const isSmall =
			answer.status !== 'stored' &&
			frameBytes !== null &&
			frameBytes * MAX_GROWTH <= MAX_OUTCOME_BYTES
		this.#ports.settle(live, isSmall ? outcome : this.#bounded(live, outcome))
		if (answer.status === 'stored') this.#ports.replies.discard(answer)
	}

	/** A result too large for the room link stays on this machine, where the agent can read it. */
	#bounded(live: LiveCall, outcome: CallOutcome): CallOutcome {
		const bytes = Buffer.byteLength(JSON.stringify(outcome))
		if (bytes <= MAX_OUTCOME_BYTES) return outcome
		const folder = this.#ports.seats.get(live.call.editorKey)?.projectPath ?? ''
		return keepResult(folder, live.call.callId, outcome, bytes)
	}

	/** A copy: settling removes calls from the list. */
	#callsOf(editorKey: string): LiveCall[] {
		return [...this.#ports.live()].filter((live) => live.call.editorKey === editorKey)
	}

	#nameOf(live: LiveCall): string {
		return this.#ports.seats.get(live.call.editorKey)?.name ?? live.call.editorKey
	}

	#seatsFor(live: LiveCall): EditorSeat[] {
		return this.#ports.seatsOf(live.room)
	}
}

/** The process that may have the call; null: none; undefined: not an editor call. */
function sentTo({ progress }: LiveCall): string | null | undefined {
	switch (progress.kind) {
		case 'queued':
		case 'preparing':
			return progress.knownBy
		case 'sent':
		case 'awaited':
			return progress.port.hello.sessionId
		case 'adrift':
			return progress.sessionId
		case 'running':
			return undefined
		default:
			return progress satisfies never
	}
}

function refusedBy({ rpc }: RpcRemoteError): CallOutcome {
	if (rpc.code === RPC_ERROR.conflict) return conflictInEditor()
	return failed('internal', `The editor rejected the call: ${rpc.message}`, {
		hint: 'Update the relay and the Unity package to the same version.',
	})
}

type Looked = Refusal | null | Promise<Refusal | null>

/** Small folders are looked at at once: then the call does not wait. */
const unlessRefused = (first: Looked, next: () => Looked): Looked =>
	first instanceof Promise ? first.then((refusal) => refusal ?? next()) : (first ?? next())
