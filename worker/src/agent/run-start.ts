/** From a user's message to a queued run, in one transaction. */
import type { UserMessage } from '@fairlead/protocol/http'
import type { ConversationMode } from '@fairlead/protocol/runs'
import type { MachinePorts } from './machine-ports.ts'
import { isEnded, type Run } from './run-state.ts'
import { plainText, storeUserMessage, titleFrom } from './user-message.ts'

export interface RunOptions {
	readonly userId: string
	/** `provider/id`. */
	readonly model: string
	readonly mode: ConversationMode
}

export type PostOutcome =
	| { ok: true; run: Run; repeated: boolean }
	| { ok: false; reason: 'run_active'; runId: string }

/** Durable when it returns. What the run before left for late viewers is cleared. */
export function startRun(
	ports: Pick<MachinePorts, 'store' | 'clock' | 'newId' | 'conversationId'>,
	message: UserMessage,
	options: RunOptions,
): PostOutcome {
	const { store, clock, newId, conversationId } = ports
	const known = store.runByIdemKey(message.id)
	if (known) return { ok: true, run: known, repeated: true }
	const active = store.latestRun()
	if (active && !isEnded(active)) return { ok: false, reason: 'run_active', runId: active.id }
	const now = clock()
	const run: Run = {
		id: newId('run'),
		idemKey: message.id,
		userId: options.userId,
		messageId: newId('msg'),
		state: 'queued',
		model: options.model,
		mode: options.mode,
		editorKey: null,
		cancelRequested: false,
		nextAt: null,
		errorCode: null,
		usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
		startedAt: now,
		finishedAt: null,
	}
	store.transaction(() => {
		const stored = storeUserMessage(
			message,
			store,
			() => newId('blb'),
			(blobId) => `/api/conversations/${conversationId}/blobs/${blobId}`,
			now,
		)
		const text = plainText(stored.ui.parts)
		const first = !store.hasMessages()
		store.clearRuns()
		store.insertRun(run)
		store.insertMessage({
			id: message.id,
			role: 'user',
			ui: stored.ui,
			model: [stored.model],
			runId: run.id,
			createdAt: now,
		})
		store.enqueue(
			{
				topic: 'run-started',
				run,
				userMessage: { id: message.id, text },
				autoTitle: first ? titleFrom(text) : null,
			},
			now,
		)
	})
	return { ok: true, run, repeated: false }
}
