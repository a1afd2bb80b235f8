/** One step of a run that asks its source, from start to answer, failure or a person's Stop. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Checks } from '../calls/checks.ts'
import { activatedTools, type KnownOfCalls, NONE_REFUSED } from '../calls/tools-step.ts'
import { loadAccountSkills, NONE_LOADED } from '../context/account-skills.ts'
import { compact, summaryDue } from '../context/compact.ts'
import { type ToldFrom, type ToldPart, toTell } from '../context/notices.ts'
import { cutOf, entriesOf } from '../context/stored-view.ts'
import type { SummaryTransitions } from '../context/summary-transitions.ts'
import { mostTokens } from '../context/view.ts'
import type { ModelOutcome } from '../model/answer.ts'
import {
	type FailureKind,
	MAX_INTERRUPTIONS,
	retryDelay,
	retryReason,
} from '../model/provider-failures.ts'
import { askFor, grantsFor, readTools } from '../model/request.ts'
import type { ProviderError, ProviderErrorClass } from '../model/types.ts'
import { UNKNOWN_GRANTS } from '../policy/approvals.ts'
import { NO_USAGE } from '../policy/budget.ts'
import type { OnceNotice } from '../policy/near-limits.ts'
import type { Spending } from '../policy/spending.ts'
import { takeHandedIn } from '../source/handed-in.ts'
import { type ModelSource, recordedName } from '../source/run-source.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import type { MachinePorts, ModelAccess } from './machine-ports.ts'
import type { InboxMessage } from './queue/inbox.ts'
import type { RunEvents } from './run-events.ts'
import { isEnded, type Run, type Step } from './run-state.ts'
import type { RunTransitions } from './run-transitions.ts'

/** The parts of the machine that a model step needs. */
interface Host {
	/** The stream of the newest run. */
	readonly log: (run: Run) => ChunkLog
	/** The context that was read for this step. */
	readonly contextOf: (run: Run, seq: number) => ToldFrom
	/** Warnings about budgets. */
	readonly warningsOf: (run: Run) => readonly OnceNotice[]
	/** Ends the run with a notice. */
	readonly fail: (run: Run, why: FailureKind | NoticePart, step: Step) => void
}

type Access = Awaited<ReturnType<MachinePorts['model']>> | { readonly failed: ProviderError }
interface Answer {
	/** The access to the model; null if no model was asked. */
	readonly access: Access | null
	readonly outcome: ModelOutcome
}

/** The database did not say whose key pays, or the name of a person's own server could not be resolved. */
const keyUnread = (error: unknown): Access => ({
	failed: { class: 'network', message: String(error), retryable: true },
})

/** Tells a person's own key from the server's: only they can replace it. */
function failureOf(kind: ProviderErrorClass, access: Access | null): FailureKind {
	const own = access !== null && 'provider' in access && access.paidBy === 'person'
	if (own && kind === 'key') return access.keyless ? 'asks_key' : 'own_key'
	return own && kind === 'quota' ? 'own_quota' : kind
}

const asEntering = (part: ToldPart): Pick<InboxMessage, 'model'> => ({
	model: { role: 'user', parts: [part] },
})

const ABORTED: ModelOutcome = { kind: 'aborted', spent: null }

async function outcomeOf(
	access: Access,
	send: (to: ModelAccess) => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
	if ('provider' in access) return send(access)
	return 'failed' in access ? { kind: 'failed', error: access.failed, spent: null } : ABORTED
}

export class AskModel {
	readonly #ports: MachinePorts
	readonly #transitions: RunTransitions
	readonly #summaries: SummaryTransitions
	readonly #events: RunEvents
	readonly #checks: Checks
	readonly #host: Host
	#live: AbortController | null = null
	/** Settles once the last request is counted, so that the next one meets the limit. */
	#charged: Promise<void> = Promise.resolve()

	constructor(
		ports: MachinePorts,
		transitions: RunTransitions,
		summaries: SummaryTransitions,
		news: RunEvents,
		checks: Checks,
		host: Host,
	) {
		this.#ports = ports
		this.#transitions = transitions
		this.#summaries = summaries
		this.#events = news
		this.#checks = checks
		this.#host = host
	}

	/** True while this instance runs a model call. */
	get isLive(): boolean {
		return this.#live !== null
	}

	/** Aborts the current answer, if there is one. */
	abort(): void {
		this.#live?.abort()
	}

	/** `again`: the step that was interrupted or failed; `endTools`: the one that ends with this. */
	async ask(
		run: Run,
		seq: number,
		again: Step | null,
		endTools: Step | null,
		entering: readonly InboxMessage[],
	): Promise<void> {
		const { store, clock, random } = this.#ports
		const log = this.#host.log(run)
		const interrupted = again !== null && run.state !== 'waiting_retry'
		if (interrupted && again.attempt >= MAX_INTERRUPTIONS) {
			this.#host.fail(run, 'interrupted', again)
			return
		}
		const told = again === null ? this.#told(run, seq, entering) : []
		if (again === null && (await this.#compact(run, [...told.map(asEntering), ...entering]))) return
		const messages = { told, messages: entering, near: this.#host.warningsOf(run) }
		const step = this.#transitions.beginModel(run, seq, again, endTools, messages, log)
		if (entering.length > 0) this.#events.queueChanged(store.latestRun())
		else if (run.state !== 'running') this.#events.announce({ ...run, state: 'running' })
		const abort = new AbortController()
		this.#live = abort
		let answer: Answer
		let known: KnownOfCalls
		try {
			answer = await this.#answerOf(run, seq, log, abort.signal)
			// The first request of a run decides which kind of folder it works in.
			known = await this.#knownOf(store.latestRun() ?? run, answer.outcome, abort.signal)
		} finally {
			this.#live = null
		}
		const latest = store.latestRun()
		if (!latest || latest.id !== run.id || isEnded(latest)) return
		const { access, outcome } = answer
		const usage = outcome.kind === 'finished' ? outcome.usage : outcome.spent
		this.#charge(access, usage)
		if (access !== null && 'refused' in access && !abort.signal.aborted) {
			this.#host.fail(latest, access.refused, step)
			return
		}
		const spent = (outcome: Spending['outcome']): Spending => ({
			purpose: 'answer',
			outcome,
			usage,
			paidBy: access !== null && 'provider' in access ? access.paidBy : null,
		})
		switch (outcome.kind) {
			case 'aborted':
				if (usage) this.#transitions.spend(latest, spent('stopped'))
				return
			case 'finished': {
				const finished = { result: outcome.result, spent: spent('finished') }
				this.#transitions.endModel(latest, step, finished, known, log)
				return
			}
			case 'failed': {
				const { error } = outcome
				const current = usage ? this.#transitions.spend(latest, spent('failed')) : latest
				this.#ports.log({
					level: 'warn',
					event: 'model_failed',
					class: error.class,
					message: error.message,
				})
				const shorter = error.class === 'too_long' && this.#transitions.shrink(current)
				const delay = shorter ? 0 : retryDelay(error, step.attempt, random())
				if (delay === null) this.#host.fail(current, failureOf(error.class, access), step)
				else {
					this.#transitions.retryLater(
						current,
						step,
						clock() + delay,
						retryReason(error.class, recordedName(run.source)),
						log,
					)
					this.#events.announce({ ...current, state: 'waiting_retry' })
				}
				return
			}
			default:
				outcome satisfies never
		}
	}

	/** The answer of the source: a model's, or the calls that a client handed in. */
	async #answerOf(run: Run, seq: number, log: ChunkLog, signal: AbortSignal): Promise<Answer> {
		const { store } = this.#ports
		const { source } = run
		switch (source.kind) {
			case 'model': {
				await this.#charged
				const access = await this.#accessTo(source, run)
				// A message that entered may have brought another mode.
				const begun = store.latestRun() ?? run
				const send = (to: ModelAccess) => askFor(this.#ports, to, begun, seq, log, signal)
				return { access, outcome: signal.aborted ? ABORTED : await outcomeOf(access, send) }
			}
			case 'client': {
				await readTools(this.#ports, store.latestRun() ?? run, seq)
				if (signal.aborted) return { access: null, outcome: ABORTED }
				const result = takeHandedIn(store, run, seq, log)
				return { access: null, outcome: { kind: 'finished', result, usage: NO_USAGE } }
			}
			default:
				return source satisfies never
		}
	}

	#accessTo({ model, settings }: ModelSource, { author }: Run): Promise<Access> {
		return this.#ports.model(model, author, settings).catch(keyUnread)
	}

	/** Notices of the folder and the account that the model has not been given yet. */
	#told(run: Run, seq: number, entering: readonly InboxMessage[]): readonly ToldPart[] {
		const { store, outline } = this.#ports
		const { source } = run
		if (source.kind === 'client') return []
		const { project, skills: known } = this.#host.contextOf(run, seq)
		// Only skills that were told can be gone, and telling them has activated the tool.
		const mayTell = known?.length !== 0 || activatedTools(this.#ports).includes('load_skill')
		const skills = mayTell ? known : null
		if (!project && !skills) return []
		const cut = cutOf(store)
		const most = mostTokens(outline(source.model, source.settings).windowTokens)
		return toTell({ project, skills }, entriesOf(store, run, cut, entering), cut, most)
	}

	/** True if a summary was asked for: anything may have happened meanwhile, so the caller decides anew. */
	async #compact(run: Run, entering: readonly Pick<InboxMessage, 'model'>[]): Promise<boolean> {
		const { source } = run
		if (source.kind === 'client') return false
		const due = summaryDue(this.#ports, run, source, entering)
		if (!due) return false
		// A run that waits for a person or the editor has no alarm: after an eviction nothing would continue it.
		if (run.state !== 'running')
			this.#events.announce(this.#transitions.setRunState(run, 'running'))
		const abort = new AbortController()
		this.#live = abort
		try {
			await this.#charged
			const access = await this.#accessTo(source, run)
			if ('provider' in access) {
				this.#charge(
					access,
					await compact(this.#ports, this.#summaries, run, access, due, abort.signal),
				)
			} else if (!abort.signal.aborted) {
				// The step itself says why there is no model.
				this.#summaries.goWithoutSummary(run, null)
			}
		} finally {
			this.#live = null
		}
		return true
	}

	/** Counts a request; the next one waits until this is done. */
	#charge(access: Access | null, spent: Usage | null): void {
		if (access === null || !('charge' in access) || !access.charge || !spent) return
		this.#charged = access.charge(spent).catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'server_key_not_charged', error: String(error) })
		})
	}

	/** The grants, refusals and skills that decide or answer the calls of an answer. */
	async #knownOf(run: Run, outcome: ModelOutcome, signal: AbortSignal): Promise<KnownOfCalls> {
		if (outcome.kind !== 'finished')
			return { grants: UNKNOWN_GRANTS, refused: NONE_REFUSED, skills: NONE_LOADED }
		const { parts } = outcome.result
		const [grants, skills] = await Promise.all([
			grantsFor(this.#ports, run, parts),
			loadAccountSkills(this.#ports, run, parts),
		])
		return { grants, skills, refused: await this.#checks.of(run, outcome.result, grants, signal) }
	}
}
