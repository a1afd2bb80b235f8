/** Where a message of a conversation stands, for who wants to begin a branch at it. */

import { isEnded } from '../../agent/run/run-state.ts'
import type { MessageStanding } from '../../ports/conversation.ts'
import type { ConversationStore } from '../conversation-store.ts'

type Store = Pick<ConversationStore, 'message' | 'latestRun' | 'inbox' | 'knownMessage'>

export function messageStanding(store: Store, messageId: string): MessageStanding {
	if (store.message(messageId)) return 'stored'
	const run = store.latestRun()
	if (run && !isEnded(run) && run.messageId === messageId) return 'growing'
	if (store.inbox().some(({ id }) => id === messageId)) return 'waiting'
	// Also one that was withdrawn: it is nowhere.
	return store.knownMessage(messageId)?.runId == null ? 'unknown' : 'entered'
}
