/**
 * Messages that arrive during a run. Stored before they are acknowledged, they enter before
 * the run's next model call, in order; those that did not enter before the run ends begin the next
 * run. A message's id is remembered forever: the same id never enters twice.
 */
import type { QueuedMessage, StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { Steer } from '@fairlead/protocol/conversations/runs'
import type { ToldPart } from '../../context/notices.ts'
import type { ModelMessage } from '../../model/types.ts'
import type { OnceNotice } from '../../policy/near-limits.ts'
import type { ChunkLog } from '../../stream/chunk-log.ts'
import type { MachinePorts } from '../machine-ports.ts'
import type { RunOptions } from '../run-start.ts'
import type { Run } from '../run-state.ts'

/** More than a person would send at once; a looping script would send more. */
export const MAX_QUEUED = 20

export interface InboxMessage {
	readonly id: string
	readonly steer: Steer
	readonly ui: StoredMessage
	readonly model: ModelMessage
	/** Options of the run that it begins; the mode also applies to a run that it enters. */
	readonly options: RunOptions
	readonly createdAt: number
	/** The run that it entered; null while it waits. */
	readonly runId: string | null
	readonly stepSeq: number | null
}

/** The messages that enter a run with a step of the model. */
export interface Entering {
	readonly told: readonly ToldPart[]
	readonly messages: readonly InboxMessage[]
	/** Warnings about budgets of the person and the project. */
	readonly near: readonly OnceNotice[]
}

export const describeQueued = (message: InboxMessage): QueuedMessage => ({
	id: message.id,
	parts: message.ui.parts,
	steer: message.steer,
	by: message.options.author,
	createdAt: message.createdAt,
})

/**
 * Enters these messages before this step: after the previous step and ahead of the
 * `start-step`, so that no `reset-step` removes them from the page. Returns the updated run.
 */
export function enter(
	{ store }: Pick<MachinePorts, 'store'>,
	run: Run,
	messages: readonly InboxMessage[],
	stepSeq: number,
	log: ChunkLog,
): Run {
	let mode = run.mode
	for (const message of messages) {
		store.enterInbox(message.id, run.id, stepSeq)
		log.append({ type: 'steering-message', id: message.id, parts: message.ui.parts })
		const { author } = message.options
		if (author.id !== run.author.id) {
			log.append({ type: 'data-author', id: message.id, data: author })
		}
		mode = message.options.mode
	}
	return mode === run.mode ? run : store.updateRun(run.id, { mode })
}
