/** The end of a sub-agent adds to its run: usage, changes for a revert, and stored bytes. */
import { addCost, addUsage } from '../policy/budget.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import { isEnded } from '../run/run-state.ts'
import type { SubAgent, SubAgentReport } from './sub-agent.ts'

/** Inside a transaction. */
export function takeReport(
	{ store, clock }: Pick<MachinePorts, 'store' | 'clock'>,
	{ callId, runId, stepSeq }: SubAgent,
	report: SubAgentReport,
): void {
	const calls = report.calls.map(
		(call, number) => ({ ...call, purpose: 'sub_agent', agent: `${callId}/${number}` }) as const,
	)
	// Under the step that a person sees.
	const changes = report.changes.map((step) => ({ ...step, seq: stepSeq }))
	store.endSubAgent(callId, { endedAt: clock(), changes, bytes: report.bytes ?? 0 })
	const run = store.latestRun()
	if (run?.id !== runId || isEnded(run)) {
		// It was stopped with its run, whose sums D1 may have already, and the size of the conversation.
		store.enqueue({ topic: 'late-calls', runId, calls }, clock())
		const messageId = store.run(runId)?.messageId
		if (messageId !== undefined && changes.length > 0)
			store.enqueue({ topic: 'answer-changed', messageId }, clock())
		return
	}
	for (const call of calls) store.insertModelCall(runId, call)
	store.updateRun(runId, {
		usage: calls.reduce((sum, { usage }) => addUsage(sum, usage), run.usage),
		costUsd: calls.reduce<number | null>((sum, { costUsd }) => addCost(sum, costUsd), run.costUsd),
	})
}
