/**
 * A conversation's run, driven from its stored state. Every method may be called at any
 * time and in any order, also right after an eviction: {@link RunMachine.drive} reads what
 * is stored, decides ({@link decide}), does one thing, and looks again, until the run waits
 * or is over.
 */
import { type CallOutcome, failed } from '@fairlead/protocol/calls'
import type { UserMessage } from '@fairlead/protocol/http'
import type { RunState, Steer } from '@fairlead/protocol/runs'
import { ROOM_GRACE_MS } from './alarms.ts'
import { activatedTools, wouldAsk } from './begin-tools.ts'
import { limitOf } from './budget.ts'
import { CallTransitions, type GivenAnswer } from './call-transitions.ts'
import { ChunkLog } from './chunk-log.ts'
import { type Commit, committer } from './commit.ts'
import { customTools, keepCustomTools } from './custom-tools.ts'
import { failureNotice, MAX_INTERRUPTIONS, retryDelay } from './failures.ts'
import { withdraw } from './inbox.ts'
import type { MachinePorts } from './machine-ports.ts'
import { askModel, type ModelOutcome } from './model-step.ts'
import { systemPrompt } from './prompt.ts'
import { endOf, RETRY_REASON, type RunEnd, undoName } from './run-ends.ts'
import { type PostOutcome, post, type RunOptions, startNext } from './run-start.ts'
import {
	decide,
	isEnded,
	isLooping,
	isOpen,
	type Next,
	type Run,
	type Step,
	type ToolCall,
} from './run-state.ts'
import { Superseded } from './run-store.ts'
import { RunTransitions } from './run-transitions.ts'
import { toolList } from './tool-calls.ts'
import { history, runMessages, withImages } from './transcript.ts'

const MAX_OUTPUT_TOKENS = 16_000
/** Tries to reach the room for one call, with growing pauses: about two minutes in all. */
const MAX_ROOM_ATTEMPTS = 8
const ROOM_RETRY_MS = 500

export class RunMachine {
	readonly #ports: MachinePorts
	readonly #epoch: number
	readonly #do: RunTransitions
	readonly #calls: CallTransitions
	readonly #commit: Commit
	/** Those who wait for the run's end. */
	readonly #endings: (() => void)[] = []
	#log: ChunkLog | null = null
	#live: { abort: AbortController } | null = null
	#driving: Promise<void> | null = null
	#again = false
	/** Calls of which the room has told since they were sent: news that a receipt does not overrule. */
	readonly #told = new Set<string>()

	constructor(ports: MachinePorts) {
		this.#ports = ports
		this.#epoch = ports.store.epoch()
		const commit = committer(ports, this.#epoch)
		this.#commit = commit
		this.#do = new RunTransitions(ports, commit, this.#epoch)
		this.#calls = new CallTransitions(ports, commit, this.#epoch)
	}

	/** The newest run, also when it has ended. */
	run(): Run | null {
		return this.#ports.store.latestRun()
	}

	/** The stream of the newest run. */
	log(run: Run): ChunkLog {
		if (this.#log?.runId !== run.id) {
			const { store, sink, clock } = this.#ports
			this.#log = new ChunkLog({
				runId: run.id,
				messageId: run.messageId,
				store,
				sink,
				clock,
				epoch: this.#epoch,
				afterSeq: this.#log?.lastSeq ?? 0,
			})
		}
		return this.#log
	}

	/**
	 * Stores the message; it begins a run, or waits to enter the one that goes on ({@link Steer}).
	 * Durable when this returns. The same message id again changes nothing.
	 */
	post(message: UserMessage, options: RunOptions, steer: Steer = 'step'): PostOutcome {
		const outcome = post(this.#ports, message, options, steer)
		if (!outcome.ok || outcome.repeated) return outcome
		this.#ports.committed()
		if (outcome.kind === 'run') this.#announce(outcome.run)
		else {
			this.#announceQueue()
			if (steer === 'interrupt') this.#live?.abort.abort()
		}
		return outcome
	}

	/** Takes a message back that has not entered; false when it has, or is not known. */
	withdraw(id: string): boolean {
		const done = this.#commit(null, () => withdraw(this.#ports.store, id))
		if (done) this.#announceQueue()
		return done
	}

	/** An outcome arrived. Durable when this returns; late and repeated ones change nothing. */
	settle(callId: string, outcome: CallOutcome): void {
		const { run, call } = this.#find(callId)
		if (call?.state === 'leaving') {
			this.#calls.left(call)
			this.#kick()
		} else if (run && call && this.#calls.settle(run, call, outcome, this.log(run))) {
			this.#kick()
		}
	}

	/** The room tells why a call waits for the editor; null: it waits no longer. */
	setWaiting(callId: string, reason: string | null): void {
		this.#told.add(callId)
		this.#applyWaiting(callId, reason)
	}

	#applyWaiting(callId: string, reason: string | null): void {
		const { run, call } = this.#find(callId)
		if (run && call && this.#calls.setWaiting(run, call, reason, this.log(run))) {
			this.#kick()
		}
	}

	/** Shown, not stored on its own: it rides with the next block. */
	progress(callId: string, message: string): void {
		const { run, call } = this.#find(callId)
		if (!run || !call || isEnded(run) || !isOpen(call)) return
		const log = this.log(run)
		log.append({
			type: 'data-call',
			id: call.toolCallId,
			data: { toolCallId: call.toolCallId, startedAt: call.createdAt, progress: message },
		})
		log.maybeFlush()
	}

	/** A person's answer to an approval request; false when it is no longer asked. */
	approve(approvalId: string, given: GivenAnswer): boolean {
		const { run, call } = this.#find(approvalId)
		if (!run || !call || isEnded(run)) return false
		const done = this.#calls.approve(run, call, given, this.log(run))
		if (done) this.#kick()
		return done
	}

	/**
	 * Ends the run (only this one, where an id is given), and resolves when it has: viewers see its
	 * end, and no result can enter it any more. A next run begins when the calls that it left in
	 * the room are over, too.
	 */
	async stop(runId: string | null): Promise<{ runId: string | null; state: RunState | null }> {
		const run = this.run()
		if (!run || (runId !== null && run.id !== runId)) return { runId: null, state: null }
		if (!isEnded(run)) {
			const { promise, resolve } = Promise.withResolvers<void>()
			this.#endings.push(resolve)
			this.#do.requestCancel(run)
			this.#live?.abort.abort()
			// Not the drive alone: it goes on with the run that a waiting message begins.
			await Promise.race([this.drive(), promise])
		}
		return { runId: run.id, state: this.#ports.store.run(run.id)?.state ?? null }
	}

	/** Goes on with the run as far as it can now. Calls made meanwhile share the work. */
	drive(): Promise<void> {
		this.#again = true
		this.#driving ??= this.#loop().finally(() => {
			this.#driving = null
		})
		return this.#driving
	}

	#kick(): void {
		void this.drive()
	}

	async #loop(): Promise<void> {
		while (this.#again) {
			this.#again = false
			try {
				while (await this.#once()) {
					// One transition after the other until the run waits.
				}
			} catch (error) {
				if (error instanceof Superseded) return
				this.#ports.log({ level: 'error', event: 'run_failed_inside', error: String(error) })
				this.#giveUp()
			}
		}
	}

	/** One transition; false when nothing more can be done now. */
	async #once(): Promise<boolean> {
		const { store, clock } = this.#ports
		const run = store.latestRun()
		const lastStep = run && !isEnded(run) ? store.lastStep(run.id) : null
		const calls = run && lastStep?.kind === 'tools' ? store.calls(run.id, lastStep.seq) : []
		const waiting = store.inbox()
		const next = decide({
			run,
			lastStep,
			calls,
			limit: run && lastStep ? limitOf(run, store.modelSteps(run.id)) : null,
			queued: waiting.length,
			interrupt: waiting.some(({ steer }) => steer === 'interrupt'),
			leaving: lastStep ? 0 : store.leavingCalls().length,
			epoch: this.#epoch,
			now: clock(),
			modelLive: this.#live !== null,
		})
		if (!run) return false
		return this.#perform(next, run, lastStep)
	}

	async #perform(next: Next, run: Run, lastStep: Step | null): Promise<boolean> {
		const log = this.log(run)
		switch (next.do) {
			case 'nothing':
				return false
			case 'cancel':
				this.#finish(run, { state: 'cancelled', finishReason: 'other' }, lastStep)
				this.#kickCancel()
				return true
			case 'interrupt':
				this.#do.interrupt(run, next.step, log)
				this.#kickCancel()
				return true
			case 'start-next': {
				const begun = this.#commit(null, () => startNext(this.#ports))
				if (begun) this.#announce(begun)
				return begun !== null
			}
			case 'model':
				await this.#model(run, next.seq, next.again, null)
				return true
			case 'end-tools':
				if (isLooping(this.#ports.store.calls(run.id))) {
					this.#finish(run, endOf('loop'), lastStep)
					return true
				}
				await this.#model(run, next.step.seq + 1, null, next.step)
				return true
			case 'begin-tools':
				this.#do.beginTools(run, next.seq, next.model, new Set(), log)
				return true
			case 'dispatch':
				await this.#dispatch(run, next.calls)
				return true
			case 'wait':
				this.#wait(run, next.state)
				return false
			case 'finish':
				this.#finish(run, endOf(next.why), lastStep)
				return true
			default:
				return next satisfies never
		}
	}

	async #model(run: Run, seq: number, again: Step | null, endTools: Step | null): Promise<void> {
		const { store, model, clock, random } = this.#ports
		const log = this.log(run)
		const interrupted = again !== null && run.state !== 'waiting_retry'
		if (interrupted && again.attempt >= MAX_INTERRUPTIONS) {
			this.#fail(run, 'interrupted', again)
			return
		}
		const step = this.#do.beginModel(run, seq, again, endTools, log)
		if (run.state !== 'running') this.#announce({ ...run, state: 'running' })
		const access = model(run.model)
		if (!access) {
			this.#fail(run, 'key', step)
			return
		}
		const abort = new AbortController()
		this.#live = { abort }
		let outcome: ModelOutcome
		try {
			if (this.#mayHaveNewTools(run, seq)) await this.#askForTools(run)
			const messages = [...history(store), ...runMessages(store, run)]
			outcome = await askModel(
				access.provider,
				{
					model: access.modelId,
					system: systemPrompt({ mode: run.mode }),
					messages: withImages(store, messages),
					tools: toolList({
						activated: activatedTools(this.#ports),
						custom: customTools(store),
					}),
					maxOutputTokens: MAX_OUTPUT_TOKENS,
					webSearch: access.webSearch,
				},
				log,
				seq,
				abort.signal,
			)
		} finally {
			this.#live = null
		}
		const grants = await this.#grants(run, outcome)
		const current = store.latestRun()
		if (!current || current.id !== run.id || isEnded(current)) return
		switch (outcome.kind) {
			case 'aborted':
				return
			case 'finished':
				this.#do.endModel(current, step, outcome, grants, log)
				return
			case 'failed': {
				const { error } = outcome
				this.#ports.log({
					level: 'warn',
					event: 'model_failed',
					class: error.class,
					message: error.message,
				})
				const shorter = error.class === 'too_long' && this.#do.shrink(current)
				const delay = shorter ? 0 : retryDelay(error, step.attempt, random())
				if (delay === null) this.#fail(current, error.class, step)
				else {
					this.#do.retryLater(current, step, clock() + delay, RETRY_REASON[error.class], log)
					this.#announce({ ...current, state: 'waiting_retry' })
				}
				return
			}
			default:
				outcome satisfies never
		}
	}

	/** At the beginning, and after the editor did something that may have loaded other code. */
	#mayHaveNewTools(run: Run, seq: number): boolean {
		const changes = (call: ToolCall): boolean =>
			(call.runsOn === 'editor' && call.risk !== 'read') || call.name === 'wait_for_editor_ready'
		return seq === 0 || this.#ports.store.calls(run.id, seq - 1).some(changes)
	}

	/** What the project offers; without an answer the model is told of what was known. */
	async #askForTools(run: Run): Promise<void> {
		const { room, store, log } = this.#ports
		try {
			const tools = await room.customTools(run.editorKey)
			if (store.epoch() === this.#epoch) keepCustomTools(store, tools)
		} catch (error) {
			log({ level: 'warn', event: 'custom_tools_unknown', error: String(error) })
		}
	}

	/** Looked up only where it can spare a question; without the database a person is asked. */
	async #grants(run: Run, outcome: ModelOutcome): Promise<ReadonlySet<string>> {
		if (outcome.kind !== 'finished') return new Set()
		if (!wouldAsk(this.#ports, run, outcome.result.parts)) return new Set()
		try {
			return await this.#ports.grants()
		} catch (error) {
			this.#ports.log({ level: 'warn', event: 'grants_not_read', error: String(error) })
			return new Set()
		}
	}

	async #dispatch(run: Run, calls: readonly ToolCall[]): Promise<void> {
		const undoGroup = { id: `${run.id}.${calls[0]?.stepSeq}`, name: undoName(calls) }
		this.#told.clear()
		this.#calls.markDispatched(calls, ROOM_GRACE_MS)
		const receipts = calls.map((call) =>
			this.#ports.room.dispatch({
				conversationId: this.#ports.conversationId,
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
			}),
		)
		let bound = run.editorKey !== null
		for (const [index, receipt] of (await Promise.allSettled(receipts)).entries()) {
			const callId = calls[index]?.callId ?? ''
			const { call } = this.#find(callId)
			if (receipt.status === 'rejected') {
				if (call?.state === 'dispatched') this.#unreachable(call, receipt.reason)
			} else if (!receipt.value.accepted) {
				this.settle(callId, receipt.value.outcome)
			} else {
				const { editorKey, editorName, waiting } = receipt.value
				// Also when the outcome came before the receipt: the next call goes where this one went.
				if (!bound) this.#calls.bind(run, editorKey)
				bound = true
				if (waiting !== null && call?.state === 'dispatched' && !this.#told.has(callId)) {
					this.#calls.markSeat(call, { editorKey, editorName })
					this.#applyWaiting(callId, waiting)
				}
			}
		}
	}

	#unreachable(call: ToolCall, reason: unknown): void {
		this.#ports.log({ level: 'warn', event: 'room_unreachable', error: String(reason) })
		if (call.attempts < MAX_ROOM_ATTEMPTS) {
			const pause = ROOM_RETRY_MS * 2 ** call.attempts * (0.5 + this.#ports.random() / 2)
			this.#calls.markUnsent(call, this.#ports.clock() + Math.round(pause))
			return
		}
		this.settle(
			call.callId,
			call.replay === 'once'
				? failed('effect_unknown', 'The call was sent, but no answer came back.', {
						hint: 'Look at the scene before doing it again.',
					})
				: failed('deadline_exceeded', 'The project could not be reached.'),
		)
	}

	#kickCancel(): void {
		void this.cancelLeaving().catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
	}

	/**
	 * Tells the room to take back what stopped runs left there; what it does not have any more is
	 * over. For the alarm, until nothing is left.
	 */
	async cancelLeaving(): Promise<void> {
		const { store, room, clock } = this.#ports
		const leaving = store.leavingCalls()
		const late = leaving.filter((call) => (call.nextAt ?? 0) <= clock())
		for (const call of late) this.#calls.left(call)
		const asked = leaving.filter((call) => !late.includes(call)).map(({ callId }) => callId)
		const open = asked.length > 0 ? new Set(await room.cancel(asked)) : new Set<string>()
		for (const call of store.leavingCalls()) {
			if (asked.includes(call.callId) && !open.has(call.callId)) this.#calls.left(call)
		}
		if (open.size < leaving.length) this.#kick()
	}

	/** Calls whose deadline the room did not keep. For the alarm. */
	expireCalls(): void {
		const run = this.run()
		if (!run || isEnded(run)) return
		const now = this.#ports.clock()
		for (const call of this.#ports.store.calls(run.id)) {
			if (call.state !== 'dispatched' || call.nextAt === null || call.nextAt > now) continue
			this.settle(
				call.callId,
				call.replay === 'once'
					? failed('effect_unknown', 'No answer came in time; it may have taken effect.', {
							hint: 'Look at the scene before doing it again.',
						})
					: failed('deadline_exceeded', 'No answer came in time.'),
			)
		}
	}

	#wait(run: Run, state: RunState): void {
		if (run.state === state) return
		this.#announce(this.#do.setRunState(run, state))
		// Viewers come back when the room says so: an open stream would keep the object awake.
		if (state === 'waiting_approval' || state === 'waiting_editor') this.log(run).close()
	}

	#fail(run: Run, why: Parameters<typeof failureNotice>[0], step: Step | null): void {
		const notice = failureNotice(why)
		this.#finish(
			run,
			{ state: 'failed', finishReason: 'error', errorCode: notice.code, notice },
			step,
		)
	}

	#finish(run: Run, end: RunEnd, lastStep: Step | null): void {
		const log = this.log(run)
		this.#announce(this.#do.finish(run, end, lastStep, log))
		log.end()
		for (const tell of this.#endings.splice(0)) tell()
	}

	/** After an error of our own: the run ends with an apology instead of looping. */
	#giveUp(): void {
		try {
			const run = this.run()
			if (run && !isEnded(run)) this.#fail(run, 'interrupted', this.#ports.store.lastStep(run.id))
		} catch (error) {
			this.#ports.log({ level: 'error', event: 'give_up_failed', error: String(error) })
		}
	}

	#find(callId: string): { run: Run | null; call: ToolCall | null } {
		const call = this.#ports.store.call(callId)
		const run = this.run()
		return { run: run && call?.runId === run.id ? run : null, call }
	}

	/** `queued`: how many messages wait now, where that has changed. */
	#announce(run: Run, queued?: number): void {
		this.#tellRoom((room) =>
			room.runChanged({
				conversationId: this.#ports.conversationId,
				runId: run.id,
				state: run.state,
				...(queued === undefined ? {} : { queued }),
			}),
		)
	}

	#announceQueue(): void {
		const run = this.run()
		if (run) this.#announce(run, this.#ports.store.inbox().length)
	}

	/** For what the run does not depend on: a room that cannot be reached is only logged. */
	#tellRoom(tell: (room: MachinePorts['room']) => Promise<unknown>): void {
		tell(this.#ports.room).catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
	}
}
