/** What the HTTP routes ask of a Conversation (RPC), beside its SSE stream (`fetch`). */
import type { MessagePage, PostMessage } from '@fairlead/protocol/http'
import type { RunState } from '@fairlead/protocol/runs'

export interface ConversationIdentity {
	readonly conversationId: string
	readonly projectId: string
}

export type PostResult =
	| {
			readonly ok: true
			readonly runId: string
			/** Of the assistant's answer. */
			readonly messageId: string
			/** True when this message id was posted before: nothing was added. */
			readonly repeated: boolean
	  }
	/** Another run goes on; its id. */
	| { readonly ok: false; readonly reason: 'run_active'; readonly runId: string }
	| { readonly ok: false; readonly reason: 'unknown_model'; readonly model: string }

export interface StoredBlob {
	readonly mediaType: string
	readonly bytes: Uint8Array
}

/**
 * The stream itself is `fetch('https://conversation/stream?cursor=<id>')`: the AI SDK's
 * UI message stream as SSE, each event with an `id:` that can be passed back as `cursor`;
 * 204 when there is no run to follow. It ends with `finish`, or, while the run waits, without:
 * then the client comes back when the room says that the run changed.
 */
export interface ConversationPort {
	/** Idempotent: stores who this object is. Called before the first message. */
	open(identity: ConversationIdentity): Promise<void>
	/** Durable when it returns. */
	postMessage(body: PostMessage, userId: string): Promise<PostResult>
	messages(query: { before?: string; limit: number }): Promise<MessagePage>
	/** Ends the run; with a runId only if that is the one that goes on. */
	stop(runId: string | null): Promise<{ runId: string | null; state: RunState | null }>
	/** A person's answer to a `tool-approval-request`; false when it is no longer asked. */
	answerApproval(approvalId: string, approved: boolean, reason?: string): Promise<boolean>
	blob(blobId: string): Promise<StoredBlob | null>
	/** Deletes everything this object stores. Irreversible. */
	destroy(): Promise<void>
}
