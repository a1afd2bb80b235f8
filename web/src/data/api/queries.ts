/** Every server resource the page reads, with its cache key. */
import {
	type Conversation,
	ConversationList,
	Conversation as ConversationSchema,
} from '@fairlead/protocol/conversations/conversation'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { Health } from '@fairlead/protocol/http/health'
import { Me } from '@fairlead/protocol/people/session'
import {
	type Project,
	ProjectList,
	Project as ProjectSchema,
} from '@fairlead/protocol/projects/project'
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { conversationPath, messagesPath } from '../early-reads.ts'
import { api } from './client.ts'
import { ApiError, toApiError } from './problem.ts'

/** Tries after the first for requests that may succeed a moment later. */
const MAX_RETRIES = 2

export const queryClient = new QueryClient({
	defaultOptions: {
		queries: {
			staleTime: 15_000,
			retry: (failures, error) => {
				const { status, code } = toApiError(error)
				return failures < MAX_RETRIES && (code === 'offline' || status >= 500)
			},
		},
		// Offline, one would wait without a word, and be carried out whenever the network is back. Failures are not retried.
		mutations: { networkMode: 'always' },
	},
})

export const healthQuery = queryOptions({
	queryKey: ['health'],
	queryFn: ({ signal }) => api(Health, '/api/health', { signal }),
	staleTime: 5 * 60_000,
})

export const meQuery = queryOptions({
	queryKey: ['me'],
	queryFn: ({ signal }) => api(Me, '/api/me', { signal }),
	staleTime: 5 * 60_000,
})

export const projectsQuery = queryOptions({
	queryKey: ['projects'],
	queryFn: async ({ signal }): Promise<Project[]> =>
		(await api(ProjectList, '/api/projects', { signal })).projects,
})

export const projectQuery = (projectId: string) =>
	queryOptions({
		queryKey: ['project', projectId],
		queryFn: ({ signal }) => api(ProjectSchema, `/api/projects/${projectId}`, { signal }),
		initialData: () =>
			queryClient.getQueryData(projectsQuery.queryKey)?.find((p) => p.id === projectId),
		initialDataUpdatedAt: () => queryClient.getQueryState(projectsQuery.queryKey)?.dataUpdatedAt,
	})

export const conversationsQuery = (projectId: string) =>
	infiniteQueryOptions({
		queryKey: ['conversations', projectId],
		queryFn: ({ pageParam, signal }) => {
			const query = pageParam === null ? '' : `?cursor=${encodeURIComponent(pageParam)}`
			return api(ConversationList, `/api/projects/${projectId}/conversations${query}`, { signal })
		},
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor,
		select: (data): Conversation[] => data.pages.flatMap((page) => page.conversations),
	})

export const conversationQuery = (conversationId: string) =>
	queryOptions({
		queryKey: ['conversation', conversationId],
		queryFn: ({ signal }) => api(ConversationSchema, conversationPath(conversationId), { signal }),
	})

export function fetchMessages(
	conversationId: string,
	before: string | null,
	signal?: AbortSignal,
): Promise<MessagePage> {
	return api(MessagePage, messagesPath(conversationId, before), signal ? { signal } : {})
}

/** The newest page of the conversation that the page's address names, read while its code loads. */
let early: {
	readonly conversationId: string
	readonly page: Promise<MessagePage>
	/** The same page once it is read; null until then. */
	read: MessagePage | null
} | null = null

/** Begins to read a conversation before the code that shows it is there. A failure shows when it is rendered. */
export function readEarly(conversationId: string): void {
	const begun = {
		conversationId,
		page: fetchMessages(conversationId, null),
		read: null as MessagePage | null,
	}
	begun.page.then(
		(page) => {
			begun.read = page
		},
		() => undefined,
	)
	early = begun
	void queryClient.prefetchQuery(conversationQuery(conversationId))
}

/** The page that {@link readEarly} has read by now, so that the conversation is drawn first; null: it is not there yet. */
export const alreadyRead = (conversationId: string): MessagePage | null =>
	early?.conversationId === conversationId ? early.read : null

/** The newest page of a conversation that is being opened. */
export function fetchFirstMessages(
	conversationId: string,
	signal: AbortSignal,
): Promise<MessagePage> {
	const begun = early
	early = null
	return begun?.conversationId === conversationId
		? begun.page
		: fetchMessages(conversationId, null, signal)
}

export const isSignedOut = (error: unknown): boolean =>
	error instanceof ApiError && error.code === 'unauthenticated'
