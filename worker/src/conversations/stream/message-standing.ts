/** The standing of a message in a conversation: tells whether a branch can begin at it. */

import { isEnded } from '../../agent/run/run-state.ts'
import type { MessageStanding } from '../../ports/conversation.ts'
import type { ConversationStore } from '../conversation-store.ts'

type Store = Pick<ConversationStore, 'message' | 'latestRun' | 'inbox' | 'knownMessage'>

export function messageStanding(store: Store, messageId: string): MessageStanding {
	if (store.message(messageId)) return 'stored'
	const run = store.latestRun()
	if (run && !isEnded(run) && run.messageId === messageId) return 'growing'
	if (store.inbox().some(({ id }) => id === messageId)) return 'waiting'
	// A withdrawn message is unknown, too: it is nowhere.
	return store.knownMessage(messageId)?.runId == null ? 'unknown' : 'entered'
}
