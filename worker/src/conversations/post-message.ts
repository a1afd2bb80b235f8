/** A message that is posted: with which model its run asks, and how the route hears of it. */
import type { Author } from '@fairlead/protocol/author'
import type { Budget } from '@fairlead/protocol/runs'
import { defaultModel, type ModelConfig, modelName, namedModel } from '../agent/model/models.ts'
import { describeQueued } from '../agent/run/inbox.ts'
import type { RunMachine } from '../agent/run/run-machine.ts'
import type { PostOutcome } from '../agent/run/run-start.ts'
import type { PostOptions, PostResult, Said } from '../ports/conversation.ts'
import { isBusyFor } from './busy.ts'
import type { ConversationStore } from './conversation-store.ts'

export interface Posting extends PostOptions {
	readonly author: Author
	readonly budget: Budget
}

/** Durable when it returns. */
export async function postMessage(
	machine: RunMachine,
	store: ConversationStore,
	config: ModelConfig,
	{ message, steer, mode = 'auto', ...wanted }: Said,
	posting: Posting,
): Promise<PostResult> {
	// Whether there is a key for it is asked with each request: a key may be added while the message waits.
	const chosen = wanted.model ? namedModel(wanted.model) : defaultModel(config)
	if (!chosen) return { ok: false, reason: 'unknown_model', model: wanted.model ?? '' }
	const said = { id: message.id, model: modelName(chosen), hasRun: posting.finished !== undefined }
	if (isBusyFor(store, said)) return { ok: false, reason: 'in_use' }
	const { listed, own, ...options } = posting
	const settings = {
		...(wanted.effort ? { effort: wanted.effort } : {}),
		...(listed ? { listed } : {}),
		...(own ? { own } : {}),
	}
	const posted = machine.post(message, { ...options, model: said.model, settings, mode }, steer)
	if (!posted.ok) return posted
	const woken = machine.wake()
	// The next one then finds no active run.
	if (said.hasRun) await woken
	return told(posted, machine)
}

function told(posted: Extract<PostOutcome, { ok: true }>, machine: RunMachine): PostResult {
	const { repeated } = posted
	if (posted.kind === 'queued') {
		const run = machine.run()
		return {
			ok: true,
			kind: 'queued',
			queued: describeQueued(posted.message),
			run: run && { id: run.id, messageId: run.messageId },
			repeated,
		}
	}
	const { id: runId, messageId } = posted.run
	return { ok: true, kind: 'run', runId, messageId, repeated }
}
