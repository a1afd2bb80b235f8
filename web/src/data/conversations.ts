import {
	Conversation,
	type CreateConversation,
	type UpdateConversation,
} from '@fairlead/protocol/http'
import type { RunChanged } from '@fairlead/protocol/viewer-link'
import {
	type InfiniteData,
	type QueryClient,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { TOAST_MS, toasts } from '../ui/toasts.ts'
import { api, apiDone } from './api/client.ts'
import { conversationsQuery, deletingConversations } from './api/queries.ts'
import { toastError } from './api/toast-error.ts'

type Page = { conversations: Conversation[]; nextCursor: string | null }
type Pages = InfiniteData<Page, string | null>

const mapPages = (data: Pages | undefined, change: (list: Conversation[]) => Conversation[]) =>
	data && {
		...data,
		pages: data.pages.map((page) => ({ ...page, conversations: change(page.conversations) })),
	}

/** By project: the model that a new conversation begins with, chosen before there is one. Missing: the default. */
export const nextModels = new Map<string, string>()

export function useCreateConversation(projectId: string) {
	const client = useQueryClient()
	return useMutation({
		mutationFn: (settings: z.infer<typeof CreateConversation>) =>
			api(Conversation, `/api/projects/${projectId}/conversations`, {
				method: 'POST',
				body: { model: nextModels.get(projectId), ...settings },
			}),
		onSuccess: (made) => {
			// The one that was chosen is its model now.
			nextModels.delete(projectId)
			const { queryKey } = conversationsQuery(projectId)
			client.setQueryData(['conversation', made.id], made)
			client.setQueryData<Pages>(queryKey, (data) => {
				const [first, ...rest] = data?.pages ?? []
				if (!data || !first) return data
				return {
					...data,
					pages: [{ ...first, conversations: [made, ...first.conversations] }, ...rest],
				}
			})
			void client.invalidateQueries({ queryKey })
		},
	})
}

/** Applies a run's state from the room's event to the list: the list on the server may lag behind it. */
export function showRunState(client: QueryClient, projectId: string, event: RunChanged): void {
	const { queryKey } = conversationsQuery(projectId)
	let known = false
	client.setQueryData<Pages>(queryKey, (data) =>
		mapPages(data, (list) =>
			list.map((conversation) => {
				if (conversation.id !== event.conversationId) return conversation
				known = true
				return {
					...conversation,
					updatedAt: Date.now(),
					lastRun: { id: event.runId, state: event.state, verdict: event.verdict },
				}
			}),
		),
	)
	if (!known) void client.invalidateQueries({ queryKey })
}

/** Shown at once; undone if the server refuses. */
export function useUpdateConversation(conversation: Conversation) {
	const client = useQueryClient()
	const { queryKey } = conversationsQuery(conversation.projectId)
	const show = (next: Conversation) => {
		client.setQueryData(['conversation', next.id], next)
		client.setQueryData<Pages>(queryKey, (data) =>
			mapPages(data, (list) => list.map((c) => (c.id === next.id ? next : c))),
		)
	}
	return useMutation({
		mutationFn: (change: z.infer<typeof UpdateConversation>) =>
			api(Conversation, `/api/conversations/${conversation.id}`, { method: 'PATCH', body: change }),
		onMutate: (change) => {
			const { title, mode } = change
			show({ ...conversation, ...(title ? { title } : {}), ...(mode ? { mode } : {}) })
			// The previous value: by the time of an error this hook has the new one.
			return { before: conversation }
		},
		onError: (_error, _change, context) => show(context?.before ?? conversation),
		onSuccess: show,
	})
}

/** Hides the conversation at once and deletes it when the chance to undo has passed. */
export function useDeleteConversation(projectId: string) {
	const client = useQueryClient()
	const { queryKey } = conversationsQuery(projectId)
	const show = () => void client.invalidateQueries({ queryKey })
	return (conversation: Conversation) => {
		deletingConversations.add(conversation.id)
		client.setQueryData<Pages>(queryKey, (data) =>
			mapPages(data, (list) => list.filter((c) => c.id !== conversation.id)),
		)
		const timer = setTimeout(() => {
			apiDone(`/api/conversations/${conversation.id}`, { method: 'DELETE' })
				.catch(toastError)
				.finally(() => {
					deletingConversations.delete(conversation.id)
					show()
				})
		}, TOAST_MS)
		const id = toasts.add({
			title: `Deleted “${conversation.title}”`,
			timeout: TOAST_MS - 200,
			actionProps: {
				children: 'Undo',
				onClick: () => {
					clearTimeout(timer)
					deletingConversations.delete(conversation.id)
					toasts.close(id)
					show()
				},
			},
		})
	}
}
