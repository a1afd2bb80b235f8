import {
	Conversation,
	type CreateConversation,
	type UpdateConversation,
} from '@fairlead/protocol/conversations/conversation'
import type { Effort } from '@fairlead/protocol/models/models'
import type { RunChanged } from '@fairlead/protocol/wire/viewer-link'
import {
	type InfiniteData,
	type QueryClient,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { api } from '../api/client.ts'
import { conversationQuery, conversationsQuery } from '../api/queries.ts'
import { useRoomStore } from '../room/room-context.tsx'

type Page = { conversations: Conversation[]; nextCursor: string | null }
type Pages = InfiniteData<Page, string | null>

const mapPages = (data: Pages | undefined, change: (list: Conversation[]) => Conversation[]) =>
	data && {
		...data,
		pages: data.pages.map((page) => ({ ...page, conversations: change(page.conversations) })),
	}

/** null stands for the default. */
export interface ModelAndEffort {
	readonly model: string | null
	readonly effort: Effort | null
}

/** The choice for a project's next conversation, made before there is one. A missing project has the defaults. */
export const nextModels = new Map<string, ModelAndEffort>()

const nextOf = (projectId: string): z.infer<typeof CreateConversation> => {
	const { model, effort } = nextModels.get(projectId) ?? { model: null, effort: null }
	return { model: model ?? undefined, effort: effort ?? undefined }
}

/** Puts a conversation that was made here at the beginning of the list, and into the cache for when it is opened. */
export function showNew(client: QueryClient, made: Conversation): void {
	const { queryKey } = conversationsQuery(made.projectId)
	client.setQueryData(['conversation', made.id], made)
	client.setQueryData<Pages>(queryKey, (data) => {
		const [first, ...rest] = data?.pages ?? []
		if (!data || !first) return data
		const others = first.conversations.filter(({ id }) => id !== made.id)
		return { ...data, pages: [{ ...first, conversations: [made, ...others] }, ...rest] }
	})
	void client.invalidateQueries({ queryKey })
}

export function useCreateConversation(projectId: string) {
	const client = useQueryClient()
	return useMutation({
		mutationFn: (settings: z.infer<typeof CreateConversation>) =>
			api(Conversation, `/api/projects/${projectId}/conversations`, {
				method: 'POST',
				body: { ...nextOf(projectId), ...settings },
			}),
		onSuccess: (made) => {
			// The choice is the conversation's own now.
			nextModels.delete(projectId)
			showNew(client, made)
		},
	})
}

/** Applies a run's state from the room's event to the list: the list on the server may lag behind it. */
export function showRunState(client: QueryClient, projectId: string, event: RunChanged): void {
	// The event is about a run that was over before: another one may be on.
	if (event.answerChanged) return
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

/** Shows the change at once, and undoes it if the server refuses. */
export function useUpdateConversation(conversation: Conversation) {
	const client = useQueryClient()
	const { queryKey } = conversationsQuery(conversation.projectId)
	const own = ['conversation', conversation.id]
	const show = async (next: Conversation) => {
		// A read that is under way may have the value before: the next message would be sent with it.
		await client.cancelQueries({ queryKey: own })
		client.setQueryData(own, next)
		client.setQueryData<Pages>(queryKey, (data) =>
			mapPages(data, (list) => list.map((c) => (c.id === next.id ? next : c))),
		)
	}
	return useMutation({
		mutationFn: (change: z.infer<typeof UpdateConversation>) =>
			api(Conversation, `/api/conversations/${conversation.id}`, { method: 'PATCH', body: change }),
		onMutate: async (change) => {
			const { title, mode } = change
			await show({ ...conversation, ...(title ? { title } : {}), ...(mode ? { mode } : {}) })
			// The previous value: by the time of an error this hook has the new one.
			return { before: conversation }
		},
		onError: (_error, _change, context) => show(context?.before ?? conversation),
		onSuccess: show,
	})
}

/** Keeps the list as the project's room tells of it. Within the room. */
export function useConversationsFollowed(projectId: string): void {
	const room = useRoomStore()
	const client = useQueryClient()
	useEffect(() => {
		if (!room) return
		const { queryKey } = conversationsQuery(projectId)
		const stops = [
			room.onRunChanged((event) => showRunState(client, projectId, event)),
			room.onConversationsChanged((id) => {
				void client.invalidateQueries({ queryKey })
				void client.invalidateQueries(conversationQuery(id))
			}),
		]
		return () => {
			for (const stop of stops) stop()
		}
	}, [room, projectId, client])
}
