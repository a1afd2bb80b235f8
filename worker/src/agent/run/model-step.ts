/** One step of a run that asks the model, from its begin to its answer, its failure or its end by a person. */
import type { Usage } from '@fairlead/protocol/runs'
import type { NoticePart } from '@fairlead/protocol/stream-parts'
import type { Checks } from '../calls/checks.ts'
import { type KnownOfCalls, NONE_REFUSED } from '../calls/tools-step.ts'
import { makeRoom, summaryDue } from '../context/make-room.ts'
import type { SummaryTransitions } from '../context/summary-transitions.ts'
import type { ModelOutcome } from '../model/answer.ts'
import { type FailureKind, MAX_INTERRUPTIONS, retryDelay } from '../model/provider-failures.ts'
import { askFor, grantsFor } from '../model/request.ts'
import type { ProviderError, ProviderErrorClass } from '../model/types.ts'
import { UNKNOWN_GRANTS } from '../policy/approvals.ts'
import { NO_USAGE } from '../policy/budget.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import type { InboxMessage } from './inbox.ts'
import type { MachinePorts, ModelAccess } from './machine-ports.ts'
import { RETRY_REASON } from './run-ends.ts'
import type { RunNews } from './run-news.ts'
import { isEnded, type Run, type Step } from './run-state.ts'
import type { RunTransitions } from './run-transitions.ts'

/** The parts of the machine that it needs. */
interface Host {
	/** The stream of the newest run. */
	readonly log: (run: Run) => ChunkLog
	/** Ends the run with a notice. */
	readonly fail: (run: Run, why: FailureKind | NoticePart, step: Step) => void
}

type Access = Awaited<ReturnType<MachinePorts['model']>> | { readonly failed: ProviderError }

/** The database did not say whose key pays. */
const keyUnread = (error: unknown): Access => ({
	failed: { class: 'network', message: String(error), retryable: true },
})

/** A person's own key is theirs to replace. */
function failureOf(kind: ProviderErrorClass, access: Access): FailureKind {
	const own = 'provider' in access && access.paidBy === 'person'
	return own && kind === 'key' ? 'own_key' : own && kind === 'quota' ? 'own_quota' : kind
}

const ABORTED: ModelOutcome = { kind: 'aborted', spent: null }

async function outcomeOf(
	access: Access,
	send: (to: ModelAccess) => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
	if ('provider' in access) return send(access)
	return 'failed' in access ? { kind: 'failed', error: access.failed, spent: null } : ABORTED
}

export class ModelStep {
	readonly #ports: MachinePorts
	readonly #do: RunTransitions
	readonly #summaries: SummaryTransitions
	readonly #news: RunNews
	readonly #checks: Checks
	readonly #host: Host
	#live: AbortController | null = null
	/** The last request is counted, so that the next one meets the limit. */
	#charged: Promise<void> = Promise.resolve()

	constructor(
		ports: MachinePorts,
		transitions: RunTransitions,
		summaries: SummaryTransitions,
		news: RunNews,
		checks: Checks,
		host: Host,
	) {
		this.#ports = ports
		this.#do = transitions
		this.#summaries = summaries
		this.#news = news
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
		const { store, model, clock, random } = this.#ports
		const log = this.#host.log(run)
		const interrupted = again !== null && run.state !== 'waiting_retry'
		if (interrupted && again.attempt >= MAX_INTERRUPTIONS) {
			this.#host.fail(run, 'interrupted', again)
			return
		}
		if (again === null && (await this.#makeRoom(run, entering))) return
		const step = this.#do.beginModel(run, seq, again, endTools, entering, log)
		if (entering.length > 0) this.#news.queueChanged(store.latestRun())
		else if (run.state !== 'running') this.#news.announce({ ...run, state: 'running' })
		const abort = new AbortController()
		this.#live = abort
		let outcome: ModelOutcome
		let known: KnownOfCalls
		let access: Access
		try {
			await this.#charged
			access = await model(run.model, run.author).catch(keyUnread)
			// A message that entered may have brought another mode.
			const begun = store.latestRun() ?? run
			const send = (to: ModelAccess) => askFor(this.#ports, to, begun, seq, log, abort.signal)
			outcome = abort.signal.aborted ? ABORTED : await outcomeOf(access, send)
			known = await this.#knownOf(begun, outcome, abort.signal)
		} finally {
			this.#live = null
		}
		const latest = store.latestRun()
		if (!latest || latest.id !== run.id || isEnded(latest)) return
		this.#charge(access, outcome.kind === 'finished' ? outcome.usage : outcome.spent)
		if ('refused' in access && !abort.signal.aborted) {
			this.#host.fail(latest, access.refused, step)
			return
		}
		const current =
			outcome.kind !== 'finished' && outcome.spent ? this.#do.spend(latest, outcome.spent) : latest
		switch (outcome.kind) {
			case 'aborted':
				return
			case 'finished':
				this.#do.endModel(current, step, outcome, known, log)
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
				if (delay === null) this.#host.fail(current, failureOf(error.class, access), step)
				else {
					this.#do.retryLater(current, step, clock() + delay, RETRY_REASON[error.class], log)
					this.#news.announce({ ...current, state: 'waiting_retry' })
				}
				return
			}
			default:
				outcome satisfies never
		}
	}

	/** True if a summary was asked for: anything may have happened meanwhile, so the caller decides anew. */
	async #makeRoom(run: Run, entering: readonly InboxMessage[]): Promise<boolean> {
		const due = summaryDue(this.#ports, run, entering)
		if (!due) return false
		// A run that waits for a person or the editor has no alarm: after an eviction nothing would continue it.
		if (run.state !== 'running') this.#news.announce(this.#do.setRunState(run, 'running'))
		const abort = new AbortController()
		this.#live = abort
		try {
			await this.#charged
			const access = await this.#ports.model(run.model, run.author).catch(keyUnread)
			if ('provider' in access) {
				this.#charge(
					access,
					await makeRoom(this.#ports, this.#summaries, run, access, due, abort.signal),
				)
			} else if (!abort.signal.aborted) {
				// The step itself says why there is no model.
				this.#summaries.goWithoutSummary(run, NO_USAGE)
			}
		} finally {
			this.#live = null
		}
		return true
	}

	/** The next request is made once this is counted. */
	#charge(access: Access, spent: Usage | null): void {
		if (!('charge' in access) || !access.charge || !spent) return
		this.#charged = access.charge(spent).catch((error: unknown) => {
			this.#ports.log({ level: 'warn', event: 'server_key_not_charged', error: String(error) })
		})
	}

	/** The permissions and checks that decide about the calls of an answer. */
	async #knownOf(run: Run, outcome: ModelOutcome, signal: AbortSignal): Promise<KnownOfCalls> {
		if (outcome.kind !== 'finished') return { grants: UNKNOWN_GRANTS, refused: NONE_REFUSED }
		const grants = await grantsFor(this.#ports, run, outcome.result.parts)
		return { grants, refused: await this.#checks.of(run, outcome.result, grants, signal) }
	}
}
