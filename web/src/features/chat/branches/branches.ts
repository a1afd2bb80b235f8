/** The branches of the conversation on screen: those there are, and making one. */
import { BranchList } from '@fairlead/protocol/conversations/branches'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { use, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { conversationPath, keptSearch } from '../../../data/address.ts'
import { api } from '../../../data/api/client.ts'
import { type ApiError, toApiError } from '../../../data/api/problem.ts'
import { showNew } from '../../../data/conversations/conversations.ts'
import { BeginBranchContext, useConversationId } from '../../../run/conversation.tsx'
import type { ChatMessage, Draft } from '../../../run/messages/messages.ts'
import { StreamingMessageContext } from '../../../run/messages/streaming-message.ts'

/** The conversation on screen. */
export interface BranchPlace {
	readonly conversationId: string
	/** Those that are loaded, the newest last. */
	readonly messages: readonly ChatMessage[]
	readonly live: boolean
}

/** Returns null where there are no branches: for visitors. */
export function useBranchPlace(): BranchPlace | null {
	const { subscribe, getSnapshot } = use(StreamingMessageContext)
	const { messages, status } = useSyncExternalStore(subscribe, getSnapshot)
	const conversationId = useConversationId()
	const begins = use(BeginBranchContext) !== null
	const live = status === 'submitted' || status === 'streaming'
	return begins ? { conversationId, messages, live } : null
}

export const branchesQuery = (conversationId: string) =>
	queryOptions({
		queryKey: ['branches', conversationId],
		queryFn: async ({ signal }) =>
			(await api(BranchList, `/api/conversations/${conversationId}/branches`, { signal })).branches,
		// Those that this page makes are added; others show when it is opened again.
		staleTime: Number.POSITIVE_INFINITY,
	})

export interface Branching {
	/** Makes the branch and opens it. `first` is read before: what is sent there, or nothing. */
	readonly begin: (first: () => Promise<Draft | null>) => Promise<void>
	readonly pending: boolean
	readonly error: ApiError | null
}

/** Tried again, it is the same branch. */
export function useBranch(conversationId: string, messageId: string): Branching {
	const client = useQueryClient()
	const hold = use(BeginBranchContext)
	const navigate = useNavigate()
	const [pending, setPending] = useState(false)
	const [error, setError] = useState<ApiError | null>(null)
	const requestId = useRef<string>(undefined)
	const begin = useCallback(
		async (first: () => Promise<Draft | null>) => {
			setPending(true)
			setError(null)
			try {
				const draft = await first()
				requestId.current ??= crypto.randomUUID()
				const made = await api(Conversation, `/api/conversations/${conversationId}/branches`, {
					method: 'POST',
					body: { messageId, requestId: requestId.current },
				})
				requestId.current = undefined
				showNew(client, made)
				void client.invalidateQueries({ queryKey: branchesQuery(conversationId).queryKey })
				if (draft) hold?.(made.id, draft, made.mode)
				navigate(conversationPath(made.projectId, made.id) + keptSearch(location.search))
			} catch (failure) {
				setError(toApiError(failure))
			} finally {
				setPending(false)
			}
		},
		[client, conversationId, hold, messageId, navigate],
	)
	return { begin, pending, error }
}
