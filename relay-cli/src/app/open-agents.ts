/** The relay's {@link AgentDesk}, over this computer. */
import type { AgentsChanged } from '@fairlead/protocol/agents/agents'
import { acpTranscripts } from '../acp/acp-agents.ts'
import { AgentDesk, type AgentDeskPorts } from '../agents/desk/agent-desk.ts'
import { claudeProcesses, systemPorts } from '../agents/living/claude-processes.ts'
import { registeredSessions } from '../agents/living/registry.ts'
import { claudeFolder } from '../agents/transcripts/claude-folder.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { type AcpProgram, Settings, settingsNow } from '../home/settings.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Machine } from '../unity/machine.ts'

export interface AgentParts
	extends Pick<AgentDeskPorts, 'terminals' | 'allowedChanged' | 'runs' | 'continues'> {
	readonly home: string
	readonly clock: Clock
	readonly database: Database
	readonly machine: Machine
	readonly seats: Pick<SeatRegistry, 'list'>
	readonly rooms: Pick<RoomDirectory, 'ofSeat'>
	unknown(type: string): void
	/** Called with the agents that people on this computer have declared, after each read of the settings. */
	declared(agents: readonly AcpProgram[]): void
}

export function openAgents(parts: AgentParts): AgentDesk {
	const { home, clock, machine, rooms, seats } = parts
	const claude = claudeFolder(machine)
	/** The settings as last read: terminals must not end because the system could not read them once. */
	let settings: Settings = Settings.parse({})
	const processes = systemPorts(machine)
	return new AgentDesk({
		clock,
		database: parts.database,
		claude,
		own: acpTranscripts(home),
		runs: (sessionId) => parts.runs(sessionId),
		continues: (agentId) => parts.continues(agentId),
		linked: () =>
			seats.list().flatMap(({ editorKey, projectPath }) => {
				const room = rooms.ofSeat(editorKey)?.name
				return room === undefined ? [] : [{ editorKey, folder: projectPath, room }]
			}),
		allowed: async () => {
			settings = await settingsNow(home).catch(() => settings)
			const { agentFolders, agentTerminals, acpAgents } = settings
			parts.declared(acpAgents)
			return { agents: agentFolders, terminals: agentTerminals }
		},
		terminals: (folder) => parts.terminals(folder),
		allowedChanged: (folders) => parts.allowedChanged(folders),
		registry: () => registeredSessions(claude, clock.now()),
		processes: () => claudeProcesses(processes),
		send: (change: AgentsChanged) => rooms.ofSeat(change.editorKey)?.link.agentsChanged(change),
		waits: (editorKey) => rooms.ofSeat(editorKey)?.link.agentWaits(editorKey),
		unknown: parts.unknown,
	})
}
