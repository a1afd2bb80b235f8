/**
 * A conversation's run, driven from its stored state. Every method may be called at any
 * time and in any order, also right after an eviction: {@link RunMachine.drive} reads what
 * is stored, decides ({@link decide}), does one thing, and repeats, until the run waits
 * or is over.
 */

import type { RunState, Steer } from '@fairlead/protocol/conversations/runs'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { type Author, payerReads } from '@fairlead/protocol/people/author'
import type { SaidMessage } from '../../ports/conversation.ts'
import { CallProgress } from '../calls/call-progress.ts'
import { Checks } from '../calls/checks.ts'
import { OpenCalls } from '../calls/open-calls.ts'
import { NONE_REFUSED } from '../calls/tools-step.ts'
import { NONE_LOADED } from '../context/account-skills.ts'
import { ContextReads } from '../context/context-reads.ts'
import { SummaryTransitions } from '../context/summary-transitions.ts'
import { type FailureKind, failureNotice } from '../model/provider-failures.ts'
import { UNKNOWN_GRANTS } from '../policy/approvals.ts'
import { limitOf } from '../policy/budget.ts'
import { BudgetWatch } from '../policy/budget-watch.ts'
import { isLooping, LOOP_STEPS } from '../policy/repetition.ts'
import { recordedName } from '../source/run-source.ts'
import { ChunkLog } from '../stream/chunk-log.ts'
import { AskModel } from './ask-model.ts'
import { atRest, MAX_STALLS, takeUp } from './crash-loop.ts'
import { Driver } from './driver.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { InboxMessage } from './queue/inbox.ts'
import { MessageQueue } from './queue/queue.ts'
import { endOf, type RunEnd } from './run-ends.ts'
import { RunEvents } from './run-events.ts'
import { type PostOutcome, post, type RunOptions, startNext } from './run-start.ts'
import {
	callsTools,
	decide,
	isEnded,
	type Limit,
	type Next,
	type Run,
	type Step,
	type ToolCall,
} from './run-state.ts'
import { Superseded } from './run-store.ts'
import { RunTransitions } from './run-transitions.ts'
import { type Commit, committer } from './transaction.ts'

const NOTHING_KNOWN = {
	grants: UNKNOWN_GRANTS,
	refused: NONE_REFUSED,
	skills: NONE_LOADED,
} as const
const AT_WORK: ReadonlySet<RunState> = new Set(['queued', 'running', 'waiting_retry'])
const isWaiting = ({ state }: Run): boolean =>
	state === 'waiting_approval' || state === 'waiting_editor'

export interface Stopped {
	/** The run that was stopped; null if no run has that id. */
	readonly runId: string | null
	readonly state: RunState | null
	/** Messages that this request withdrew. */
	readonly withdrawn: readonly InboxMessage[]
}

export class RunMachine {
	/** The waiting messages. */
	readonly queue: MessageQueue
	/** The calls of the newest run. */
	readonly calls: OpenCalls
	readonly #ports: MachinePorts
	readonly #epoch: number
	readonly #transitions: RunTransitions
	readonly #events: RunEvents
	readonly #model: AskModel
	readonly #reads: ContextReads
	readonly #budgets: BudgetWatch
	readonly #commit: Commit
	/** Called when the run ends. */
	readonly #endings: (() => void)[] = []
	#log: ChunkLog | null = null
	readonly #driver = new Driver(
		() => this.#pass(),
		(error) => this.#giveUp(error),
	)
	/** True once this instance has examined the run that it found ({@link takeUp}). */
	#met = false
	/** True if it counted itself for the crash loop, which must be reset when the run rests. */
	#counted = false
	#stuck = false

	constructor(ports: MachinePorts) {
		this.#ports = ports
		this.#epoch = ports.store.epoch()
		const commit = committer(ports, this.#epoch)
		this.#commit = commit
		this.#transitions = new RunTransitions(ports, commit, this.#epoch)
		this.#events = new RunEvents(ports)
		const checks = new Checks(ports)
		const summaries = new SummaryTransitions(ports, commit)
		this.#reads = new ContextReads(ports)
		this.#budgets = new BudgetWatch(ports, commit)
		this.#model = new AskModel(ports, this.#transitions, summaries, this.#events, checks, {
			log: (run) => this.log(run),
			contextOf: (run, seq) => this.#reads.of(run, seq),
			warningsOf: (run) => this.#budgets.near(run),
			fail: (run, why, step) => this.#fail(run, why, step),
		})
		this.queue = new MessageQueue(ports, commit, this.#events)
		this.calls = new OpenCalls(ports, new CallProgress(ports, commit, this.#epoch), {
			log: (run) => this.log(run),
			kick: () => void this.drive(),
			waitChanged: (run) => this.#events.waitChanged(run),
			answerChanged: (run) => this.#events.answerChanged(run),
		})
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
	 * Stores the message; it begins a run, or waits to enter the active one ({@link Steer}).
	 * Durable when this returns. Repeating a message id changes nothing.
	 */
	post(message: SaidMessage, options: RunOptions, steer: Steer = 'step'): PostOutcome {
		const outcome = post(this.#ports, message, options, steer)
		if (!outcome.ok || outcome.repeated) return outcome
		// A run that begins here was not left by an older instance.
		if (outcome.kind === 'run') this.#met = true
		this.#ports.committed()
		if (outcome.kind === 'run') this.#events.announce(outcome.run)
		else {
			this.#events.queueChanged(this.run())
			if (steer === 'interrupt') this.#model.abort()
		}
		return outcome
	}

	/**
	 * Ends the run (only this one, where an id is given), and resolves when it has: viewers see its
	 * end, and no result can enter it. The next run begins when the calls that it left in
	 * the room are over, too. `withdrawQueued` withdraws the waiting messages.
	 */
	async stop(
		runId: string | null,
		withdrawQueued = false,
		by: Author | null = null,
	): Promise<Stopped> {
		const run = this.run()
		if (!run || (runId !== null && run.id !== runId)) {
			return { runId: null, state: null, withdrawn: [] }
		}
		// Withdrawn before the end: a message left in the queue would begin the next run. A repeated request
		// withdraws nothing that was sent after the first one.
		const withdrawn = withdrawQueued && !run.cancelRequested ? this.queue.withdrawAll(by) : []
		if (!isEnded(run)) {
			const { promise, resolve } = Promise.withResolvers<void>()
			this.#endings.push(resolve)
			this.#transitions.requestCancel(run, by)
			this.#model.abort()
			this.#reads.abort()
			this.#budgets.abort()
			// The drive's own end is too late: it continues with the run that a waiting message begins.
			await Promise.race([this.drive(), promise])
		}
		return { runId: run.id, state: this.#ports.store.run(run.id)?.state ?? null, withdrawn }
	}

	/** Continues the run as far as possible now. Concurrent calls share the work. */
	drive(): Promise<void> {
		return this.#stuck ? Promise.resolve() : this.#driver.drive()
	}

	/** Called when somebody looks: same as {@link drive}, but also tries after storage has refused everything. */
	wake(): Promise<void> {
		this.#stuck = false
		return this.drive()
	}

	/** True when not even the last resort could be stored: the run is left alone until {@link wake}. */
	get stuck(): boolean {
		return this.#stuck
	}

	async #pass(): Promise<void> {
		this.#takeUp()
		while (await this.#once()) {
			// One transition after the other until the run waits.
		}
		if (this.#counted) atRest(this.#ports.store)
		this.#counted = false
	}

	/** One transition; false when nothing more can be done now. */
	async #once(): Promise<boolean> {
		const { store, clock } = this.#ports
		const run = store.latestRun()
		const lastStep = run && !isEnded(run) ? store.lastStep(run.id) : null
		const newStep = run && this.#newModelStep(run, lastStep)
		const unread =
			run && newStep !== null
				? [this.#reads, this.#budgets].filter((one) => one.isDue(run, newStep))
				: []
		if (run && newStep !== null && unread.length > 0) {
			// A run that waits has no alarm: after an eviction nothing would continue it.
			if (isWaiting(run)) this.#events.announce(this.#transitions.setRunState(run, 'running'))
			await Promise.all(unread.map((one) => one.read(run, newStep)))
			// Anything may have happened meanwhile.
			return true
		}
		const calls = lastStep?.kind === 'tools' ? this.#callsOf(lastStep) : []
		const waiting = this.queue.ready()
		const next = decide({
			run,
			lastStep,
			calls,
			limit: run && this.#limitOf(run, lastStep),
			queued: waiting.length,
			interrupt: waiting.some(({ steer }) => steer === 'interrupt'),
			leaving: lastStep ? 0 : store.leavingCalls().length,
			epoch: this.#epoch,
			now: clock(),
			modelLive: this.#model.isLive,
		})
		if (!run) return false
		const entering = this.queue.entering(next, waiting)
		if (entering === null) {
			await this.queue.admit(waiting, this.log(run))
			// Anything may have happened meanwhile.
			return true
		}
		return this.#perform(next, run, lastStep, entering)
	}

	#limitOf(run: Run, lastStep: Step | null): Limit | null {
		const asks = lastStep?.kind === 'model' && lastStep.state === 'running'
		const steps = this.#ports.store.modelSteps(run.id) - (asks ? 1 : 0)
		return (lastStep && limitOf(run, steps)) ?? this.#budgets.stop(run)
	}

	/** The number of the model step that probably comes next, told without reading results; null: there is none yet. */
	#newModelStep(run: Run, lastStep: Step | null): number | null {
		const { store } = this.#ports
		if (isEnded(run) || run.cancelRequested) return null
		if (!lastStep) return store.leavingCalls().length > 0 ? null : 0
		const goesOn =
			lastStep.kind === 'tools'
				? store.openCalls(run.id, lastStep.seq).length === 0
				: lastStep.result?.reason === 'pause' && !callsTools(lastStep.result)
		return goesOn ? lastStep.seq + 1 : null
	}

	/** Results are read only once all have arrived: they may be large. */
	#callsOf({ runId, seq }: Step): readonly ToolCall[] {
		const { store } = this.#ports
		const open = store.openCalls(runId, seq)
		return open.length > 0 ? open : store.calls(runId, seq)
	}

	async #perform(
		next: Next,
		run: Run,
		lastStep: Step | null,
		entering: readonly InboxMessage[],
	): Promise<boolean> {
		const log = this.log(run)
		switch (next.do) {
			case 'nothing':
				return false
			case 'cancel':
				await this.calls.takeBackWaiting(run)
				this.#finish(run, { state: 'cancelled', finishReason: 'other' }, lastStep)
				this.calls.cancelInBackground()
				return true
			case 'interrupt':
				await this.calls.takeBackWaiting(run)
				this.#transitions.interrupt(run, next.step, log)
				this.calls.cancelInBackground()
				return true
			case 'start-next': {
				const [message] = entering
				if (!message) return false
				this.#events.queueChanged(this.#commit(null, () => startNext(this.#ports, message)))
				return true
			}
			case 'model':
				await this.#model.ask(run, next.seq, next.again, null, entering)
				return true
			case 'end-tools':
				if (isLooping(this.#ports.store.callsFrom(run.id, next.step.seq - LOOP_STEPS))) {
					this.#finish(run, endOf('loop', run), lastStep)
					return true
				}
				await this.#model.ask(run, next.step.seq + 1, null, next.step, entering)
				return true
			case 'begin-tools':
				this.#transitions.beginTools(run, next.seq, next.model, NOTHING_KNOWN, log)
				return true
			case 'dispatch':
				await this.calls.dispatch(run, next.calls)
				return true
			case 'wait':
				this.#wait(run, next.state)
				return false
			case 'finish':
				this.#finish(run, endOf(next.why, run), lastStep)
				return true
			default:
				return next satisfies never
		}
	}

	#wait(run: Run, state: RunState): void {
		if (state === 'queued') this.#transitions.showLeftWait(run, this.log(run))
		if (run.state === state) return
		this.#events.announce(this.#transitions.setRunState(run, state))
		// Viewers reconnect when the room says so: an open stream would keep the object awake.
		if (state === 'waiting_approval') this.log(run).close('asks')
		else if (state === 'waiting_editor') this.log(run).close('waits')
	}

	#fail(run: Run, why: FailureKind | NoticePart, step: Step | null): void {
		const notice =
			typeof why === 'string'
				? failureNotice(why, recordedName(run.source), payerReads(run.author))
				: why
		this.#finish(
			run,
			{ state: 'failed', finishReason: 'error', errorCode: notice.code, notice },
			step,
		)
	}

	#finish(run: Run, end: RunEnd, lastStep: Step | null): void {
		const log = this.log(run)
		this.#events.announce(this.#transitions.finish(run, end, lastStep, log))
		log.end()
		this.#ended()
	}

	#ended(): void {
		for (const tell of this.#endings.splice(0)) tell()
	}

	/** Takes up a run that an older instance had started; once per instance. */
	#takeUp(): void {
		if (this.#met) return
		this.#met = true
		const { store } = this.#ports
		const run = store.latestRun()
		if (!run || !AT_WORK.has(run.state)) return
		this.#counted = true
		const step = store.lastStep(run.id)
		const open = store.openCalls(run.id).length
		if (takeUp(store, run, step, open) >= MAX_STALLS) {
			this.#ports.log({ level: 'error', event: 'run_never_gets_further', runId: run.id })
			this.#abandon(run)
		}
	}

	/** After an internal error the run ends with an apology instead of looping. */
	#giveUp(cause: unknown): void {
		this.#ports.log({ level: 'error', event: 'run_failed_inside', error: String(cause) })
		const run = this.run()
		if (!run || isEnded(run)) return
		try {
			this.#fail(run, 'internal', this.#ports.store.lastStep(run.id))
		} catch (error) {
			this.#ports.log({ level: 'error', event: 'give_up_failed', error: String(error) })
			this.#abandon(run)
		}
	}

	#abandon(run: Run): void {
		try {
			this.#events.announce(
				this.#transitions.abandon(run, failureNotice('internal', recordedName(run.source))),
			)
		} catch (error) {
			if (error instanceof Superseded) return
			this.#stuck = true
			this.#ports.log({ level: 'error', event: 'abandon_failed', error: String(error) })
		}
		this.#log = null
		// Viewers reconnect, and read the transcript instead.
		this.#ports.sink.close('ended')
		this.#ended()
	}
}
