/** The notifications that a push leads to, from what waits for the person now and what is shown already. Pure. */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'

export interface Notice {
	readonly title: string
	readonly body: string
	/** One with the same tag is replaced. */
	readonly tag: string
	/** The path that opens. */
	readonly path: string
	/** Whether it is heard. */
	readonly silent: boolean
}

/** More at once would fill a phone; the page has all. */
const MAX_SHOWN = 5
/** The tag of those that belong to no conversation. */
export const GENERAL = 'needs-you'

/**
 * Never empty: browsers take the permission from a page that gets a push and shows nothing.
 *
 * @param needs null: it could not be read
 * @param shown tags
 */
export function noticesOf(needs: NeedsYou | null, shown: ReadonlySet<string>): readonly Notice[] {
	if (needs === null) {
		return [{ ...OF_ALL, title: 'Fairlead needs you', body: 'Open it to see why.', silent: false }]
	}
	const { conversations } = needs
	const [newest] = conversations
	if (!newest) {
		return [{ ...OF_ALL, title: 'Nothing needs you', body: 'It was answered.', silent: true }]
	}
	const fresh = conversations.filter(({ conversationId }) => !shown.has(conversationId))
	// A push comes for something new: then one of those that are shown asks again.
	const all = fresh.length > 0 ? fresh : [newest]
	return all.slice(0, MAX_SHOWN).map(({ conversationId, projectId, projectName, title }) => ({
		title: `${title} needs you`,
		body: projectName,
		tag: conversationId,
		path: `/p/${projectId}/c/${conversationId}`,
		silent: false,
	}))
}

const OF_ALL = { tag: GENERAL, path: '/' } as const

/** The tags of notifications that are out of date. */
export function answered(needs: NeedsYou | null, shown: ReadonlySet<string>): readonly string[] {
	if (needs === null) return []
	const waiting = new Set(needs.conversations.map(({ conversationId }) => conversationId))
	return [...shown].filter((tag) => !waiting.has(tag))
}
