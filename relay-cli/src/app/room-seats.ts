/** The seats that each room may use, with what the room is told about them. */

import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { SeatServers } from '@fairlead/protocol/wire/relay-link'
import type { EditorPort } from '../editors/editor-port.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import type { McpSessions } from '../mcp-server/mcp-sessions.ts'
import { DESK_ROOM } from '../platform/desk-room.ts'

export interface RoomSeatsPorts {
	readonly seats: Pick<SeatRegistry, 'list' | 'get' | 'portOf'>
	readonly rooms: Pick<RoomDirectory, 'get' | 'ofSeat'>
	readonly isWatchedHere: McpSessions['isWatched']
	/** The MCP servers that this computer has for the project in this real folder. */
	servers(folder: string): SeatServers
}

export class RoomSeats {
	readonly #ports: RoomSeatsPorts

	constructor(ports: RoomSeatsPorts) {
		this.#ports = ports
	}

	/** MCP clients of this machine may use every editor. */
	of(room: string): EditorSeat[] {
		const { seats, rooms } = this.#ports
		if (room === DESK_ROOM) return seats.list()
		const keys = rooms.get(room)?.editorKeys ?? []
		return keys.flatMap((key) => seats.get(key) ?? [])
	}

	/** Whether the seat is one of {@link of}. */
	has(room: string, editorKey: string): boolean {
		const { seats, rooms } = this.#ports
		if (room !== DESK_ROOM && !rooms.get(room)?.editorKeys.includes(editorKey)) return false
		return seats.get(editorKey) !== undefined
	}

	portOf(editorKey: string): EditorPort | null {
		return this.#ports.seats.portOf(editorKey)
	}

	/** Those of the seats whose editor is connected. */
	customTools(room: string): Record<string, CustomTool[]> {
		return Object.fromEntries(
			this.of(room).flatMap(({ editorKey }) => {
				const tools = this.#ports.seats.portOf(editorKey)?.customTools
				return tools === undefined ? [] : [[editorKey, [...tools]]]
			}),
		)
	}

	/** Those of all seats. */
	servers(room: string): Record<string, SeatServers> {
		return Object.fromEntries(
			this.of(room).map(({ editorKey, projectPath }) => [
				editorKey,
				this.#ports.servers(projectPath),
			]),
		)
	}

	/** Whether anybody wants the editor's change events. */
	isWatched(editorKey: string): boolean {
		const inRoom = this.#ports.rooms.ofSeat(editorKey)?.link.watching ?? false
		return inRoom || this.#ports.isWatchedHere(editorKey)
	}

	isFolderWatched(folder: string): boolean {
		const seat = this.#ports.seats.list().find((one) => one.projectPath === folder)
		return seat ? this.isWatched(seat.editorKey) : false
	}

	/** Tells the editor whether its change events are wanted. */
	watch(editorKey: string): void {
		this.#ports.seats.portOf(editorKey)?.watch(this.isWatched(editorKey))
	}

	/** The room's own wish; MCP clients may have another. */
	watchAll(room: string, watching: boolean): void {
		for (const { editorKey } of this.of(room))
			this.#ports.seats.portOf(editorKey)?.watch(watching || this.#ports.isWatchedHere(editorKey))
	}
}
