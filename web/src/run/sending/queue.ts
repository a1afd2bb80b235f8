/** Messages that were sent during a run and have not entered it yet. */
import {
	PostedQueued,
	type PostMessage,
	type QueuedMessage,
	QueuedMessageList,
} from '@fairlead/protocol/conversations/messages'
import type { ConversationMode, Steer } from '@fairlead/protocol/conversations/runs'
import { useCallback, useEffect, useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { offlineError, problemOf } from '../../data/api/problem.ts'
import { type ChatPart, type Draft, draftOf } from '../messages/messages.ts'
import { STREAM_HEADERS, userParts } from '../stream/transport.ts'

/** The fate of the message: it waits · the run had ended, so it began the next one. */
export type Posted =
	| { readonly kind: 'queued'; readonly message: QueuedMessage }
	| { kind: 'began' }

export interface QueuePost {
	readonly conversationId: string
	readonly messageId: string
	readonly parts: readonly ChatPart[]
	readonly steer: Steer
	readonly mode: ConversationMode
}

/** Sends a message into an active run. @throws ApiError; the same id may be sent again. */
export async function postQueued(post: QueuePost): Promise<Posted> {
	const body: PostMessage = {
		message: { id: post.messageId, role: 'user', parts: userParts(post.parts) },
		steer: post.steer,
		mode: post.mode,
	}
	const response = await fetch(`/api/conversations/${post.conversationId}/messages`, {
		method: 'POST',
		credentials: 'same-origin',
		headers: {
			'content-type': 'application/json',
			...STREAM_HEADERS,
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify(body),
	}).catch(() => {
		throw offlineError()
	})
	if (!response.ok) throw await problemOf(response)
	if (response.status !== 202) {
		// The stream of the run that it began is followed like any other's.
		await response.body?.cancel()
		return { kind: 'began' }
	}
	return { kind: 'queued', message: PostedQueued.parse(await response.json()).queued }
}

export interface Queue {
	readonly list: readonly QueuedMessage[]
	/** Reads it again. Never rejects: an old list is better than none. */
	readonly refresh: () => Promise<void>
	readonly add: (message: QueuedMessage) => void
	/** Withdraws a message before it enters; null if it has entered already. */
	readonly withdraw: (id: string) => Promise<Draft | null>
	/** Removes messages from the list that have entered the run. */
	readonly entered: (ids: ReadonlySet<string>) => void
}

export function useQueue(conversationId: string, first: readonly QueuedMessage[]): Queue {
	const [list, setList] = useState(first)
	useEffect(() => setList(first), [first])
	const path = `/api/conversations/${conversationId}/queue`
	const refresh = useCallback(async () => {
		const read = await api(QueuedMessageList, path).catch(() => null)
		if (read) setList(read.queued)
	}, [path])
	const add = useCallback((message: QueuedMessage) => {
		setList((shown) => [...shown.filter((other) => other.id !== message.id), message])
	}, [])
	const entered = useCallback((ids: ReadonlySet<string>) => {
		setList((shown) =>
			shown.some((message) => ids.has(message.id))
				? shown.filter((message) => !ids.has(message.id))
				: shown,
		)
	}, [])
	const withdraw = useCallback(
		async (id: string) => {
			const found = list.find((message) => message.id === id)
			try {
				await apiDone(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' })
			} finally {
				await refresh()
			}
			return found ? draftOf({ id, role: 'user', parts: found.parts as never }) : null
		},
		[list, path, refresh],
	)
	return { list, refresh, add, withdraw, entered }
}
