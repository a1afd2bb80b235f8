/** The MCP servers on this computer that projects use, with this relay's parts. */
import { hostname } from 'node:os'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import { LocalMcpServers } from '../mcp-client/local-servers.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'

interface ServerParts {
	readonly home: string
	readonly clock: Clock
	readonly timing: Timing
	readonly seats: SeatRegistry
	readonly rooms: RoomDirectory
	/** @param message why they cannot be read, for people */
	readonly unreadable: (message: string) => void
}

export function openServers({
	home,
	clock,
	timing,
	seats,
	rooms,
	unreadable,
}: ServerParts): LocalMcpServers {
	return new LocalMcpServers({
		home,
		clock,
		timing,
		env: process.env,
		computer: hostname().slice(0, 200),
		linked: () => seats.list().filter(({ editorKey }) => rooms.ofSeat(editorKey)),
		changed: (editorKey) => {
			const seat = seats.get(editorKey)
			if (seat) rooms.ofSeat(editorKey)?.link.seatUpdated(seat)
		},
		unreadable,
	})
}
