/** The answer to `GET /status` of a running relay, also printed by `fairlead status --json`. */
import { DeskServer } from '@fairlead/protocol/computers/local-mcp-servers'
import { EditorSeat } from '@fairlead/protocol/editors/editors'
import * as z from 'zod/mini'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import type { LocalMcpServers } from '../mcp-client/local-servers.ts'
import { SET_UP_POLICIES } from '../unity/set-up-policy.ts'

export const RelayStatus = z.object({
	version: z.string(),
	relayId: z.string(),
	pid: z.int(),
	port: z.int(),
	home: z.string(),
	/** Unix milliseconds. */
	startedAt: z.int(),
	/** How it was started; `service`: at login, by the system · `client`: by an MCP client, for this machine only. */
	mode: z.enum(['foreground', 'detached', 'service', 'client']),
	/** It was given its port, and keeps it when it is restarted. */
	fixedPort: z.boolean(),
	/** Its `--setup`; absent in older relays. */
	setUp: z.optional(z.enum(SET_UP_POLICIES)),
	/** The newest version that one of its servers knows; null: its own. */
	newest: z.nullable(z.string()),
	editors: z.array(
		z.extend(EditorSeat, {
			/** null for an editor whose folder is not linked. */
			project: z.nullable(z.object({ server: z.string(), projectId: z.string() })),
			/** MCP servers that this computer has for its project. */
			servers: z.optional(z.array(DeskServer)),
		}),
	),
	links: z.array(
		z.object({
			server: z.string(),
			projectId: z.string(),
			/** Absent until the room has sent it. */
			projectName: z.nullable(z.string()),
			state: z.enum(['dialing', 'greeting', 'linked', 'waiting', 'stopped', 'closed']),
			/** Why it waits or has stopped, and what to do. */
			reason: z.nullable(z.string()),
			hint: z.nullable(z.string()),
			folders: z.array(z.string()),
		}),
	),
})
export type RelayStatus = z.infer<typeof RelayStatus>

/** The folders of connected editors. */
export const connectedFolders = (
	seats: readonly Pick<EditorSeat, 'phase' | 'projectPath'>[],
): string[] => seats.filter(({ phase }) => phase !== 'gone').map(({ projectPath }) => projectPath)

/** The editors and the links of a running relay. */
export function deskStatus(
	seats: SeatRegistry,
	rooms: RoomDirectory,
	servers: Pick<LocalMcpServers, 'of'>,
): Pick<RelayStatus, 'editors' | 'links'> {
	return {
		editors: seats.list().map((seat) => {
			const config = rooms.ofSeat(seat.editorKey)?.config
			const project = config ? { server: config.server, projectId: config.projectId } : null
			return { ...seat, project, servers: project ? servers.of(seat.projectPath).servers : [] }
		}),
		links: rooms.list().map(({ config, link, editorKeys }) => ({
			server: config.server,
			projectId: config.projectId,
			projectName: link.state.kind === 'linked' ? link.state.projectName : null,
			state: link.state.kind,
			reason: 'reason' in link.state ? link.state.reason : null,
			hint: 'hint' in link.state ? link.state.hint : null,
			folders: editorKeys.map((key) => seats.get(key)?.projectPath ?? key),
		})),
	}
}
