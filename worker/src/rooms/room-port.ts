/** What a Conversation asks of its project's room (RPC of ProjectRoom). */
import type { Call, CallOutcome } from '@fairlead/protocol/calls'
import type { CustomTool } from '@fairlead/protocol/editor-link'
import type { RunChanged } from '@fairlead/protocol/viewer-link'

/**
 * How long a call waits for a relay that is away or an editor that does not take calls, visibly
 * and without cost: a laptop closed in the evening and opened the next morning loses nothing.
 * The call's own deadline counts from when it is sent.
 */
export const WAIT_BUDGET_MS = 24 * 60 * 60_000

export interface DispatchRequest {
	readonly conversationId: string
	readonly call: Call
	/** The seat the run is bound to; null: the project's target. */
	readonly editorKey: string | null
	readonly runsOn: 'editor' | 'relay'
	readonly replay: 'safe' | 'once'
}

export type DispatchReceipt =
	| {
			readonly accepted: true
			readonly editorKey: string
			readonly editorName: string
			/** Why the call cannot begin at once ("Unity compiles scripts"); null when it was sent. */
			readonly waiting: string | null
	  }
	/** Refused before anything was sent: no editor, ambiguous or gone target. */
	| { readonly accepted: false; readonly outcome: Extract<CallOutcome, { status: 'error' }> }

export interface RoomPort {
	/**
	 * Stores the call, sends it, answers at once; the outcome comes back through
	 * {@link ConversationCalls.callSettled}. The same call id again is the same call.
	 */
	dispatch(request: DispatchRequest): Promise<DispatchReceipt>
	/**
	 * Takes calls back: one that has begun runs to its end. Those that are not over yet; each of
	 * them is still settled. From now on none of the others is sent, should its dispatch come late.
	 */
	cancel(callIds: readonly string[]): Promise<readonly string[]>
	/** What the project of this seat (null: of the target) offers beside our own tools. */
	customTools(editorKey: string | null): Promise<readonly CustomTool[]>
	/** Tells the room's viewers. */
	runChanged(change: RunChanged): Promise<void>
}

/** What the room tells a Conversation (RPC of Conversation). All are idempotent. */
export interface ConversationCalls {
	/** True once the outcome is durable, or known before: the room may forget the call. */
	callSettled(callId: string, outcome: CallOutcome): Promise<boolean>
	/** The call waits for the editor, with a short reason; null: it waits no longer. */
	callWaiting(callId: string, reason: string | null): Promise<void>
	callProgress(callId: string, message: string): Promise<void>
}
