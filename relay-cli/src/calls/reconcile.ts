/** Decides the fate of a call that was sent to an editor, once an editor says hello on that seat. Pure. */

import type { Replay } from '@fairlead/protocol/tools'
import type { EditorJournalEntry, EditorOutcome } from '@fairlead/protocol/wire/stored-reply'

export interface SentCall {
	readonly argsHash: string
	readonly replay: Replay
	/** The process it was sent to; null when it was never sent. */
	readonly sessionId: string | null
}

export type Reconciliation =
	/** The editor has the outcome. */
	| { readonly kind: 'settle'; readonly outcome: EditorOutcome }
	/** The editor has begun and will report with `call.settled`. */
	| { readonly kind: 'await' }
	/** Send it (again), under the same id. `known`: the editor has received it, but not begun. */
	| { readonly kind: 'send'; readonly known: boolean }
	/** The editor knows this id with other arguments. */
	| { readonly kind: 'conflict' }
	/** It may have run in a process that has ended, and must not run twice. */
	| { readonly kind: 'unknown' }

/** `entry` is this call's entry in the hello's journal. */
export function reconcile(
	sent: SentCall,
	sessionId: string,
	entry: EditorJournalEntry | undefined,
): Reconciliation {
	if (entry !== undefined) {
		if (entry.argsHash !== sent.argsHash) return { kind: 'conflict' }
		switch (entry.state) {
			case 'done':
				return { kind: 'settle', outcome: entry.outcome }
			case 'started':
				// Begun in a process that has ended: no outcome will come.
				if (sent.sessionId !== null && sent.sessionId !== sessionId) return inAnEndedProcess(sent)
				return { kind: 'await' }
			case 'received':
				// Its answer must come on the new socket; the editor treats a repeated id as the same call.
				return { kind: 'send', known: true }
			default:
				return entry satisfies never
		}
	}
	if (sent.sessionId === null) return { kind: 'send', known: false }
	// The same process keeps its journal over reloads: a call it does not know never arrived.
	if (sent.sessionId === sessionId) return { kind: 'send', known: false }
	return inAnEndedProcess(sent)
}

const inAnEndedProcess = ({ replay }: SentCall): Reconciliation =>
	replay === 'safe' ? { kind: 'send', known: false } : { kind: 'unknown' }
