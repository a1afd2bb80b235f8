/** The relay's parts as a connected editor's calls use them. */
import type { EditorCalls } from '../editors/editor-connection.ts'
import type { RoomSeats } from '../editors/room-seats.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { DESK_ROOM, type McpDesk } from '../mcp/desk.ts'
import type { ReplyFolder } from '../replies/reply-folder.ts'
import type { RoomDirectory } from '../room-directory.ts'
import type { CallRouter } from './call-router.ts'
import type { CallJournal } from './journal.ts'

export interface EditorCallParts {
	readonly seats: SeatRegistry
	readonly roomSeats: RoomSeats
	readonly router: CallRouter
	readonly journal: CallJournal
	readonly replies: ReplyFolder
	readonly rooms: RoomDirectory
	readonly mcp: McpDesk
}

export function editorCalls(parts: EditorCallParts): EditorCalls {
	const { seats, roomSeats, router, journal, replies, rooms, mcp } = parts
	return {
		editorSettled: (port, settled) => {
			const key = seats.keyOf(port)
			if (key !== null) router.editorCalls.editorSettled(key, settled)
		},
		progress: (port, progress) => {
			const key = seats.keyOf(port)
			const room = key === null ? null : router.roomOf(key, progress.callId)
			if (room === DESK_ROOM) mcp.progress(progress)
			else if (room !== null) rooms.get(room)?.link.progress(progress)
		},
		replies: replies.announced,
		forgettable: (callIds) => callIds.filter((id) => journal.isForgotten(id)),
		isWatched: (folder) => roomSeats.isFolderWatched(folder),
	}
}
