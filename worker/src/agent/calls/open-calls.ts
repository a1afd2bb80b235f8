/** A run's calls under way: their news, approvals and outcomes. */

import type { ApprovalAnswer } from '@fairlead/protocol/conversations/approvals'
import type { Author } from '@fairlead/protocol/people/author'
import { undoGroupId, undoName } from '@fairlead/protocol/tools'
import { type CallOutcome, failed, type Withdrawal } from '@fairlead/protocol/wire/calls'
import { type CallSeat, withoutEditor } from '../../ports/room.ts'
import { MAX_AGENT_STOPS, ROOM_GRACE_MS } from '../run/alarms.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import { isEnded, isOpen, type Run, type ToolCall } from '../run/run-state.ts'
import { soon } from '../run/soon.ts'
import { isByHand } from '../source/run-source.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { lateOutput } from '../stream/late-output.ts'
import { openCallChunk, showChanged } from '../stream/run-chunks.ts'
import type { SubAgent, SubAgentReport, SubAgentStart } from '../sub-agents/sub-agent.ts'
import { SubAgentCalls } from '../sub-agents/sub-agent-calls.ts'
import { takeReport } from '../sub-agents/take-report.ts'
import { changedNames, lostOutcome, resultOf } from '../sub-agents/words.ts'
import { isForAgent } from './call-order.ts'
import type { CallProgress } from './call-progress.ts'
import { Delivery, type GivenUp } from './delivery.ts'
import { ServerCalls } from './server-calls.ts'

/** The parts of the machine that open calls need. */
interface Host {
	/** The stream of the newest run. */
	readonly log: (run: Run) => ChunkLog
	/** Something changed: the run may be able to continue. */
	readonly kick: () => void
	/** A run that waits for the editor now waits for another reason. */
	readonly waitChanged: (run: Run) => void
	/** More became known of a run that is over. */
	readonly answerChanged: (run: Run) => void
}

export class OpenCalls {
	readonly #ports: MachinePorts
	readonly #progress: CallProgress
	readonly #host: Host
	readonly #delivery: Delivery<ToolCall>
	readonly #servers: ServerCalls
	readonly #agents: SubAgentCalls

	constructor(ports: MachinePorts, progress: CallProgress, host: Host) {
		this.#ports = ports
		this.#progress = progress
		this.#host = host
		this.#delivery = new Delivery(ports, {
			find: (callId) => ports.store.call(callId),
			markSent: (calls) => progress.markDispatched(calls, ROOM_GRACE_MS),
			markUnsent: (call, nextAt) => progress.markUnsent(call, nextAt),
			accepted: (callId, { editorKey }) => this.#bind(callId, editorKey),
			setWaiting: (callId, reason) => this.#applyWaiting(callId, reason),
			settle: (callId, outcome) => this.settle(callId, outcome),
			giveUp: (call, why) => this.settle(call.callId, outcomeOf(call, why)),
		})
		this.#servers = new ServerCalls(ports, {
			markSent: (calls) => progress.markDispatched(calls, ROOM_GRACE_MS),
			settle: (callId, outcome) => this.settle(callId, outcome),
			progress: (callId, message) => this.progress(callId, message),
			failed: (error) =>
				ports.log({ level: 'warn', event: 'outcome_not_stored', error: String(error) }),
		})
		this.#agents = new SubAgentCalls(ports, {
			markSent: (calls, also) => progress.markDispatched(calls, ROOM_GRACE_MS, also),
			markUnsent: (call, nextAt) => progress.markUnsent(call, nextAt),
			accepted: (callId) => progress.withAgent(callId),
			lost: (start) => this.#agentLost(start),
			setWaiting: (callId, reason) => this.#applyWaiting(callId, reason),
			settle: (callId, outcome) => this.settle(callId, outcome),
		})
	}

	/** An outcome arrived. Durable when this returns; repeated ones change nothing, and late ones only what {@link lateOutput} tells. */
	settle(callId: string, outcome: CallOutcome, ranOn: CallSeat | null = null): void {
		const { run, call } = this.#find(callId)
		if (call?.state === 'leaving') {
			this.#settleLeft(call, outcome, ranOn)
			this.#host.kick()
		} else if (run && call) {
			// The call may have waited for the project's first seat: then its receipt named none.
			const bind = () => {
				if (ranOn && run.editorKey === null)
					this.#ports.store.updateRun(run.id, { editorKey: ranOn.editorKey })
			}
			if (this.#progress.settle(run, call, outcome, ranOn, this.#host.log(run), bind))
				this.#host.kick()
		}
	}

	/** Only the output of a command is worth telling after its run left it; see {@link lateOutput}. */
	#settleLeft(call: ToolCall, outcome: CallOutcome, ranOn: CallSeat | null): void {
		const run = this.#ports.store.run(call.runId)
		const late = run && lateOutput(run, call, outcome)
		if (!late) {
			this.#progress.left(call)
		} else if (isEnded(run)) {
			this.#progress.completed(run, call, late, ranOn, null)
			this.#host.answerChanged(run)
		} else this.#progress.completed(run, call, late, ranOn, this.#host.log(run))
	}

	/**
	 * A sub-agent has ended. Durable when this returns; a repeated report changes nothing. False: it is not known, since
	 * the storage was lost. Then the run ended as failed.
	 */
	agentEnded(report: SubAgentReport): boolean {
		const { store } = this.#ports
		const agent = store.subAgent(report.callId)
		if (!agent) return false
		if (agent.endedAt !== null) return true
		const { run, call } = this.#find(report.callId)
		const take = () => takeReport(this.#ports, agent, report)
		if (run && call) {
			const { editorKey } = report
			const outcome = resultOf(report)
			const changed = outcome.status === 'ok' ? [] : changedNames(report.changes)
			const settled = this.#progress.settle(run, call, outcome, null, this.#host.log(run), take)
			if (settled && changed.length > 0) this.#show(run, agent, changed)
			if (settled) this.#bind(report.callId, editorKey)
			if (settled) this.#host.kick()
			if (settled) return true
		}
		this.#takeLate(agent, report, take)
		return true
	}

	/** A call that was left with its run, or for a message, only adds what was changed and used. */
	#takeLate(agent: SubAgent, { changes }: SubAgentReport, take: () => void): void {
		const run = this.#ports.store.run(agent.runId)
		const changed = changedNames(changes)
		if (changed.length === 0 || !run) this.#progress.together(take)
		else if (isEnded(run)) {
			this.#progress.together(take)
			this.#host.answerChanged(run)
		} else this.#show(run, agent, changed, take)
	}

	/** Shows changes beside a call without a result. */
	#show(run: Run, { toolCallId }: SubAgent, changed: string[], also = () => {}): void {
		const log = this.#host.log(run)
		const show = () => {
			also()
			showChanged(toolCallId, changed, log)
		}
		this.#progress.together(show, log)
	}

	#agentLost(start: SubAgentStart): void {
		const { store, clock } = this.#ports
		const { run, call } = this.#find(start.callId)
		const end = () => store.endSubAgent(start.callId, { endedAt: clock(), changes: [], bytes: 0 })
		if (
			run &&
			call &&
			this.#progress.settle(run, call, lostOutcome(start), null, this.#host.log(run), end)
		) {
			this.#host.kick()
		}
	}

	/** Resolves when no sub-agent is being started. */
	async quiet(): Promise<void> {
		await this.#agents.quiet()
	}

	/** The room tells why a call waits for the editor; null: it waits no longer. */
	setWaiting(callId: string, reason: string | null): void {
		this.#delivery.setWaiting(callId, reason)
	}

	#applyWaiting(callId: string, reason: string | null): void {
		const { run, call } = this.#find(callId)
		if (!run || !call || !this.#progress.setWaiting(run, call, reason, this.#host.log(run))) return
		if (run.state === 'waiting_editor') this.#host.waitChanged(run)
		this.#host.kick()
	}

	/** Shows progress at once, but stores it only with the next block. */
	progress(callId: string, message: string): void {
		const { run, call } = this.#find(callId)
		if (!run || !call || isEnded(run) || !isOpen(call)) return
		const log = this.#host.log(run)
		log.append(openCallChunk(call, message))
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
		if (!isEnded(run) && this.#progress.answer(run, call, given, by, log)) {
			// Other questions are open: the run goes on waiting, and its stream stays closed in other windows.
			const open = this.#ports.store.openCalls(run.id)
			if (open.some(({ state }) => state === 'awaiting_approval')) this.#host.waitChanged(run)
			this.#host.kick()
			return true
		}
		const answer = log.builder.approval(call.toolCallId)?.answer
		const { approved, scope } = given
		return answer?.by === 'person' && answer.approved === approved && answer.scope === scope
	}

	/** See {@link CallProgress.withdraw}. */
	withdraw(callId: string, by: Author, reason?: Withdrawal): boolean {
		const { run, call } = this.#find(callId)
		if (!run || !call) return false
		if (!this.#progress.withdraw(run, call, by, this.#host.log(run), reason)) return false
		this.#host.kick()
		return true
	}

	/** Journals the calls as sent, sends them, and takes their receipts. */
	async dispatch(run: Run, calls: readonly ToolCall[]): Promise<void> {
		const toServers = calls.filter(isForServer)
		if (toServers.length > 0) this.#servers.send(toServers)
		const toAgents = calls.filter(isForAgent)
		const toRoom = calls.filter((call) => !isForServer(call) && !isForAgent(call))
		await Promise.all([
			toAgents.length > 0 && this.#agents.send(run, toAgents),
			toRoom.length > 0 && this.#dispatchToRoom(run, toRoom),
		])
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
			...(isByHand(run) ? { byHand: true, refuseWhenClosed: true } : {}),
		}))
	}

	/** Binds the run to the seat also if the outcome arrived before the receipt: the next call goes there too. */
	#bind(callId: string, editorKey: string | null): void {
		const { run } = this.#find(callId)
		if (editorKey !== null && run && run.editorKey === null) this.#progress.bind(run, editorKey)
	}

	/**
	 * Withdraws the calls that wait for their editor, before the run leaves them. Only the room knows whether it has sent
	 * them; a call on which it does not answer in time may have run.
	 */
	async takeBackWaiting({ id }: Run): Promise<void> {
		const { store, room, log } = this.#ports
		const waiting = store
			.openCalls(id)
			.filter((call) => call.waiting !== null && call.state === 'dispatched')
			.filter((call) => !isForServer(call) && !isForAgent(call))
		if (waiting.length === 0) return
		try {
			const sent = await soon(room.cancel(waiting.map(({ callId }) => callId)))
			if (sent) this.#progress.neverSent(waiting.filter(({ callId }) => !sent.includes(callId)))
		} catch (error) {
			log({ level: 'warn', event: 'room_not_told', error: String(error) })
		}
	}

	/** Like {@link cancelLeaving}, not awaited. */
	cancelInBackground(): void {
		void this.cancelLeaving().catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
	}

	/**
	 * Tells the room to cancel calls that stopped runs left there; those it no longer has are
	 * over. Repeated by the alarm until nothing is left.
	 */
	async cancelLeaving(): Promise<void> {
		const { store, room, clock, agents: agentsPort } = this.#ports
		const leaving = store.leavingCalls()
		this.#servers.cancel(leaving.map(({ callId }) => callId))
		const withAgents = leaving.filter(isForAgent)
		const others = leaving.filter((call) => !isForAgent(call))
		const late = others.filter((call) => isForServer(call) || (call.nextAt ?? 0) <= clock())
		for (const call of late) this.#progress.left(call)
		const inRoom = others.filter((call) => !late.includes(call))
		const again = withAgents.filter((call) => (call.nextAt ?? 0) <= clock())
		if (again.length > 0) this.#progress.stoppedAgain(again)
		const [agents, rest] = await Promise.allSettled([
			this.#leave(withAgents, (callIds) => agentsPort.stop(callIds)),
			this.#leave(inRoom, (callIds) => room.cancel(callIds)),
		])
		const still = [agents, rest].map((one) => (one.status === 'fulfilled' ? one.value : null))
		const open = (still[0] ?? withAgents.length) + (still[1] ?? inRoom.length) - this.#leaveAgents()
		if (open < leaving.length) this.#host.kick()
		if (rest.status === 'rejected') throw rest.reason
	}

	/** Gives up sub-agents that were told to stop too often: the next run no longer waits for them. Returns how many. */
	#leaveAgents(): number {
		const { store, log } = this.#ports
		const never = store
			.leavingCalls()
			.filter((call) => isForAgent(call) && call.attempts >= MAX_AGENT_STOPS)
		for (const call of never) {
			log({ level: 'error', event: 'sub_agent_not_stopped', callId: call.callId })
			this.#progress.left(call)
		}
		return never.length
	}

	/** Notes the calls that are over; returns how many are not. */
	async #leave(
		calls: readonly ToolCall[],
		cancel: (callIds: readonly string[]) => Promise<readonly string[]>,
	): Promise<number> {
		if (calls.length === 0) return 0
		const asked = new Set(calls.map(({ callId }) => callId))
		const open = new Set(await cancel([...asked]))
		for (const call of this.#ports.store.leavingCalls()) {
			if (asked.has(call.callId) && !open.has(call.callId)) this.#progress.left(call)
		}
		return open.size
	}

	/** Called by the alarm: gives up calls that the room did not settle by their deadline, and looks after sub-agents. */
	expire(): void {
		const run = this.#ports.store.latestRun()
		if (!run || isEnded(run)) return
		const open = this.#ports.store.openCalls(run.id)
		this.#delivery.expire(open.filter((call) => !isForAgent(call)))
		this.#agents.look(open)
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
