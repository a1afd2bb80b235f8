/** The reverted steps of an answer. Pure. */
import { isReverted } from '@fairlead/protocol/conversations/reverted'
import { changesOf, countChanges } from '@fairlead/protocol/view/run-changes'
import { callsIn, type RunStep } from '@fairlead/protocol/view/run-view'
import type { ChatMessage } from '../../../run/messages/messages.ts'

/** By the step's key: whether it had changed anything. What a step only looked at is not undone with its run. */
export const revertedSteps = (
	message: ChatMessage,
	steps: readonly RunStep[],
): ReadonlyMap<string, boolean> =>
	new Map(
		steps
			.filter(({ key }) => isReverted(message, key))
			.map((step) => [step.key, countChanges(changesOf(callsIn(step))) > 0]),
	)
