/** Whether a conversation can take a message now. */
import { CLIENT_CALLS_NAME } from '../agent/model/models.ts'
import { isEnded } from '../agent/run/run-state.ts'
import type { ConversationStore } from './conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'inbox' | 'knownMessage' | 'runByIdemKey'>

/**
 * True if the call of a client has to wait: it would enter a run of a model, which would read it as words. One that has
 * run already needs a run of its own.
 */
export function isBusyFor(
	store: Store,
	{ id, model, hasRun }: { id: string; model: string; hasRun: boolean },
): boolean {
	if (model !== CLIENT_CALLS_NAME) return false
	const active = store.latestRun()
	const isActive = active !== null && !isEnded(active)
	if (!hasRun) return isActive && active.model !== CLIENT_CALLS_NAME
	if (store.runByIdemKey(id) || store.knownMessage(id)) return false
	return isActive || store.inbox().length > 0
}
