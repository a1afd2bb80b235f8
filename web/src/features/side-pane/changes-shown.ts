/** The changes that the pane shows: of a run, of one of its steps, or from one of its steps on. Pure. */
import { isReverted, keptCalls } from '@fairlead/protocol/conversations/reverted'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { type Changes, changesOf, countChanges } from '@fairlead/protocol/view/run-changes'
import { buildRun, callsIn } from '@fairlead/protocol/view/run-view'
import type { Picture } from '../../parts/pictures.tsx'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { perMessage } from '../../run/messages/per-message.ts'
import { picturesIn } from '../../run/pictures/pictures.ts'

const NO_CHANGES = changesOf([])
/** Without what is reverted. */
const changesOfOne = perMessage((message) => changesOf(keptCalls(message)))

export interface RunChanges {
	readonly changes: Changes
	/** null without an answer, and for an answer in a copied conversation: its changes are in another project. */
	readonly messageId: string | null
	/** True for the latest run that changed anything, false for a requested one. */
	readonly latest: boolean
}

/**
 * The changes of a run, and its answer: the requested run, else the latest
 * that left any change. Steps that are reverted have none.
 */
export function changesShown(
	messages: readonly ChatMessage[],
	answerId: string | null,
): RunChanges {
	const latest = latestChanges(messages)
	const asked = messages.find((message) => message.id === answerId)
	if (!asked || asked.id === latest.messageId) return latest
	return {
		changes: changesOfOne(asked),
		messageId: wasHere(asked) ? asked.id : null,
		latest: false,
	}
}

const wasHere = ({ metadata }: ChatMessage): boolean => metadata?.runId !== undefined

function latestChanges(messages: readonly ChatMessage[]): RunChanges {
	for (const message of messages.toReversed()) {
		if (message.role !== 'assistant' || !wasHere(message)) continue
		const changes = changesOfOne(message)
		if (countChanges(changes) > 0) return { changes, messageId: message.id, latest: true }
	}
	return { changes: NO_CHANGES, messageId: null, latest: true }
}

/** A step that called tools. */
export interface CallingStep {
	readonly id: string
	readonly calls: readonly CallView[]
	readonly isReverted: boolean
	/** Whether it changed anything, reverted or not. */
	readonly changed: boolean
}

export const stepsOf = perMessage((message): readonly CallingStep[] =>
	buildRun(message, false).flatMap((step) => {
		const calls = callsIn(step)
		if (calls.length === 0) return []
		const changed = countChanges(changesOf(calls)) > 0
		return { id: step.key, calls, isReverted: isReverted(message, step.key), changed }
	}),
)

export interface StepChanges {
	readonly changes: Changes
	/** Taken in the step, else the last one before it in the run. */
	readonly picture: Picture | undefined
	/** The place of the picture's step, from 0; meaningless without a picture. */
	readonly pictureAt: number
}

/**
 * The changes of a step that are not reverted.
 * @param at the step's place, from 0
 * @param onward those of the later steps too
 */
export function changesAt(steps: readonly CallingStep[], at: number, onward: boolean): StepChanges {
	const kept = steps.slice(at, onward ? undefined : at + 1).filter((step) => !step.isReverted)
	const pictureAt = steps.findLastIndex(
		({ calls }, index) => index <= at && picturesIn(calls).length > 0,
	)
	return {
		changes: changesOf(kept.flatMap(({ calls }) => calls)),
		picture: picturesIn(steps[pictureAt]?.calls ?? []).at(-1),
		pictureAt,
	}
}
