/** Conversations of a project in which Fairlead's own agent is at work. Pure. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { RunState } from '@fairlead/protocol/conversations/runs'
import { ENDED_RUN_STATES } from '@fairlead/protocol/conversations/runs'

/** Runs that wait for a person stand first, as agents do. */
const rankOf = (state: RunState): number => (state === 'waiting_approval' ? 0 : 1)

export function ownRuns(
	conversations: readonly Conversation[],
	except: ReadonlySet<string>,
): readonly Conversation[] {
	return conversations
		.flatMap((conversation) => {
			const { id, lastRun } = conversation
			const runs = lastRun && !ENDED_RUN_STATES.has(lastRun.state) && !except.has(id)
			return runs ? [{ conversation, rank: rankOf(lastRun.state) }] : []
		})
		.sort((a, b) => a.rank - b.rank || b.conversation.updatedAt - a.conversation.updatedAt)
		.map(({ conversation }) => conversation)
}
