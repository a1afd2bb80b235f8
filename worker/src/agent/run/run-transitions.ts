/**
 * The transitions of a run and its steps; those of its calls are in `call-progress.ts`. Each
 * public method is one transaction: state, chunks and messages together, or nothing. None of
 * them awaits.
 */

import { verdictOf } from '@fairlead/protocol/conversations/run-standing'
import type { RunState } from '@fairlead/protocol/conversations/runs'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import { plainText } from '../../ports/message-text.ts'
import {
	cancelCall,
	INTERRUPTED,
	leaveCall,
	RUN_ENDED,
	stoppedWords,
} from '../calls/call-progress.ts'
import { underOwnIds } from '../calls/finished-call.ts'
import { surplusCalls, TOO_MANY_CALLS } from '../calls/proposed-calls.ts'
import { beginToolsStep, type KnownOfCalls } from '../calls/tools-step.ts'
import { runMessages, shrink } from '../context/stored-view.ts'
import { tell } from '../context/telling.ts'
import type { ModelPart } from '../model/types.ts'
import { nearLimits, showOnce } from '../policy/near-limits.ts'
import { type Spending, spend } from '../policy/spending.ts'
import { changesOf } from '../revert/run-changes.ts'
import { recordedName } from '../source/run-source.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import {
	fitMessage,
	fitModel,
	openToolErrors,
	partialParts,
	restated,
} from '../stream/finished-message.ts'
import {
	endLeftWait,
	endRetryWait,
	LEFT_WAIT_REASON,
	leftWaitId,
	retryWaitId,
	startChunk,
	stepChunk,
} from '../stream/run-chunks.ts'
import { noteAnswer } from '../title/title-state.ts'
import type { MachinePorts } from './machine-ports.ts'
import { type Entering, enter } from './queue/inbox.ts'
import type { RunEnd } from './run-ends.ts'
import { isUnderWay, type ModelStepResult, type Run, type Step } from './run-state.ts'
import type { RunStore } from './run-store.ts'
import type { Commit } from './transaction.ts'

export class RunTransitions {
	readonly #ports: MachinePorts
	readonly #epoch: number
	readonly #commit: Commit

	constructor(ports: MachinePorts, commit: Commit, epoch: number) {
		this.#ports = ports
		this.#commit = commit
		this.#epoch = epoch
	}

	/**
	 * Begins a model step, after waiting messages have entered, or repeats the interrupted
	 * one. Ends the tools step before it.
	 */
	beginModel(
		run: Run,
		seq: number,
		again: Step | null,
		endTools: Step | null,
		{ told, messages, near }: Entering,
		log: ChunkLog,
	): Step {
		const { store, clock } = this.#ports
		const now = clock()
		return this.#commit(log, () => {
			if (endTools) this.#endStep(endTools, log)
			if (again) {
				// A person cut it, for a message that was then withdrawn: no failure of the provider or of an instance.
				const cut = again.epoch === this.#epoch && run.state !== 'waiting_retry'
				const attempt = cut ? again.attempt : again.attempt + 1
				const step = { ...again, attempt, epoch: this.#epoch }
				store.updateStep(run.id, seq, { attempt: step.attempt, epoch: step.epoch })
				// A failed try was removed from the page when it failed; the wait since then stays visible.
				if (run.state === 'waiting_retry') endRetryWait(again, now, log)
				else log.append({ type: 'reset-step' })
				this.#setState(run, 'running')
				log.flush()
				return step
			}
			if (seq === 0) {
				if (!endLeftWait(run, now, log)) log.append(startChunk(run))
			} else {
				log.append({ type: 'finish-step' })
			}
			tell(this.#ports, seq, told, log)
			showOnce([...near, ...nearLimits(run)], log)
			const going = enter(this.#ports, run, messages, seq, log)
			const step: Step = {
				runId: run.id,
				seq,
				kind: 'model',
				state: 'running',
				attempt: 1,
				epoch: this.#epoch,
				result: null,
				told: told.length > 0 ? told : null,
				startedAt: now,
				finishedAt: null,
			}
			store.insertStep(step)
			// Before start-step, so that a reset-step keeps this part.
			log.append(stepChunk(step, 'running'))
			log.append({ type: 'start-step' })
			this.#setState(going, 'running')
			log.flush()
			return step
		})
	}

	/** Stores the model's answer and the calls that it makes: one transaction. */
	endModel(
		run: Run,
		step: Step,
		{ result: answered, spent }: { result: ModelStepResult; spent: Spending },
		known: KnownOfCalls,
		log: ChunkLog,
	): void {
		const { store, clock } = this.#ports
		this.#commit(log, () => {
			const finishedAt = clock()
			for (const id of log.builder.openIds('text')) log.append({ type: 'text-end', id })
			for (const id of log.builder.openIds('reasoning')) log.append({ type: 'reasoning-end', id })
			const surplus = surplusCalls(answered.parts)
			const dropped = new Set<ModelPart>(surplus)
			const result = { ...answered, parts: answered.parts.filter((part) => !dropped.has(part)) }
			for (const { callId } of surplus) {
				log.append({ type: 'tool-output-error', toolCallId: callId, errorText: TOO_MANY_CALLS })
			}
			store.updateStep(run.id, step.seq, { state: 'done', result, finishedAt })
			log.append(stepChunk({ ...step, finishedAt }, 'done'))
			spend(this.#ports, run, spent)
			if (result.parts.some((part) => part.type === 'tool-call')) {
				beginToolsStep(
					this.#ports,
					{ run, seq: step.seq + 1, result, known, epoch: this.#epoch },
					log,
				)
			}
			log.flush()
		})
	}

	/** Counts a model call that was cut, which is billed as well. Returns the updated run. */
	spend(run: Run, spent: Spending): Run {
		return this.#commit(null, () => spend(this.#ports, run, spent))
	}

	/** Makes the calls of a finished model step that has none yet (never needed after {@link endModel}). */
	beginTools(run: Run, seq: number, model: Step, known: KnownOfCalls, log: ChunkLog): void {
		const result = model.result
		if (!result) return
		this.#commit(log, () => {
			beginToolsStep(this.#ports, { run, seq, result, known, epoch: this.#epoch }, log)
			log.flush()
		})
	}

	/** Shows why a run does not begin yet: the previous run left calls that are not over. */
	showLeftWait(run: Run, log: ChunkLog): void {
		if (log.builder.wait(leftWaitId(run)) !== null) return
		this.#commit(log, () => {
			log.append(startChunk(run))
			const startedAt = this.#ports.clock()
			const data = { on: 'editor', reason: LEFT_WAIT_REASON, startedAt } as const
			log.append({ type: 'data-wait', id: leftWaitId(run), data })
			log.flush()
		})
	}

	setRunState(run: Run, state: RunState): Run {
		return this.#commit(null, () => this.#setState(run, state))
	}

	requestCancel(run: Run, stoppedBy: Author | null): void {
		const patch = { cancelRequested: true, stoppedBy: run.stoppedBy ?? stoppedBy }
		this.#commit(null, () => this.#ports.store.updateRun(run.id, patch))
	}

	/** Leaves more out of the model's input; false if nothing is left to leave out. */
	shrink(run: Run): boolean {
		return this.#commit(null, () => shrink(this.#ports.store, run))
	}

	/** The model step failed and is tried again later. */
	retryLater(run: Run, step: Step, nextAt: number, reason: string, log: ChunkLog): void {
		this.#commit(log, () => {
			this.#ports.store.updateRun(run.id, { state: 'waiting_retry', nextAt })
			// The streamed part is void; the page must not show half an answer while it waits.
			log.append({ type: 'reset-step' })
			log.append({
				type: 'data-wait',
				id: retryWaitId(step),
				data: { on: 'retry', reason, startedAt: this.#ports.clock() },
			})
			log.flush()
		})
	}

	/** Ends the run: settles open calls, stores the message, notifies D1. */
	finish(run: Run, end: RunEnd, lastStep: Step | null, log: ChunkLog): Run {
		const { store, clock } = this.#ports
		return this.#commit(log, () => {
			const now = clock()
			if (!lastStep && !endLeftWait(run, now, log)) log.append(startChunk(run))
			// A limit ends it between two tries: the next run makes the step again, whole.
			const asks = lastStep?.kind === 'model' && lastStep.state === 'running'
			if (asks && end.state === 'completed') log.append({ type: 'reset-step' })
			const cut = lastStep !== null && isUnderWay(lastStep, store.openCalls(run.id))
			const left = end.state === 'cancelled' ? stoppedWords(run.stoppedBy) : RUN_ENDED
			this.#leaveOff(run, lastStep, { reason: 'stop', left }, log)
			if (lastStep && lastStep.finishedAt === null) {
				const state = cut && end.state !== 'completed' ? 'failed' : 'done'
				log.append(stepChunk({ ...lastStep, finishedAt: now }, state))
			}
			if (end.notice) log.append({ type: 'data-notice', id: `end-${run.id}`, data: end.notice })
			if (lastStep) log.append({ type: 'finish-step' })
			log.append({
				type: 'finish',
				finishReason: end.finishReason,
				messageMetadata: {
					state: end.state,
					finishedAt: now,
					usage: run.usage,
					...(run.costUsd === null ? {} : { costUsd: run.costUsd }),
					...(run.stoppedBy === null ? {} : { stoppedBy: run.stoppedBy }),
				},
			})
			log.flush()
			const ended = store.updateRun(run.id, {
				state: end.state,
				finishedAt: now,
				nextAt: null,
				errorCode: end.errorCode ?? null,
			})
			const message = fitMessage(structuredClone(log.builder.message))
			store.insertMessage({
				id: run.messageId,
				role: 'assistant',
				ui: message,
				model: fitModel(runMessages(store, ended)),
				runId: run.id,
				createdAt: now,
			})
			keepChanges(store, run)
			noteAnswer(store, ended, now)
			store.enqueue(
				{
					topic: 'run-ended',
					run: ended,
					steps: (lastStep?.seq ?? -1) + 1,
					calls: store.modelCalls(run.id),
					verdict: end.state === 'completed' ? verdictOf(message) : null,
					...asking(run),
					entered: enteredTexts(store, run.id),
				},
				now,
			)
			return ended
		})
	}

	/**
	 * A message interrupts: the streamed part of the answer is kept, open calls are
	 * cancelled. It enters with the model step that follows.
	 */
	interrupt(run: Run, step: Step, log: ChunkLog): void {
		this.#commit(log, () => {
			this.#leaveOff(run, step, { reason: 'pause', left: INTERRUPTED }, log)
			if (step.kind === 'model') {
				log.append(stepChunk({ ...step, finishedAt: this.#ports.clock() }, 'done'))
			}
			this.#setState(run, 'running')
			log.flush()
		})
	}

	/** Cuts the current step: the answer keeps its text, and everything open gets an end. */
	#leaveOff(
		run: Run,
		step: Step | null,
		{ reason, left }: { readonly reason: 'stop' | 'pause'; readonly left: string },
		log: ChunkLog,
	): void {
		const { store, clock } = this.#ports
		const now = clock()
		if (step?.kind === 'model' && step.state === 'running') {
			const parts = partialParts(log.builder)
			store.updateStep(run.id, step.seq, {
				state: 'done',
				result: { reason, parts },
				finishedAt: now,
			})
			if (step.epoch !== this.#epoch) {
				for (const chunk of restated(log.builder, step.seq)) log.append(chunk)
			}
			if (run.state === 'waiting_retry') endRetryWait(step, now, log)
		}
		for (const id of log.builder.openIds('text')) log.append({ type: 'text-end', id })
		for (const id of log.builder.openIds('reasoning')) log.append({ type: 'reasoning-end', id })
		for (const call of store.openCalls(run.id)) cancelCall(this.#ports, call, left, log)
		// After the calls: parts that are still open never became calls.
		for (const chunk of openToolErrors(log.builder)) log.append(chunk)
	}

	#endStep(step: Step, log: ChunkLog): void {
		const finishedAt = this.#ports.clock()
		this.#ports.store.updateStep(step.runId, step.seq, { state: 'done', finishedAt })
		log.append(stepChunk({ ...step, finishedAt }, 'done'))
	}

	#setState(run: Run, state: RunState): Run {
		if (run.state === state) return run
		const { store, clock } = this.#ports
		const changed = store.updateRun(run.id, { state, nextAt: null })
		// A list read after a reload then shows that a run waits for the user.
		if (SHOWN_IN_LISTS.has(run.state) || SHOWN_IN_LISTS.has(state)) {
			store.enqueue({ topic: 'run-waits', run: changed, ...asking(run, changed) }, clock())
		}
		return changed
	}

	/**
	 * The last resort if the run cannot be ended normally: it needs nothing of what the run
	 * streamed. The end says so, and messages sent during the run are kept.
	 */
	abandon(run: Run, notice: NoticePart): Run {
		const { store, clock } = this.#ports
		return this.#commit(null, () => {
			const now = clock()
			store.clearBlocks(run.id)
			const errorCode = notice.code
			const entered = store.entered(run.id)
			const ended = store.updateRun(run.id, {
				state: 'failed',
				finishedAt: now,
				nextAt: null,
				errorCode,
			})
			for (const call of store.openCalls(run.id)) leaveCall(this.#ports, call, RUN_ENDED)
			const { id: runId, startedAt: createdAt } = run
			const model = recordedName(run.source)
			store.insertMessage({
				id: run.messageId,
				role: 'assistant',
				ui: fitMessage({
					id: run.messageId,
					role: 'assistant',
					parts: [
						...entered.map(({ id, ui }) => ({
							type: 'steering-message' as const,
							id,
							parts: ui.parts,
						})),
						{ type: 'data-notice', id: `end-${runId}`, data: notice },
					],
					metadata: { runId, model, createdAt, state: 'failed', finishedAt: now, usage: run.usage },
				}),
				model: fitModel(entered.map((message) => message.model)),
				runId,
				createdAt: now,
			})
			keepChanges(store, run)
			const steps = (store.lastStep(runId)?.seq ?? -1) + 1
			store.enqueue(
				{
					topic: 'run-ended',
					run: ended,
					steps,
					calls: store.modelCalls(runId),
					...asking(run),
					entered: enteredTexts(store, runId),
				},
				now,
			)
			return ended
		})
	}
}

const SHOWN_IN_LISTS: ReadonlySet<RunState> = new Set(['waiting_approval', 'waiting_editor'])

/** Marks items after which people who can answer are told that a question began or ended. */
const asking = (...runs: readonly Run[]): { readonly asking?: true } =>
	runs.some(({ state }) => state === 'waiting_approval') ? { asking: true } : {}

/** Keeps the run's changes for a revert after its calls are deleted. */
function keepChanges(store: RunStore, run: Run): void {
	const changes = underOwnIds(store, run, changesOf(store.calls(run.id)))
	if (changes.length > 0) store.putChanges(run.id, changes)
}

const enteredTexts = (store: RunStore, runId: string) =>
	store.entered(runId).map(({ id, ui, createdAt, options }) => ({
		id,
		text: plainText(ui.parts),
		createdAt,
		author: options.author,
	}))
