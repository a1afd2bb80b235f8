/** The steps that a revert undid beside its own, because they lay above in the editor's history. Pure. */
import { type Revert, recordsDone, type StepBeside } from './revert-state.ts'
import type { RevertStore } from './revert-store.ts'

export function stepsBeside(
	revert: Revert,
	store: Pick<RevertStore, 'stepsOf' | 'runOf'>,
): StepBeside[] {
	const done = new Set(recordsDone(revert).map(({ id }) => id))
	const beside = new Map<string, StepBeside>()
	for (const { messageId, seq } of store.stepsOf([...done]).values()) {
		const key = `${messageId} ${seq}`
		if (isOwn(revert, messageId, seq) || beside.has(key)) continue
		// A step with a sub-agent has several records.
		const parts = store.runOf(messageId)?.steps.filter((step) => step.seq === seq) ?? []
		const inPart = parts.some(
			({ callIds, leaves, undo, recordId }) =>
				callIds.length + leaves.length > 0 || (undo === 'expected' && !done.has(recordId)),
		)
		beside.set(key, { messageId, seq, ...(inPart ? { inPart } : {}) })
	}
	return [...beside.values()].sort((a, b) => a.seq - b.seq)
}

const isOwn = ({ messageId, stepSeq, toEnd }: Revert, answerId: string, seq: number): boolean =>
	answerId === messageId &&
	(stepSeq === null || seq === stepSeq || (toEnd === true && seq > stepSeq))
