/** The Conversation's RPC interface for the HTTP routes, besides its SSE stream (`fetch`). */

import type { ApprovalAnswer } from '@fairlead/protocol/conversations/approvals'
import type { ConversationContext } from '@fairlead/protocol/conversations/context'
import type {
	MessagePage,
	PostMessage,
	QueuedMessage,
	StopResult,
	UserMessage,
	UserMessagePart,
} from '@fairlead/protocol/conversations/messages'
import type {
	RevertPart,
	RevertPreview,
	RevertRequest,
} from '@fairlead/protocol/conversations/revert'
import type { Budget, ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { SubAgentView } from '@fairlead/protocol/conversations/sub-agents'
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { ListedFacts } from '@fairlead/protocol/models/models'
import type { Author } from '@fairlead/protocol/people/author'
import type { Shared } from '@fairlead/protocol/tools'
import type { CallOutcome, Withdrawal } from '@fairlead/protocol/wire/calls'
import type { ClientCall, ClientCallPart } from '@fairlead/protocol/wire/client-call'
import type { RightsChange } from '../access/rights-change.ts'
import type { CallStanding, ClientRun } from './client-call.ts'
import type { CallSeat } from './room.ts'

/** A message of a run: a person's, or the call of an MCP client. */
export interface SaidMessage extends Omit<UserMessage, 'parts'> {
	readonly parts: readonly (UserMessagePart | ClientCallPart)[]
}

export interface ConversationIdentity {
	readonly conversationId: string
	readonly projectId: string
}

/** A call that ran before its conversation heard of it: a client on a relay's machine made it without asking. */
export interface FinishedCall {
	readonly outcome: CallOutcome
	/** The seat that it ran on. */
	readonly seat: CallSeat
	/** Its id in the relay's history of files. */
	readonly callId: string
	/** Its id in the editor's Undo history. */
	readonly recordId: string
}

/** Options of the run that the message begins. */
export interface PostOptions {
	/** The seat of the run; missing: the project's target. */
	readonly editorKey?: string
	/** Facts about the model from its provider's own list. */
	readonly listed?: ListedFacts | undefined
	/** The payer's own facts, by the models' names. */
	readonly own?: Readonly<Record<string, OwnFacts>> | undefined
}

/** Options of the run that the call of an MCP client begins. */
export interface CallOptions {
	readonly mode: ConversationMode
	readonly budget: Budget
	/** The seat of the call; missing: the project's target. */
	readonly editorKey?: string
	/** The call has run already: it is shown, and not run. */
	readonly finished?: FinishedCall
}

export type PostResult =
	| {
			readonly ok: true
			readonly kind: 'run'
			readonly runId: string
			/** The id of the assistant's answer. */
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
	/** Too many messages wait already. */
	| { readonly ok: false; readonly reason: 'queue_full' }
	/** A message with this id was withdrawn before it entered. */
	| { readonly ok: false; readonly reason: 'withdrawn' }
	/** The call of an MCP client has to wait until the active run has ended. */
	| { readonly ok: false; readonly reason: 'in_use' }
	/** A run of this conversation is being reverted. */
	| { readonly ok: false; readonly reason: 'revert_active' }
	| { readonly ok: false; readonly reason: 'unknown_model'; readonly model: string }
	/** No key would pay for this model. */
	| { readonly ok: false; readonly reason: 'no_key'; readonly model: string }

/** The result for a call, for which no model is chosen. */
export type CallPosted =
	| Exclude<PostResult, { reason: 'unknown_model' | 'no_key' }>
	/** A person's earlier call has this id, and other contents. */
	| { readonly ok: false; readonly reason: 'other_call' }

/** not_found: no such answer, step or revert · nothing: nothing was changed · not_ended: that revert is active. */
export type ScopeRefusal = 'not_found' | 'nothing' | 'not_ended'

export type BeginOutcome =
	| { readonly ok: true; readonly part: RevertPart }
	| { readonly ok: false; readonly reason: 'run_active' | 'revert_active' | ScopeRefusal }

export type PreviewOutcome =
	| { readonly ok: true; readonly preview: RevertPreview }
	| { readonly ok: false; readonly reason: ScopeRefusal }

/**
 * `stored`: in the transcript, and recorded in D1 if that can be reached · `growing`: the answer of the active run ·
 * `waiting`: it has not entered a run · `entered`: it stands in the answer of its run.
 */
export type MessageStanding = 'stored' | 'growing' | 'waiting' | 'entered' | 'unknown'

export interface StoredBlob {
	readonly mediaType: string
	readonly bytes: Uint8Array
}

/**
 * The stream itself is `fetch(streamRequest({ cursor }, reader))`: the AI SDK's
 * UI message stream as SSE, each event with an `id:` that can be passed back as `cursor`;
 * 204 when there is no run to follow. It ends with `finish` or, while the run waits, without it:
 * then the client reconnects when the room says that the run changed.
 */
export interface ConversationPort {
	/**
	 * Idempotent: stores this object's identity, and restores its data from D1 if its storage was
	 * lost. Called before the first message.
	 */
	open(identity: ConversationIdentity): Promise<void>
	/** Durable when it returns. */
	postMessage(
		body: PostMessage,
		author: Author,
		budget?: Budget,
		on?: PostOptions,
	): Promise<PostResult>
	/** Durable when it returns. The run makes the call, and asks no model. A repeated id is the same call. */
	postCall(call: ClientCall, author: Author, options: CallOptions): Promise<CallPosted>
	/** Messages that wait to enter, in their order. */
	queuedMessages(): Promise<QueuedMessage[]>
	/** Withdraws a waiting message; false if it has entered, or is not known. */
	withdrawMessage(messageId: string, by: Author): Promise<boolean>
	/** Records first everything that D1 does not have yet. */
	standingOf(messageId: string): Promise<MessageStanding>
	/** Returns null if this object was never opened, or its storage was lost. */
	messages(query: { before?: string; limit: number }): Promise<MessagePage | null>
	/** Ends the run; with a runId, only if that is the active one. */
	stop(runId: string | null, withdrawQueued: boolean, by: Author): Promise<StopResult>
	/** Previews the revert of a step or run. Changes nothing; may take some seconds. */
	previewRevert(request: RevertRequest): Promise<PreviewOutcome>
	/** Durable when it returns; the revert continues on its own. */
	beginRevert(request: RevertRequest, author: Author): Promise<BeginOutcome>
	readRevert(revertId: string): Promise<RevertPart | null>
	/** The context of the conversation that a model reads. */
	readContext(): Promise<ConversationContext>
	/** False: it is not the summary that models read. */
	editSummary(seq: number, text: string, by: Author): Promise<boolean>
	/** A person's answer to a `tool-approval-request`; false when the request is no longer open. */
	answerApproval(approvalId: string, answer: ApprovalAnswer, by: Author): Promise<boolean>
	/** Tells the object that a right, with which streams or calls may be open, has ended or changed. */
	rightsChanged(change: RightsChange): Promise<void>
	/**
	 * The progress of an MCP client's call: as soon as it is not what the client knows, or after `maxMs`. The
	 * object stays in memory meanwhile.
	 */
	clientCall(id: string, known: CallStanding | null, maxMs: number): Promise<CallStanding>
	/**
	 * Withdraws or stops the call of an MCP client, named by its id or by an ending that no other open call has. False:
	 * no call has this id, or another author handed it in.
	 */
	cancelClientCall(ending: string, by: Author, reason?: Withdrawal): Promise<boolean>
	/** The questions of the active run to people, by the id that an answer names. */
	openQuestions(): Promise<
		{
			readonly approvalId: string
			readonly name: string
			readonly params: Record<string, unknown>
		}[]
	>
	/** @param id the message that began the run */
	clientRun(id: string): Promise<ClientRun>
	/** The part of each call of the newest run that visitors see (see sharing/shared-calls.ts), by the call's id on the page. */
	seenCalls(): Promise<
		[string, { readonly tool: string; readonly shared: Shared; readonly isWhole: boolean }][]
	>
	/** The sub-agent that this call started; null: there is none. */
	subAgent(called: { toolCallId: string; createdAt: number }): Promise<SubAgentView | null>
	blob(blobId: string): Promise<StoredBlob | null>
	/** Stores a picture of the conversation that this one is a copy of; again changes nothing. Returns the bytes that it stores now. */
	adoptPicture(identity: ConversationIdentity, blobId: string, blob: StoredBlob): Promise<number>
	/**
	 * Takes a deleted person's id and name out of everything stored; ends their run. False: a run is active, so try
	 * again later.
	 */
	forgetPerson(userId: string): Promise<boolean>
	/** Deletes everything this object stores. Irreversible. False: there is more than one call may delete, so call again. */
	destroy(): Promise<boolean>
}
