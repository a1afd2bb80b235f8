/** The relay's parts as a connected editor's calls use them. */
import type { CallProgress } from '@fairlead/protocol/wire/calls'
import type { CallRouter } from '../calls/call-router.ts'
import type { CallJournal } from '../calls/journal.ts'
import type { EditorCalls } from '../editors/editor-connection.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import type { McpSessions } from '../mcp-server/mcp-sessions.ts'
import { DESK_ROOM } from '../platform/desk-room.ts'
import type { ReplyFolder } from '../replies/reply-folder.ts'
import type { RoomSeats } from './room-seats.ts'

export interface EditorCallParts {
	readonly seats: SeatRegistry
	readonly roomSeats: RoomSeats
	readonly router: CallRouter
	readonly journal: CallJournal
	readonly replies: ReplyFolder
	readonly rooms: RoomDirectory
	readonly mcp: McpSessions
}

/** A line of progress, to the room that began the call or to the MCP client of this computer. */
export function tellProgress(
	{ rooms, mcp }: Pick<EditorCallParts, 'rooms' | 'mcp'>,
	room: string,
	progress: CallProgress,
): void {
	if (room === DESK_ROOM) mcp.progress(progress)
	else rooms.get(room)?.link.progress(progress)
}

export function editorCalls(parts: EditorCallParts): EditorCalls {
	const { seats, roomSeats, router, journal, replies } = parts
	return {
		editorSettled: (port, settled) => {
			const key = seats.keyOf(port)
			if (key !== null) router.editorCalls.editorSettled(key, settled)
		},
		progress: (port, progress) => {
			const key = seats.keyOf(port)
			const room = key === null ? null : router.roomOf(key, progress.callId)
			if (room !== null) tellProgress(parts, room, progress)
		},
		replies: replies.announced,
		forgettable: (callIds) => callIds.filter((id) => journal.isForgotten(id)),
		isWatched: (folder) => roomSeats.isFolderWatched(folder),
	}
}
