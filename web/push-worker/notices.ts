/** The notifications that a push leads to, from what waits for the person now and what is shown already. Pure. */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import type { WaitingAgents } from '@fairlead/protocol/people/push'
import { agentsTag, isAgentsTag } from '../src/data/person/notice-tags.ts'

export interface Notice {
	readonly title: string
	readonly body: string
	/** One with the same tag is replaced. */
	readonly tag: string
	/** The path that opens. */
	readonly path: string
	/** Whether it is heard. */
	readonly silent: boolean
	/** When its agent began to wait; 0: it is of no agent. */
	readonly at: number
}

/** The notifications that the browser shows: each tag, with the `at` of its notice. */
export type Shown = ReadonlyMap<string, number>

/** More at once would fill a phone; the page has all. */
const MAX_SHOWN = 5
/** The tag of one that belongs to neither a conversation nor agents. */
export const GENERAL = 'needs-you'

/**
 * Never empty: browsers take the permission from a page that gets a push and shows nothing.
 *
 * @param needs null: it could not be read
 * @param agents null: they could not be read
 */
export function noticesOf(
	needs: NeedsYou | null,
	agents: WaitingAgents | null,
	shown: Shown,
): readonly Notice[] {
	const asking = needs?.conversations.map(ofConversation) ?? []
	const waiting = agents?.projects.map(ofAgents) ?? []
	const fresh = [
		...asking.filter(({ tag }) => !shown.has(tag)),
		...waiting.filter(({ tag, at }) => at > (shown.get(tag) ?? 0)),
	]
	if (fresh.length > 0) return fresh.slice(0, MAX_SHOWN)
	if (needs === null) {
		return [{ ...OF_ALL, title: 'Fairlead needs you', body: 'Open it to see why.', silent: false }]
	}
	// A push comes for something new: then one of those that are shown asks again.
	if (asking[0]) return [asking[0]]
	if (waiting[0]) return [{ ...waiting[0], silent: true }]
	return [{ ...OF_ALL, title: 'Nothing needs you', body: 'It was answered.', silent: true }]
}

const ofConversation = ({
	conversationId,
	projectId,
	projectName,
	title,
}: NeedsYou['conversations'][number]): Notice => ({
	title: `${title} needs you`,
	body: projectName,
	tag: conversationId,
	path: `/p/${projectId}/c/${conversationId}`,
	silent: false,
	at: 0,
})

const ofAgents = ({ projectId, projectName, at }: WaitingAgents['projects'][number]): Notice => ({
	title: 'An agent waits for you',
	body: projectName,
	tag: agentsTag(projectId),
	path: `/p/${projectId}/agents`,
	silent: false,
	at,
})

const OF_ALL = { tag: GENERAL, path: '/', at: 0 } as const

/** The tags of notifications that are out of date. Those of agents stay: the list only has what is new. */
export function answered(needs: NeedsYou | null, shown: Shown): readonly string[] {
	if (needs === null) return []
	const waiting = new Set(needs.conversations.map(({ conversationId }) => conversationId))
	return [...shown.keys()].filter((tag) => !waiting.has(tag) && !isAgentsTag(tag))
}
