/** The transitions of a run that asks for a summary. As in `run-transitions.ts`, each is one transaction and none awaits. */
import { type Spending, spend } from '../policy/spending.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import type { Commit } from '../run/transaction.ts'
import { keepCut, keepNoSummary } from './stored-view.ts'
import type { Summary } from './summary.ts'
import type { Cut } from './view.ts'

export interface MadeSummary {
	readonly summary: Omit<Summary, 'seq'>
	/** The newest one when it was asked for, which it takes up. */
	readonly after: Summary | null
}

export class SummaryTransitions {
	readonly #ports: Pick<MachinePorts, 'store' | 'costOf' | 'clock'>
	readonly #commit: Commit

	constructor(ports: Pick<MachinePorts, 'store' | 'costOf' | 'clock'>, commit: Commit) {
		this.#ports = ports
		this.#commit = commit
	}

	/** Keeps a summary, and with it a view that begins later. Keeps neither if a person changed the newest one meanwhile. */
	summarize(run: Run, cut: Cut, { summary, after }: MadeSummary, spent: Spending): void {
		const { store } = this.#ports
		this.#commit(null, () => {
			spend(this.#ports, run, spent)
			if (!isSame(store.newestSummary(), after)) return
			store.insertSummary(summary)
			keepCut(store, cut)
		})
	}

	/** The summary failed, once in this run: messages are left out without one. */
	goWithoutSummary(run: Run, spent: Spending | null): void {
		this.#commit(null, () => {
			keepNoSummary(this.#ports.store, run)
			if (spent) spend(this.#ports, run, spent)
		})
	}

	/** The request was aborted, which is billed as well. */
	spend(run: Run, spent: Spending): void {
		this.#commit(null, () => spend(this.#ports, run, spent))
	}
}

const isSame = (a: Summary | null, b: Summary | null): boolean =>
	a?.seq === b?.seq && a?.edited === b?.edited
