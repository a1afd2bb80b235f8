/** A message that is posted: the source of its run, and how the caller hears of it. */

import type { PostMessage } from '@fairlead/protocol/conversations/messages'
import type { Budget } from '@fairlead/protocol/conversations/runs'
import type { Author } from '@fairlead/protocol/people/author'
import { type ClientCall, clientCallPart } from '@fairlead/protocol/wire/client-call'
import { defaultModel, type ModelConfig, modelName, namedModel } from '../agent/model/models.ts'
import { describeQueued } from '../agent/run/queue/inbox.ts'
import type { RunMachine } from '../agent/run/run-machine.ts'
import type { PostOutcome } from '../agent/run/run-start.ts'
import type { CallOptions, CallPosted, PostOptions, PostResult } from '../ports/conversation.ts'
import { isAtOtherEditor, isBusyForCall, isOtherCall } from './clients/busy.ts'
import type { ConversationStore } from './conversation-store.ts'

export interface Posting extends PostOptions {
	readonly author: Author
	readonly budget: Budget
}

/** Durable when it returns. */
export async function postMessage(
	machine: RunMachine,
	config: ModelConfig,
	{ message, steer, mode = 'auto', ...wanted }: PostMessage,
	{ listed, own, ...options }: Posting,
): Promise<PostResult> {
	// Whether there is a key for it is asked with each request: a key may be added while the message waits.
	const chosen = wanted.model ? namedModel(wanted.model) : defaultModel(config)
	if (!chosen) return { ok: false, reason: 'unknown_model', model: wanted.model ?? '' }
	const settings = {
		...(wanted.effort ? { effort: wanted.effort } : {}),
		...(listed ? { listed } : {}),
		...(own ? { own } : {}),
	}
	const source = { kind: 'model', model: modelName(chosen), settings } as const
	const posted = machine.post(message, { ...options, source, mode }, steer)
	if (!posted.ok) return posted
	void machine.wake()
	return told(posted, machine)
}

/** Durable when it returns. */
export async function postCall(
	machine: RunMachine,
	store: ConversationStore,
	call: ClientCall,
	options: CallOptions & { readonly author: Author },
): Promise<CallPosted> {
	const { id } = call
	const hasRun = options.finished !== undefined
	if (isBusyForCall(store, { id, hasRun })) return { ok: false, reason: 'in_use' }
	if (options.author.kind === 'session') {
		if (isOtherCall(store, call)) return { ok: false, reason: 'other_call' }
		if (isAtOtherEditor(store, options.editorKey)) return { ok: false, reason: 'in_use' }
	}
	const message = { id, role: 'user', parts: [clientCallPart(call)] } as const
	const posted = machine.post(message, { ...options, source: { kind: 'client' } })
	if (!posted.ok) return posted
	const woken = machine.wake()
	// The next one then finds no active run.
	if (hasRun) await woken
	return told(posted, machine)
}

function told(
	posted: Extract<PostOutcome, { ok: true }>,
	machine: RunMachine,
): Extract<PostResult, { ok: true }> {
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
