/** What to do with a call that was sent to an editor, once an editor says hello on that seat. Pure. */
import type { EditorJournalEntry, EditorOutcome } from '@fairlead/protocol/stored-reply'
import type { Replay } from '@fairlead/protocol/tools'

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
	/** It may have run in a process that is no more, and must not run twice. */
	| { readonly kind: 'unknown' }

/** `entry` is what the hello's journal says of this call. */
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
				// Begun in a process that is no more: nobody will report.
				if (sent.sessionId !== null && sent.sessionId !== sessionId) return inAnEndedProcess(sent)
				return { kind: 'await' }
			case 'received':
				// Its answer must come on the new socket; the editor joins a repeated id.
				return { kind: 'send', known: true }
			default:
				return entry satisfies never
		}
	}
	if (sent.sessionId === null) return { kind: 'send', known: false }
	// The same process keeps its journal over reloads: what it does not know never arrived.
	if (sent.sessionId === sessionId) return { kind: 'send', known: false }
	return inAnEndedProcess(sent)
}

const inAnEndedProcess = ({ replay }: SentCall): Reconciliation =>
	replay === 'safe' ? { kind: 'send', known: false } : { kind: 'unknown' }
