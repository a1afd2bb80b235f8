/** A project's conversations, kept as its room tells them. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { conversationQuery, conversationsQuery } from '../api/queries.ts'
import { useRoomStore } from '../room/room-context.tsx'
import { showRunState } from './conversations.ts'

/** Within the project's room. */
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
