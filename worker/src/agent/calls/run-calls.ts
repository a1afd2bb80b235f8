/** A run's calls under way: their news, approvals and outcomes. */
import type { Author } from '@fairlead/protocol/author'
import { type CallOutcome, failed } from '@fairlead/protocol/calls'
import type { ApprovalAnswer } from '@fairlead/protocol/http'
import { undoGroupId, undoName } from '@fairlead/protocol/tools'
import { type CallSeat, withoutEditor } from '../../ports/room.ts'
import { ROOM_GRACE_MS } from '../run/alarms.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import { isEnded, isOpen, type Run, type ToolCall } from '../run/run-state.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import type { CallTransitions } from './call-transitions.ts'
import { Delivery, type GivenUp } from './delivery.ts'
import type { PassingReads } from './passing-reads.ts'
import { ServerCalls } from './server-calls.ts'

/** The parts of the machine that it needs. */
interface Host {
	/** The stream of the newest run. */
	readonly log: (run: Run) => ChunkLog
	/** Something changed: the run may be able to continue. */
	readonly kick: () => void
	/** Asked beside the run's calls; their outcomes come the same way. */
	readonly checks: PassingReads
}

export class RunCalls {
	readonly #ports: MachinePorts
	readonly #do: CallTransitions
	readonly #host: Host
	readonly #delivery: Delivery<ToolCall>
	readonly #servers: ServerCalls

	constructor(ports: MachinePorts, transitions: CallTransitions, host: Host) {
		this.#ports = ports
		this.#do = transitions
		this.#host = host
		this.#delivery = new Delivery(ports, {
			find: (callId) => ports.store.call(callId),
			markSent: (calls) => transitions.markDispatched(calls, ROOM_GRACE_MS),
			markUnsent: (call, nextAt) => transitions.markUnsent(call, nextAt),
			accepted: (callId, { editorKey }) => this.#bind(callId, editorKey),
			setWaiting: (callId, reason) => this.#applyWaiting(callId, reason),
			settle: (callId, outcome) => this.settle(callId, outcome),
			giveUp: (call, why) => this.settle(call.callId, outcomeOf(call, why)),
		})
		this.#servers = new ServerCalls(ports, {
			markSent: (calls) => transitions.markDispatched(calls, ROOM_GRACE_MS),
			settle: (callId, outcome) => this.settle(callId, outcome),
			progress: (callId, message) => this.progress(callId, message),
			failed: (error) =>
				ports.log({ level: 'warn', event: 'outcome_not_stored', error: String(error) }),
		})
	}

	/** An outcome arrived. Durable when this returns; late and repeated ones change nothing. */
	settle(callId: string, outcome: CallOutcome, ranOn: CallSeat | null = null): void {
		if (this.#host.checks.settle(callId, outcome)) return
		const { run, call } = this.#find(callId)
		if (call?.state === 'leaving') {
			this.#do.left(call)
			this.#host.kick()
		} else if (run && call && this.#do.settle(run, call, outcome, ranOn, this.#host.log(run))) {
			this.#host.kick()
		}
	}

	/** The room tells why a call waits for the editor; null: it waits no longer. */
	setWaiting(callId: string, reason: string | null): void {
		this.#host.checks.setWaiting(callId, reason)
		this.#delivery.setWaiting(callId, reason)
	}

	#applyWaiting(callId: string, reason: string | null): void {
		const { run, call } = this.#find(callId)
		if (run && call && this.#do.setWaiting(run, call, reason, this.#host.log(run))) {
			this.#host.kick()
		}
	}

	/** Shown, but stored only with the next block. */
	progress(callId: string, message: string): void {
		const { run, call } = this.#find(callId)
		if (!run || !call || isEnded(run) || !isOpen(call)) return
		const log = this.#host.log(run)
		log.append({
			type: 'data-call',
			id: call.toolCallId,
			data: { toolCallId: call.toolCallId, startedAt: call.createdAt, progress: message },
		})
		log.maybeFlush()
	}

	/**
	 * A person's answer to an approval request. Repeating an answer changes nothing (its reply
	 * was lost, or two people gave it); false for a different one, and when the request is no longer open.
	 */
	answer(approvalId: string, given: ApprovalAnswer, by: Author): boolean {
		const { run, call } = this.#find(approvalId)
		if (!run || !call) return false
		const log = this.#host.log(run)
		if (!isEnded(run) && this.#do.answer(run, call, given, by, log)) {
			this.#host.kick()
			return true
		}
		const answer = log.builder.approval(call.toolCallId)?.answer
		const { approved, scope } = given
		return answer?.by === 'person' && answer.approved === approved && answer.scope === scope
	}

	/** See {@link CallTransitions.withdraw}. */
	withdraw(callId: string): boolean {
		const { run, call } = this.#find(callId)
		if (!run || !call || !this.#do.withdraw(run, call, this.#host.log(run))) return false
		this.#host.kick()
		return true
	}

	/** Journals the calls as sent, sends them, and takes their receipts. */
	async dispatch(run: Run, calls: readonly ToolCall[]): Promise<void> {
		const toServers = calls.filter(isForServer)
		if (toServers.length > 0) this.#servers.send(toServers)
		const toRoom = calls.filter((call) => !isForServer(call))
		if (toRoom.length > 0) await this.#dispatchToRoom(run, toRoom)
	}

	async #dispatchToRoom(run: Run, calls: readonly ToolCall[]): Promise<void> {
		const stepSeq = calls[0]?.stepSeq ?? 0
		const step = this.#ports.store.calls(run.id, stepSeq)
		const undoGroup = { id: undoGroupId(run.id, stepSeq), name: undoName(step) }
		await this.#delivery.send(calls, (call) => ({
			call: {
				callId: call.callId,
				method: call.name,
				params: call.params,
				argsHash: call.argsHash,
				deadlineMs: call.timeoutMs,
				undoGroup,
			},
			editorKey: run.editorKey,
			runsOn: call.runsOn === 'relay' ? 'relay' : 'editor',
			replay: call.replay,
		}))
	}

	/** Also when the outcome arrived before the receipt: the next call goes to the same seat. */
	#bind(callId: string, editorKey: string): void {
		const { run } = this.#find(callId)
		if (run && run.editorKey === null) this.#do.bind(run, editorKey)
	}

	/** Like {@link cancelLeaving}, not awaited. */
	takeBack(): void {
		void this.cancelLeaving().catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
	}

	/**
	 * Tells the room to cancel calls that stopped runs left there; those it no longer has are
	 * over. For the alarm, until nothing is left.
	 */
	async cancelLeaving(): Promise<void> {
		const { store, room, clock } = this.#ports
		const leaving = store.leavingCalls()
		this.#servers.cancel(leaving.map(({ callId }) => callId))
		const late = leaving.filter((call) => isForServer(call) || (call.nextAt ?? 0) <= clock())
		for (const call of late) this.#do.left(call)
		const asked = leaving.filter((call) => !late.includes(call)).map(({ callId }) => callId)
		const open = asked.length > 0 ? new Set(await room.cancel(asked)) : new Set<string>()
		for (const call of store.leavingCalls()) {
			if (asked.includes(call.callId) && !open.has(call.callId)) this.#do.left(call)
		}
		if (open.size < leaving.length) this.#host.kick()
	}

	/** For the alarm: gives up calls that the room did not settle by their deadline. */
	expire(): void {
		const run = this.#ports.store.latestRun()
		if (run && !isEnded(run)) this.#delivery.expire(this.#ports.store.openCalls(run.id))
	}

	#find(callId: string): { run: Run | null; call: ToolCall | null } {
		const call = this.#ports.store.call(callId)
		const run = this.#ports.store.latestRun()
		return { run: run && call?.runId === run.id ? run : null, call }
	}
}

const isForServer = ({ runsOn }: ToolCall): boolean => runsOn === 'server'

/** The outcome of a call that was given up. */
function outcomeOf(call: ToolCall, why: GivenUp): Extract<CallOutcome, { status: 'error' }> {
	if (why === 'unreachable') {
		return call.replay === 'once'
			? failed('effect_unknown', 'The call was sent, but no answer came back.', LOOK_FIRST)
			: failed('deadline_exceeded', 'The project could not be reached.')
	}
	const outcome =
		call.replay === 'once'
			? failed('effect_unknown', 'The call timed out. It may have taken effect.', LOOK_FIRST)
			: failed('deadline_exceeded', 'The call timed out.')
	// A waiting call has used up the full time allowed for an editor to come.
	return call.waiting === null ? outcome : withoutEditor(outcome)
}

const LOOK_FIRST = { hint: 'Look at the scene before you retry.' } as const
