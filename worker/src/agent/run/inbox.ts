/**
 * Messages that came while a run went on. Stored before they are acknowledged, they enter before
 * the run's next model call, in their order; what did not enter when the run ends begins the next
 * run. A message's id is known for ever: the same id never enters twice.
 */
import type { QueuedMessage, StoredMessage } from '@fairlead/protocol/http'
import type { Steer } from '@fairlead/protocol/runs'
import type { ModelMessage } from '../model/types.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RunOptions } from './run-start.ts'
import type { Run } from './run-state.ts'

/** Nobody means to say more before the agent has looked up; a script that loops would. */
export const MAX_QUEUED = 20

export interface InboxMessage {
	readonly id: string
	readonly steer: Steer
	readonly ui: StoredMessage
	readonly model: ModelMessage
	/** Of the run that it begins; its mode also counts where it enters one. */
	readonly options: RunOptions
	readonly createdAt: number
	/** Where it entered; null while it waits. */
	readonly runId: string | null
	readonly stepSeq: number | null
}

export const describeQueued = (message: InboxMessage): QueuedMessage => ({
	id: message.id,
	parts: message.ui.parts,
	steer: message.steer,
	by: message.options.author,
	createdAt: message.createdAt,
})

/**
 * These enter before this step: after the step before it, ahead of its
 * `start-step`, so that no `reset-step` takes it off the page again. The run as it is then.
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
