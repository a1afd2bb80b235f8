/** Whether a conversation can take the call of a client now. */
import { isEnded } from '../../agent/run/run-state.ts'
import type { ConversationStore } from '../conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'inbox' | 'knownMessage' | 'runByIdemKey'>

/**
 * True if it would have to wait for a run that asks a model, which can take long. One that has run already needs a run of
 * its own.
 */
export function isBusyForCall(
	store: Store,
	{ id, hasRun }: { readonly id: string; readonly hasRun: boolean },
): boolean {
	const run = store.latestRun()
	const active = run === null || isEnded(run) ? null : run
	if (!hasRun) return active?.source.kind === 'model'
	if (store.runByIdemKey(id) || store.knownMessage(id)) return false
	return active !== null || store.inbox().length > 0
}
