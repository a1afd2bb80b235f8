/** How far the call of an MCP client is. */

import type { RunState } from '@fairlead/protocol/conversations/runs'
import type { StoredAttachment } from '@fairlead/protocol/conversations/stream-parts'
import { type CallError, failed } from '@fairlead/protocol/wire/calls'

export type CallStanding =
	/** Others are before it, or it is about to begin. */
	| { readonly state: 'queued' }
	| { readonly state: 'asks'; readonly approvalId: string }
	/** `reason`: why the editor cannot take it now; null: it runs. */
	| { readonly state: 'running'; readonly reason: string | null }
	| { readonly state: 'done'; readonly outcome: KeptOutcome }
	/** Its run ended before it began, or there never was such a call. */
	| { readonly state: 'gone' }

/** A call of a run, as much of it as a line says. */
export interface CallGlimpse {
	readonly tool: string
	readonly state: 'running' | 'asking' | 'done' | 'failed' | 'denied'
	/** Its short arguments that are text. */
	readonly input: Readonly<Record<string, string>>
	/** Why it failed. */
	readonly errorText: string | undefined
}

/** A run, for the client that started it. */
export interface ClientRun {
	/** Null if there is none. */
	readonly state: RunState | null
	/** Its answer. */
	readonly messageId: string | null
	/** Its newest calls, in their order. */
	readonly calls: CallGlimpse[]
}

/** An outcome as the conversation keeps it: pictures are fetched by their id. */
export type KeptOutcome =
	| {
			readonly status: 'ok'
			readonly result: unknown
			readonly attachments: readonly (StoredAttachment & { readonly blobId: string })[]
	  }
	| { readonly status: 'error'; readonly error: CallError }

/** How the message of a `cancelled` call ends that was never sent. */
export const BEFORE_IT_RAN = 'before it ran.'

export const isLeftUnsent = (outcome: {
	readonly status: string
	readonly error?: Pick<CallError, 'code' | 'message'>
}): boolean => outcome.error?.code === 'cancelled' && UNSENT.test(outcome.error.message)

/** Also in the words of relays and editors. */
const UNSENT =
	/\bbefore (?:it (?:ran|began|started)|the editor started it)\b|\bNothing was started\b/

/** In place of an answer that waited. */
export const RIGHT_ENDED = failed('denied', 'The right of this client has ended or changed.', {
	hint: 'Connect it again, or create a new token.',
})
