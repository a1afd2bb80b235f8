/** Compares a reconnected relay's journal with the calls that the room waits for. Pure. */
import { type CallOutcome, failed, type JournalEntry } from '@fairlead/protocol/wire/calls'
import { BEFORE_IT_RAN } from '../../ports/client-call.ts'
import type { PendingState } from './pending-calls.ts'

export type Step =
	/** The outcome is known. */
	| { readonly do: 'settle'; readonly callId: string; readonly outcome: CallOutcome }
	/** The relay has it: keep waiting. */
	| { readonly do: 'await'; readonly callId: string }
	/** The relay never got it: send the same id again. */
	| { readonly do: 'resend'; readonly callId: string }
	/** It was cancelled while the relay was away. */
	| { readonly do: 'cancel'; readonly callId: string }

export interface Reconciliation {
	readonly steps: readonly Step[]
	/** In the journal, unknown to the room. */
	readonly forget: readonly string[]
}

export const cancelledOutcome = (): Extract<CallOutcome, { status: 'error' }> =>
	failed('cancelled', `Stopped ${BEFORE_IT_RAN}`, { hint: 'Nothing was done.' })

export function reconcile(
	pending: readonly { readonly callId: string; readonly state: PendingState }[],
	journal: readonly JournalEntry[],
): Reconciliation {
	const entries = new Map(journal.map((entry) => [entry.callId, entry]))
	const known = new Set(pending.map((call) => call.callId))
	const steps = pending.flatMap(({ callId, state }): Step[] => {
		// Its outcome is stored here already; only the Conversation has not taken it yet.
		if (state === 'settling' || state === 'closed') return []
		const entry = entries.get(callId)
		if (entry?.state === 'done') return [{ do: 'settle', callId, outcome: entry.outcome }]
		if (entry) return [{ do: state === 'cancelling' ? 'cancel' : 'await', callId }]
		if (state === 'cancelling') return [{ do: 'settle', callId, outcome: cancelledOutcome() }]
		return [{ do: 'resend', callId }]
	})
	return {
		steps,
		forget: journal.map((entry) => entry.callId).filter((callId) => !known.has(callId)),
	}
}
