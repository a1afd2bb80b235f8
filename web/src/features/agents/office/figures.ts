/** The people of the office, one for each agent that has not ended, and what they do. Pure. */
import type { AgentCard, AgentStatus } from '@fairlead/protocol/agents/agents'
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { type RunStanding, standingOf } from '@fairlead/protocol/conversations/runs'
import { visible } from '@fairlead/protocol/view/visible'
import { agentsPath, conversationPath } from '../../../data/address.ts'
import { STANDING_WORDS } from '../../../parts/run-line/mini-line.tsx'
import { arranged, cardsOf } from '../list.ts'
import { statusWords } from '../words.ts'

/** asks: for a permission · waits: for a person's word · rests: it continues by itself · sleeps: it has nothing to do */
export type Activity = 'types' | 'reads' | 'runs' | 'asks' | 'waits' | 'rests' | 'sleeps'

export interface Figure {
	/** Unique on the page, and the same as long as the agent has its card. */
	readonly id: string
	/** Decides the figure's looks. It names the agent or the conversation without the computer, so that both look the same everywhere. */
	readonly looksId: string
	readonly name: string
	readonly activity: Activity
	/** The state, as its card says it. */
	readonly words: string
	/** Its transcript, or its conversation. */
	readonly path: string
}

const READS = /^(Reading|Searching|Fetching)\b/
const RUNS = /^Running\b/

function activityOf(status: AgentStatus): Activity | null {
	switch (status.kind) {
		case 'working':
			return READS.test(status.text) ? 'reads' : RUNS.test(status.text) ? 'runs' : 'types'
		case 'waiting_permission':
			return 'asks'
		case 'waiting_input':
			return 'waits'
		case 'waiting_turn':
			return 'rests'
		case 'idle':
			return 'sleeps'
		case 'ended':
			return null
		default:
			return status satisfies never
	}
}

/** In the order of the cards. */
export function figuresOf(
	projectId: string,
	cards: Readonly<Record<string, readonly AgentCard[]>>,
	runs: readonly Conversation[],
): readonly Figure[] {
	const agents = Object.entries(cards).flatMap(([editorKey, of]) =>
		cardsOf(arranged(of).open).flatMap(({ agentId, title, status }) => {
			const activity = activityOf(status)
			if (activity === null) return []
			return {
				id: `${editorKey} ${agentId}`,
				looksId: agentId,
				name: visible(title) || 'Untitled session',
				activity,
				words: statusWords(status),
				path: `${agentsPath(projectId)}/${encodeURIComponent(editorKey)}/${agentId}`,
			}
		}),
	)
	const own = runs.flatMap(({ id, title, lastRun }) => {
		if (!lastRun) return []
		const standing = standingOf(lastRun)
		return {
			id,
			looksId: id,
			name: visible(title),
			activity: activityOfRun(standing),
			words: STANDING_WORDS[standing],
			path: conversationPath(projectId, id),
		}
	})
	return [...own, ...agents]
}

/** The activity of a run that has not ended. */
const activityOfRun = (standing: RunStanding): Activity =>
	standing === 'needs_you' ? 'asks' : standing === 'running' ? 'types' : 'rests'
