/** From a user's message to a queued run, or into the queue of the active run. */

import type { Budget, ConversationMode, Steer } from '@fairlead/protocol/conversations/runs'
import type { Author } from '@fairlead/protocol/people/author'
import type { FinishedCall, SaidMessage } from '../../ports/conversation.ts'
import { plainText } from '../../ports/message-text.ts'
import { startedBy } from '../../ports/sub-agent-id.ts'
import { blobId, blobUrl } from '../calls/blob-id.ts'
import { keepFinished } from '../calls/finished-call.ts'
import { storeUserMessage } from '../model/user-message.ts'
import { NO_USAGE } from '../policy/budget.ts'
import type { RunSource } from '../source/run-source.ts'
import { keepTitleState } from '../title/title-state.ts'
import { titleFrom } from '../title/title-words.ts'
import type { MachinePorts } from './machine-ports.ts'
import { type InboxMessage, MAX_QUEUED } from './queue/inbox.ts'
import { isEnded, type Run } from './run-state.ts'

export interface RunOptions {
	readonly author: Author
	readonly source: RunSource
	readonly mode: ConversationMode
	readonly budget: Budget
	/** The editor of the run. Missing: the one that is the project's target at its first call. */
	readonly editorKey?: string
	/** The message is a call that has run already. */
	readonly finished?: FinishedCall
	/** Decisions of the run that starts this one. */
	readonly decisions?: Run['decisions']
}

export type PostOutcome =
	| { ok: true; kind: 'run'; run: Run; repeated: boolean }
	| { ok: true; kind: 'queued'; message: InboxMessage; repeated: boolean }
	| { ok: false; reason: 'queue_full' }
	/** A message with this id waited, and was withdrawn. */
	| { ok: false; reason: 'withdrawn' }

type Ports = Pick<MachinePorts, 'store' | 'clock' | 'newId' | 'hash' | 'conversationId' | 'costOf'>

/**
 * Durable when it returns. Without an active run the message begins one (data kept of the previous run
 * for late viewers is cleared); else it waits in the inbox. A known id changes nothing.
 */
export function post(
	ports: Ports,
	message: SaidMessage,
	options: RunOptions,
	steer: Steer,
): PostOutcome {
	const { store, clock } = ports
	const known = knownBefore(ports, message.id)
	if (known) return known
	const active = store.latestRun()
	const waiting = store.inbox()
	const free = (!active || isEnded(active)) && waiting.length === 0
	if (!free && waiting.length >= MAX_QUEUED) return { ok: false, reason: 'queue_full' }
	return store.transaction((): PostOutcome => {
		const stored = stores(ports, message, options)
		if (free) {
			return { ok: true, kind: 'run', run: begin(ports, stored, options), repeated: false }
		}
		const queued: InboxMessage = {
			id: message.id,
			steer,
			ui: stored.ui,
			model: stored.model,
			options,
			createdAt: clock(),
			runId: null,
			stepSeq: null,
		}
		store.insertInbox(queued)
		return { ok: true, kind: 'queued', message: queued, repeated: false }
	})
}

function knownBefore({ store }: Ports, id: string): PostOutcome | null {
	const begun = store.runByIdemKey(id)
	if (begun) return { ok: true, kind: 'run', run: begun, repeated: true }
	const waiting = store.inbox().find((message) => message.id === id)
	if (waiting) return { ok: true, kind: 'queued', message: waiting, repeated: true }
	const known = store.knownMessage(id)
	if (!known) return null
	const run = known.runId === null ? null : store.run(known.runId)
	if (!run) return { ok: false, reason: 'withdrawn' }
	return { ok: true, kind: 'run', run, repeated: true }
}

/** Begins the next run with a waiting message. */
export function startNext(ports: Ports, message: InboxMessage): Run {
	ports.store.deleteInbox(message.id)
	return begin(ports, message, message.options)
}

type StoredUserMessage = Pick<InboxMessage, 'ui' | 'model'>

function stores(
	ports: Ports,
	message: SaidMessage,
	{ author, mode }: RunOptions,
): StoredUserMessage {
	const { store, hash, conversationId, clock } = ports
	return storeUserMessage(
		message,
		store,
		(bytes) => blobId(bytes, hash),
		(id) => blobUrl(conversationId, id),
		{ createdAt: clock(), by: author },
		mode,
	)
}

/** Inside a transaction. */
function begin(
	{ store, clock, newId, costOf, conversationId }: Ports,
	message: StoredUserMessage,
	options: RunOptions,
): Run {
	const now = clock()
	const { id } = message.ui
	const run: Run = {
		id: newId('run'),
		idemKey: id,
		author: options.author,
		messageId: newId('msg'),
		state: 'queued',
		source: options.source,
		mode: options.mode,
		editorKey: options.editorKey ?? null,
		// The stricter rules, until the room says which folder it is: the target may have changed since the last run.
		projectKind: 'unity',
		cancelRequested: false,
		stoppedBy: null,
		nextAt: null,
		errorCode: null,
		usage: NO_USAGE,
		costUsd: costAtStart(costOf, options.source),
		budget: options.budget,
		decisions: options.decisions ?? {},
		startedAt: now,
		finishedAt: null,
	}
	const text = plainText(message.ui.parts)
	const first = !store.hasMessages()
	const titled = run.source.kind === 'model' && startedBy(conversationId) === null
	if (first && titled) keepTitleState(store, { state: 'wanted' })
	store.clearRuns()
	if (options.finished) keepFinished(store, id, options.finished)
	store.insertRun(run)
	store.insertMessage({
		id,
		role: 'user',
		ui: message.ui,
		model: [message.model],
		runId: run.id,
		createdAt: now,
	})
	store.enqueue(
		{
			topic: 'run-started',
			run,
			autoTitle: first ? titleFrom(text) : null,
		},
		now,
	)
	return run
}

/** Returns null if the price of its model is not known. */
function costAtStart(costOf: Ports['costOf'], source: RunSource): number | null {
	switch (source.kind) {
		case 'model':
			return costOf(source.model, NO_USAGE, source.settings)
		case 'client':
			return 0
		default:
			return source satisfies never
	}
}
