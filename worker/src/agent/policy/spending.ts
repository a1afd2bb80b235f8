/** What a run has used, and what that has cost. */
import type { Usage } from '@fairlead/protocol/runs'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import { addCost, addUsage } from './budget.ts'

/** The run's totals after one more call of its model. */
export const spending = (
	{ costOf }: Pick<MachinePorts, 'costOf'>,
	run: Run,
	usage: Usage,
): Pick<Run, 'usage' | 'costUsd'> => ({
	usage: addUsage(run.usage, usage),
	costUsd: addCost(run.costUsd, costOf(run.model, usage)),
})
