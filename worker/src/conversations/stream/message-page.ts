/** A page of the transcript, with the run that is active and the messages that wait. */
import type { MessagePage, StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { CallPart, MessageMetadata } from '@fairlead/protocol/conversations/stream-parts'
import { describeQueued } from '../../agent/run/queue/inbox.ts'
import { isEnded } from '../../agent/run/run-state.ts'
import { changedNames } from '../../agent/sub-agents/words.ts'
import type { ConversationStore } from '../conversation-store.ts'
import { type SqlRevertStore, withReverts } from '../storage/reverts.ts'

/** A message may have 1.2 MB, and a page a hundred of them. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

export function messagePage(
	store: ConversationStore,
	reverts: SqlRevertStore,
	query: { before?: string; limit: number },
): MessagePage {
	const { messages, more } = store.newestPage(query.limit, MAX_PAGE_BYTES, query.before)
	const page = [...messages].reverse()
	const run = store.latestRun()
	return {
		messages: withLater(page, store, reverts),
		before: more ? (page[0]?.id ?? null) : null,
		activeRun:
			run && !isEnded(run) ? { id: run.id, state: run.state, messageId: run.messageId } : null,
		queued: store.inbox().map(describeQueued),
	}
}

/** Stored messages as people see them: with what came to them later. */
export const withLater = (
	messages: readonly StoredMessage[],
	store: Pick<ConversationStore, 'changedBy' | 'withNotices'>,
	reverts: SqlRevertStore,
): StoredMessage[] => withReverts(withLateChanges(store.withNotices(messages), store), reverts)

/** Adds what sub-agents had changed whose report came after the end of their run; the stored message is never rewritten. */
function withLateChanges(
	messages: StoredMessage[],
	store: Pick<ConversationStore, 'changedBy'>,
): StoredMessage[] {
	const runs = messages.map(runOf).filter((runId) => runId !== undefined)
	const agents = store.changedBy(runs)
	if (agents.length === 0) return messages
	return messages.map((message) => {
		const own = agents.filter(({ runId }) => runId === runOf(message))
		if (own.length === 0) return message
		return { ...message, parts: message.parts.map((part) => withChanged(part, own)) }
	})
}

const runOf = ({ role, metadata }: StoredMessage): string | undefined =>
	role === 'assistant' ? (metadata as Partial<MessageMetadata> | undefined)?.runId : undefined

type Agents = ReturnType<ConversationStore['changedBy']>

/** Only a call that failed needs it: a result tells by itself. */
function withChanged(part: StoredMessage['parts'][number], agents: Agents) {
	if (part['type'] !== 'data-call') return part
	const data = part['data'] as CallPart
	const agent = agents.find(({ toolCallId }) => toolCallId === data.toolCallId)
	if (!agent || data.error === undefined) return part
	return { ...part, data: { ...data, changed: changedNames(agent.changes) } }
}
