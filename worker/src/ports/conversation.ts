/** What the HTTP routes ask of a Conversation (RPC), beside its SSE stream (`fetch`). */
import type { Author } from '@fairlead/protocol/author'
import type {
	ApprovalAnswer,
	MessagePage,
	PostMessage,
	QueuedMessage,
	StopResult,
} from '@fairlead/protocol/http'
import type { RevertPart, RevertPreview, RevertRequest } from '@fairlead/protocol/revert'
import type { Budget } from '@fairlead/protocol/runs'
import type { RightsChange } from '../access/rights-change.ts'

export interface ConversationIdentity {
	readonly conversationId: string
	readonly projectId: string
}

export type PostResult =
	| {
			readonly ok: true
			readonly kind: 'run'
			readonly runId: string
			/** Of the assistant's answer. */
			readonly messageId: string
			/** True when this message id was posted before: nothing was added. */
			readonly repeated: boolean
	  }
	/** A run is active: the message waits to enter it. */
	| {
			readonly ok: true
			readonly kind: 'queued'
			readonly queued: QueuedMessage
			readonly run: { readonly id: string; readonly messageId: string } | null
			readonly repeated: boolean
	  }
	/** Too many wait already. */
	| { readonly ok: false; readonly reason: 'queue_full' }
	/** A message of this id was taken back before it entered. */
	| { readonly ok: false; readonly reason: 'withdrawn' }
	/** A run of this conversation is being taken back. */
	| { readonly ok: false; readonly reason: 'revert_active' }
	| { readonly ok: false; readonly reason: 'unknown_model'; readonly model: string }

/** not_found: no such answer, step or revert · nothing: it changed nothing · not_ended: that revert goes on. */
export type ScopeRefusal = 'not_found' | 'nothing' | 'not_ended'

export type BeginOutcome =
	| { readonly ok: true; readonly part: RevertPart }
	| { readonly ok: false; readonly reason: 'run_active' | 'revert_active' | ScopeRefusal }

export type PreviewOutcome =
	| { readonly ok: true; readonly preview: RevertPreview }
	| { readonly ok: false; readonly reason: ScopeRefusal }

export interface StoredBlob {
	readonly mediaType: string
	readonly bytes: Uint8Array
}

/**
 * The stream itself is `fetch(streamRequest({ cursor }, reader))`: the AI SDK's
 * UI message stream as SSE, each event with an `id:` that can be passed back as `cursor`;
 * 204 when there is no run to follow. It ends with `finish`, or, while the run waits, without:
 * then the client comes back when the room says that the run changed.
 */
export interface ConversationPort {
	/**
	 * Idempotent: stores who this object is, and brings back what D1 has of it where its storage was
	 * lost. Called before the first message.
	 */
	open(identity: ConversationIdentity): Promise<void>
	/** Durable when it returns. */
	postMessage(body: PostMessage, author: Author, budget?: Budget): Promise<PostResult>
	/** Messages that wait to enter, in their order. */
	queuedMessages(): Promise<QueuedMessage[]>
	/** Takes a waiting message back; false when it has entered, or is not known. */
	withdrawMessage(messageId: string, by: Author): Promise<boolean>
	/** Null: this object was never opened, or its storage was lost. */
	messages(query: { before?: string; limit: number }): Promise<MessagePage | null>
	/** Ends the run; with a runId only if that is the one that goes on. */
	stop(runId: string | null, withdrawQueued: boolean, by: Author): Promise<StopResult>
	/** What taking a step or run back would do. Changes nothing; may take some seconds. */
	previewRevert(request: RevertRequest): Promise<PreviewOutcome>
	/** Durable when it returns; it goes on by itself. */
	beginRevert(request: RevertRequest, author: Author): Promise<BeginOutcome>
	readRevert(revertId: string): Promise<RevertPart | null>
	/** A person's answer to a `tool-approval-request`; false when the request is no longer open. */
	answerApproval(approvalId: string, answer: ApprovalAnswer, by: Author): Promise<boolean>
	/** A right that streams may have been opened with has ended or become another one. */
	rightsChanged(change: RightsChange): Promise<void>
	blob(blobId: string): Promise<StoredBlob | null>
	/** Deletes everything this object stores. Irreversible. */
	destroy(): Promise<void>
}
