/** The usage of a run, and its cost. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import { addCost, addUsage } from './budget.ts'

/** One request to the run's model. */
export interface Spending extends Pick<ModelCall, 'purpose' | 'outcome' | 'paidBy'> {
	/** The usage; null if nothing is billed. */
	readonly usage: Usage | null
}

/** Keeps one more request of a run, and adds it to the run's sums. In a transaction. */
export function spend(
	{ store, costOf, clock }: Pick<MachinePorts, 'store' | 'costOf' | 'clock'>,
	{ id }: Pick<Run, 'id'>,
	{ usage, ...call }: Spending,
): Run {
	const run = store.latestRun()
	if (run?.id !== id) throw new Error(`The run ${id} is not the newest.`)
	const { source } = run
	if (usage === null || source.kind === 'client') return run
	const { model, settings } = source
	const costUsd = costOf(model, usage, settings, call.paidBy)
	store.insertModelCall(run.id, { ...call, model, usage, costUsd, at: clock() })
	return store.updateRun(run.id, {
		usage: addUsage(run.usage, usage),
		costUsd: addCost(run.costUsd, costUsd),
	})
}
