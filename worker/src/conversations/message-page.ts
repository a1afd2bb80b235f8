/** A page of the transcript, with the run that is active and the messages that wait. */
import type { MessagePage } from '@fairlead/protocol/http'
import { describeQueued } from '../agent/run/inbox.ts'
import { isEnded } from '../agent/run/run-state.ts'
import type { ConversationStore } from './conversation-store.ts'
import { type SqlRevertStore, withReverts } from './storage/reverts.ts'

/** A message may have 1.2 MB, and a page a hundred of them. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

export function messagePage(
	store: ConversationStore,
	reverts: SqlRevertStore,
	query: { before?: string; limit: number },
): MessagePage {
	const { messages, more } = store.newestPage(query.limit, MAX_PAGE_BYTES, query.before)
	const page = store.withNotices([...messages].reverse())
	const run = store.latestRun()
	return {
		messages: withReverts(page, reverts),
		before: more ? (page[0]?.id ?? null) : null,
		activeRun:
			run && !isEnded(run) ? { id: run.id, state: run.state, messageId: run.messageId } : null,
		queued: store.inbox().map(describeQueued),
	}
}
