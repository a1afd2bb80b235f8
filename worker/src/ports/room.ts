/** The RPC interface between the owners of calls and their project's room (ProjectRoom). */

import type { FolderKind } from '@fairlead/protocol/editors/editors'
import type { ProjectContext } from '@fairlead/protocol/projects/project-context'
import { type Call, type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { RunChanged } from '@fairlead/protocol/wire/viewer-link'

/**
 * How long a call waits visibly, and without cost, for a relay that is away or an editor that is closed or
 * not taking calls: a laptop closed in the evening and opened the next morning loses nothing.
 * The call's own deadline counts from when it is sent.
 */
export const WAIT_BUDGET_MS = 24 * 60 * 60_000

/** Why calls wait while their computer is not connected. */
export const RELAY_OFFLINE = 'The relay is offline'

/** Stands in the data of an error: currently no editor can take calls of this run. */
const NO_EDITOR_COMES = { editor: 'gone' } as const

/** The failure of a call for which no editor came in time, or none can come. */
export function noEditorComes(
	code: Parameters<typeof failed>[0],
	message: string,
	more: { readonly hint: string; readonly data?: object },
): Extract<CallOutcome, { status: 'error' }> {
	return withoutEditor(failed(code, message, more))
}

/** Same as {@link noEditorComes}, for an existing failure. */
export function withoutEditor(
	outcome: Extract<CallOutcome, { status: 'error' }>,
): Extract<CallOutcome, { status: 'error' }> {
	const { error } = outcome
	const facts = typeof error.data === 'object' ? error.data : {}
	return { ...outcome, error: { ...error, data: { ...facts, ...NO_EDITOR_COMES } } }
}

/** True for a failure made by {@link noEditorComes}: other calls would fail as well. */
export function isWithoutEditor(outcome: {
	readonly status: string
	readonly error?: { readonly data?: unknown }
}): boolean {
	const data = outcome.error?.data
	return (
		typeof data === 'object' &&
		data !== null &&
		'editor' in data &&
		data.editor === NO_EDITOR_COMES.editor
	)
}

/** The owner of a call: hands it in, and gets its outcome. */
export interface CallOwner {
	/**
	 * mcp: a connected client or token that reads; its changes belong to a conversation · person: the conversation of what
	 * a person does by hand, who waits for no agent's turn at an editor.
	 */
	readonly kind: 'conversation' | 'mcp' | 'person'
	readonly id: string
}

export interface CallRequest {
	readonly call: Call
	/** The seat the run is bound to; null: the project's target. */
	readonly editorKey: string | null
	readonly runsOn: 'editor' | 'relay'
	readonly replay: 'safe' | 'once'
	/** Refused if Unity is closed, instead of held: the call is not worth waiting for overnight. */
	readonly refuseWhenClosed?: true
	/** A person makes it by hand. */
	readonly byHand?: true
}

/** A read that is answered now or not at all. */
export interface RoomRead {
	/** Begins with `READ_CALL_PREFIX`. */
	readonly callId: string
	readonly method: string
	readonly params: Record<string, unknown>
	/** The seat the run is bound to; null: the project's target. */
	readonly editorKey: string | null
	/** The time after which a read without an answer ends with `deadline_exceeded`. */
	readonly timeoutMs: number
}

export interface DispatchRequest extends Omit<CallRequest, 'byHand'> {
	readonly owner: CallOwner
}

export type DispatchReceipt =
	| {
			readonly accepted: true
			/** Both null: the project has no linked folder yet, and the call goes to the first one. */
			readonly editorKey: string | null
			readonly editorName: string | null
			/** Why the call cannot begin at once ("Unity compiles scripts"); null when it was sent. */
			readonly waiting: string | null
			/** The call has not been sent, and will not be once it is cancelled. */
			readonly held?: boolean
	  }
	/** Refused before anything was sent: no editor, ambiguous or gone target. */
	| { readonly accepted: false; readonly outcome: Extract<CallOutcome, { status: 'error' }> }

/** The room in the view of one owner of calls. */
export interface RoomPort {
	/**
	 * Stores the call, sends it, answers at once; the outcome comes back through
	 * {@link OwnedCalls.callSettled}. A repeated call id is the same call.
	 */
	dispatch(request: CallRequest): Promise<DispatchReceipt>
	/**
	 * Cancels calls; one that has begun runs to its end. Returns those that may have begun and are not over yet; each of
	 * them is still settled. The others are over, or are never sent, even if their dispatch arrives late.
	 */
	cancel(callIds: readonly string[]): Promise<readonly string[]>
	/**
	 * Reads, and stores nothing: what would wait for the editor is refused with the reason. An eviction of the room
	 * rejects. {@link cancel} withdraws it.
	 */
	read(read: RoomRead): Promise<CallOutcome>
	/** The linked folder of this seat (null: of the target). Returns null if there is none, or none is chosen. */
	folder(editorKey: string | null): Promise<LinkedFolder | null>
	/** The custom tools of the project of this seat (null: of the target). */
	customTools(editorKey: string | null): Promise<readonly CustomTool[]>
	/**
	 * The context that the folder of this seat (null: of the target) gives a run, without the root objects of the scenes
	 * in `rootsTold`. Returns null if its relay is away, or did not answer.
	 */
	projectContext(
		editorKey: string | null,
		rootsTold: readonly string[],
	): Promise<ProjectContext | null>
	/**
	 * Tells the room's viewers. `by`: a run of a model, whose end is the end of its turn at the editor, or a call of a
	 * client, which may make more.
	 */
	runChanged(change: RunChanged, by: 'model' | 'client'): Promise<void>
}

/** Same as {@link RoomPort}, but for all owners (RPC of ProjectRoom). */
export interface SharedRoomPort extends Omit<RoomPort, 'dispatch' | 'cancel'> {
	dispatch(request: DispatchRequest): Promise<DispatchReceipt>
	cancel(owner: CallOwner, callIds: readonly string[]): Promise<readonly string[]>
	/** Cancels the owner's one open call whose id ends with `mark`; false: there is none, or several. */
	cancelMarked(owner: CallOwner, mark: string): Promise<boolean>
}

/** Whether the project's editor takes calls now. */
export interface Readiness {
	/** The target's name; null: there is none. */
	readonly seat: string | null
	/** Why a call would wait; null: it would start at once. */
	readonly waits: string | null
	/** No call can begin: no editor, or it is closed. */
	readonly refusal: Extract<CallOutcome, { status: 'error' }> | null
}

export interface LinkedFolder {
	readonly editorKey: string
	readonly kind: FolderKind
}

/** A linked folder that a call ran on. */
export interface CallSeat {
	readonly editorKey: string
	readonly editorName: string
}

/** The room's notifications to the owner of calls (RPC of Conversation). All are idempotent. */
export interface OwnedCalls {
	/**
	 * True once the outcome is durable, or known before: the room may forget the call. `ranOn` is
	 * null if the call did not run.
	 */
	callSettled(callId: string, outcome: CallOutcome, ranOn: CallSeat | null): Promise<boolean>
	/** The call waits for the editor, with a short reason; null: it waits no longer. */
	callWaiting(callId: string, reason: string | null): Promise<void>
	callProgress(callId: string, message: string): Promise<void>
}
