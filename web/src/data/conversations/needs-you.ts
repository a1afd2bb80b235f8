/** Approvals that wait for this person in all their projects, and whether the page is notified of changes. */
import { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import type { FeedLink } from '../feed-store.ts'

export type Waiting = NeedsYou['conversations'][number]

/** While no hint can come, the list is read by itself now and then. */
const POLL_MS = 30_000

export const needsYouQuery = queryOptions({
	queryKey: ['needs-you'],
	queryFn: ({ signal }) => api(NeedsYou, '/api/needs-you', { signal }),
	// A hint may have been lost while the computer slept.
	refetchOnWindowFocus: 'always',
})

/** undefined until it was read. */
export function useNeedsYou(): NeedsYou | undefined {
	const link = useFeedLink()
	const poll = link === 'reconnecting' ? POLL_MS : false
	return useQuery({ ...needsYouQuery, refetchInterval: poll }).data
}

/** "2", or "100+"; empty when nothing waits. */
export function countText(needs: NeedsYou | undefined): string {
	const count = needs?.conversations.length ?? 0
	return count === 0 ? '' : `${count}${needs?.more ? '+' : ''}`
}

let link: FeedLink = 'connecting'
let lostAt: number | null = null
const listeners = new Set<() => void>()

export function setFeedLink(next: FeedLink): void {
	link = next
	lostAt = next === 'reconnecting' ? (lostAt ?? Date.now()) : null
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

export const useFeedLink = (): FeedLink => useSyncExternalStore(subscribe, () => link)

/** When the connection was lost, in Unix milliseconds. Null while it is not. */
export const useFeedLostAt = (): number | null => useSyncExternalStore(subscribe, () => lostAt)
