/** Conversations that the server finds by words of their titles and messages. */
import { ConversationList } from '@fairlead/protocol/conversations/conversation'
import { api } from '../api/client.ts'

/** In the place of where to look: a folder, by its name. */
export const FOLDER = 'folder '

export const foundQuery = (projectId: string, where: string, q: string) => ({
	queryKey: ['conversations', projectId, 'found', where, q],
	queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
		const query = new URLSearchParams(
			where.startsWith(FOLDER) ? { folder: where.slice(FOLDER.length) } : { in: where },
		)
		if (q !== '') query.set('q', q)
		if (pageParam !== null) query.set('cursor', pageParam)
		return api(ConversationList, `/api/projects/${projectId}/conversations?${query}`, { signal })
	},
	initialPageParam: null as string | null,
	getNextPageParam: (page: ConversationList) => page.nextCursor,
})
