/**
 * Budgets in dollars of the person and the project. Before each new step of the model, this reports what the run has
 * spent, and reads the figures that count for it. The figures are stored: while the database does not answer, the last
 * ones count, plus what the run has spent since.
 */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import {
	type BudgetFigures,
	type BudgetStop,
	budgetStop,
	type DollarsSpent,
	dollarsSpent,
	nearNotice,
} from '../../access/dollar-budgets.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import type { Commit } from '../run/transaction.ts'
import type { OnceNotice } from './near-limits.ts'

/** The time after which a database that did not answer is asked again: waiting at every step would slow each one. */
const SILENCE_MS = 60_000
const SETTING = 'dollar_budgets'
/** A tiny usage whose cost shows whether a model has a price, and whether it costs anything. */
const SAMPLE: Usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** The figures that were read last. */
interface Known {
	readonly runId: string
	/** Dollars that the run had spent by then. */
	readonly own: DollarsSpent
	readonly userId: string | null
	readonly figures: BudgetFigures
}

type Ports = Pick<MachinePorts, 'budgets' | 'clock' | 'costOf' | 'log' | 'store'>

export class BudgetWatch {
	readonly #ports: Ports
	readonly #commit: Commit
	#readFor: string | null = null
	#abort: (() => void) | null = null
	#silentUntil = 0
	/** The figures in storage; undefined until this instance has looked them up. */
	#known: Known | null | undefined

	constructor(ports: Ports, commit: Commit) {
		this.#ports = ports
		this.#commit = commit
	}

	/** True if {@link read} has to be called before this step. */
	isDue(run: Run, seq: number): boolean {
		return this.#readFor !== nameOf(run, seq) && sampleOf(this.#ports, run) !== 0
	}

	/** Rejects only if another instance of the object has taken over. */
	async read(run: Run, seq: number): Promise<void> {
		const { budgets, clock, log, store } = this.#ports
		const own = dollarsSpent(store.modelCalls(run.id))
		const aborted = new Promise<null>((resolve) => {
			this.#abort = () => resolve(null)
		})
		let figures: BudgetFigures | null = null
		if (clock() >= this.#silentUntil) {
			try {
				figures = await Promise.race([budgets(run, own), aborted])
			} catch (error) {
				this.#silentUntil = clock() + SILENCE_MS
				log({ level: 'warn', event: 'budgets_unknown', error: String(error) })
			}
		}
		this.#abort = null
		this.#readFor = nameOf(run, seq)
		if (figures) this.#keep({ runId: run.id, own, userId: run.author.userId, figures })
		else this.#carry(run, own)
	}

	/** Stops waiting. */
	abort(): void {
		this.#abort?.()
	}

	/** Why the run may not ask its model again. */
	stop(run: Run): BudgetStop | null {
		return stopOf(this.#ports, run, this.#last())
	}

	/** The warnings that this run shows. */
	near({ id }: Run): readonly OnceNotice[] {
		const known = this.#last()
		if (known?.runId !== id) return []
		return known.figures.figures
			.filter(({ warns }) => warns)
			.map((figure) => ({
				id: `budget-${figure.of}-${figure.window}-${figure.endsAt}`,
				notice: nearNotice(figure),
			}))
	}

	#last(): Known | null {
		if (this.#known === undefined) this.#known = stored(this.#ports.store)
		return this.#known
	}

	/** Without an answer, the run's own spending joins the last figures, so that the next run finds it there. */
	#carry(run: Run, own: DollarsSpent): void {
		const known = this.#last()
		if (!known || isEmpty(known.figures)) return
		const more = own.usd - toldBy(run, known)
		const { figures, unknownStops } = known.figures
		// The figures of a person are those of the run that read them.
		const isTheirs = known.userId === run.author.userId
		const carried = figures.map((one) => ({
			...one,
			spentUsd: one.spentUsd + (isTheirs || one.of === 'project' ? more : 0),
			warns: one.warns && known.runId === run.id,
		}))
		this.#keep({ ...known, runId: run.id, own, figures: { figures: carried, unknownStops } })
	}

	/** Most runs have no budget: nothing is written for them. */
	#keep(known: Known): void {
		const before = this.#last()
		if (isEmpty(known.figures) && (before === null || isEmpty(before.figures))) return
		this.#commit(null, () => this.#ports.store.setSetting(SETTING, JSON.stringify(known)))
		this.#known = known
	}
}

/** The stop that the stored figures give, for model calls after the run. */
export const storedStop = (
	ports: Pick<MachinePorts, 'clock' | 'costOf'> & {
		readonly store: Pick<MachinePorts['store'], 'modelCalls' | 'setting'>
	},
	run: Run,
): BudgetStop | null => stopOf(ports, run, stored(ports.store))

function stopOf(
	ports: Parameters<typeof storedStop>[0],
	run: Run,
	known: Known | null,
): BudgetStop | null {
	const { source } = run
	if (!known || isEmpty(known.figures) || source.kind === 'client') return null
	const cost = sampleOf(ports, run)
	if (cost === 0) return null
	const { usd } = dollarsSpent(ports.store.modelCalls(run.id))
	return budgetStop(countFor(run, known), {
		model: { name: source.model, hasPrice: cost !== null },
		moreUsd: usd - toldBy(run, known),
		now: ports.clock(),
	})
}

/** The part of the run's spending that these figures already contain. */
const toldBy = ({ id }: Run, { runId, own }: Known): number => (runId === id ? own.usd : 0)

/** Another person's budget does not count. */
function countFor({ author }: Run, { userId, figures }: Known): BudgetFigures {
	if (userId === author.userId) return figures
	return {
		figures: figures.figures.filter(({ of }) => of === 'project'),
		unknownStops: figures.unknownStops.filter((of) => of === 'project'),
	}
}

const isEmpty = ({ figures }: BudgetFigures): boolean => figures.length === 0

/**
 * Returns null if the price is not known. 0: the model costs nothing, or none is asked, and no budget counts it. Once
 * the server's key has paid in this run, what its person has set no longer counts.
 */
function sampleOf(
	{
		costOf,
		store,
	}: Pick<MachinePorts, 'costOf'> & {
		readonly store: Pick<MachinePorts['store'], 'modelCalls'>
	},
	{ id, source }: Run,
): number | null {
	if (source.kind === 'client') return 0
	const { model, settings } = source
	const byServer = settings.own && store.modelCalls(id).some(({ paidBy }) => paidBy === 'server')
	return costOf(model, SAMPLE, settings, byServer ? 'server' : 'person')
}

function stored(store: Pick<MachinePorts['store'], 'setting'>): Known | null {
	const text = store.setting(SETTING)
	return text === null ? null : (JSON.parse(text) as Known)
}

const nameOf = ({ id }: Run, seq: number): string => `${id}:${seq}`
