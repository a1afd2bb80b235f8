/** The relay's {@link AgentDesk}, over this computer. */
import type { AgentsChanged } from '@fairlead/protocol/agents'
import type { Database } from '../calls/database.ts'
import type { Clock } from '../clock.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { RoomDirectory } from '../room-directory.ts'
import { readSettings } from '../settings.ts'
import type { Machine } from '../unity/machine.ts'
import { AgentDesk, type AgentDeskPorts } from './desk/agent-desk.ts'
import { claudeProcesses, systemPorts } from './living/claude-processes.ts'
import { registeredSessions } from './living/registry.ts'
import { claudeFolder } from './transcripts/claude-folder.ts'

export interface AgentParts extends Pick<AgentDeskPorts, 'terminals' | 'allowedChanged'> {
	readonly home: string
	readonly clock: Clock
	readonly database: Database
	readonly machine: Machine
	readonly seats: Pick<SeatRegistry, 'list'>
	readonly rooms: Pick<RoomDirectory, 'ofSeat'>
	unknown(type: string): void
}

export function openAgents(parts: AgentParts): AgentDesk {
	const { home, clock, machine, rooms, seats } = parts
	const claude = claudeFolder(machine)
	const processes = systemPorts(machine)
	return new AgentDesk({
		clock,
		database: parts.database,
		claude,
		linked: () =>
			seats.list().flatMap(({ editorKey, projectPath }) => {
				const room = rooms.ofSeat(editorKey)?.name
				return room === undefined ? [] : [{ editorKey, folder: projectPath, room }]
			}),
		allowed: async () => {
			const { agentFolders, agentTerminals } = await readSettings(home)
			return { agents: agentFolders, terminals: agentTerminals }
		},
		terminals: (folder) => parts.terminals(folder),
		allowedChanged: (folders) => parts.allowedChanged(folders),
		registry: () => registeredSessions(claude, clock.now()),
		processes: () => claudeProcesses(processes),
		send: (change: AgentsChanged) => rooms.ofSeat(change.editorKey)?.link.agentsChanged(change),
		unknown: parts.unknown,
	})
}
