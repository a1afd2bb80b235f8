/** The progress of an MCP client's call. */

import type { RunState } from '@fairlead/protocol/conversations/runs'
import type { StoredAttachment } from '@fairlead/protocol/conversations/stream-parts'
import { type CallError, failed } from '@fairlead/protocol/wire/calls'

export type CallStanding =
	/** Other calls are before it, or it is about to begin. */
	| { readonly state: 'queued' }
	| { readonly state: 'asks'; readonly approvalId: string }
	/** `reason`: why the editor cannot take it now; null: it runs. */
	| { readonly state: 'running'; readonly reason: string | null }
	| { readonly state: 'done'; readonly outcome: KeptOutcome }
	/** Its run ended before it began, or there never was such a call. */
	| { readonly state: 'gone' }

/** A call of a run, as far as one line tells. */
export interface CallGlimpse {
	readonly tool: string
	readonly state: 'running' | 'asking' | 'done' | 'failed' | 'denied'
	/** Its arguments that are text or a list of texts, as far as they are short. */
	readonly input: Readonly<Record<string, string | string[]>>
	/** The reason of its failure. */
	readonly errorText: string | undefined
}

/** A run in the view of the client that started it. */
export interface ClientRun {
	/** The run's state; null if there is no run. */
	readonly state: RunState | null
	/** The id of its answer. */
	readonly messageId: string | null
	/** Its newest calls, in their order. */
	readonly calls: CallGlimpse[]
}

/** An outcome in the form that the conversation keeps: pictures are fetched by their id. */
export type KeptOutcome =
	| {
			readonly status: 'ok'
			readonly result: unknown
			readonly attachments: readonly (StoredAttachment & { readonly blobId: string })[]
	  }
	| { readonly status: 'error'; readonly error: CallError }

/** The end of the message of a `cancelled` call that was never sent. */
export const BEFORE_IT_RAN = 'before it ran.'

export const isLeftUnsent = (outcome: {
	readonly status: string
	readonly error?: Pick<CallError, 'code' | 'message'>
}): boolean => outcome.error?.code === 'cancelled' && UNSENT.test(outcome.error.message)

/** Matches the words of relays and editors, too. */
const UNSENT =
	/\bbefore (?:it (?:ran|began|started)|the editor started it)\b|\bNothing was started\b/

/** The answer after a wait in which the client's right ended. */
export const RIGHT_ENDED = failed('denied', 'The right of this client has ended or changed.', {
	hint: 'Connect it again, or create a new token.',
})
