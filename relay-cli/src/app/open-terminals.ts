/** The relay's {@link TerminalDesk}, over this computer. */
import { AcpAgents } from '../acp/acp-agents.ts'
import { AcpSessions } from '../acp/acp-sessions.ts'
import { removeAgentTools, writeAgentTools } from '../acp/agent-tools.ts'
import type { AgentDesk } from '../agents/desk/agent-desk.ts'
import type { PermissionRequests } from '../agents/permissions/permission-requests.ts'
import type { RoomDirectory } from '../link/room-directory.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { terminalEnvironment } from '../programs/clean-environment.ts'
import { loadPty } from '../terminals/running/pty.ts'
import { TerminalDesk } from '../terminals/terminal-desk.ts'

export interface TerminalParts {
	readonly home: string
	readonly clock: Clock
	readonly database: Database
	readonly rooms: Pick<RoomDirectory, 'ofSeat'>
	agents(): AgentDesk
	permissions(): PermissionRequests
}

export function openTerminals({
	home,
	clock,
	database,
	rooms,
	agents,
	permissions,
}: TerminalParts): TerminalDesk {
	let pty: ReturnType<typeof loadPty> | null = null
	const env = terminalEnvironment()
	const sessions = new AcpSessions(database)
	// Files that cannot be removed do no harm: each agent gets one of its own.
	const left = removeAgentTools(home).catch(() => undefined)
	const acp = new AcpAgents({ home, clock, env, sessions, agents, permissions })
	return new TerminalDesk({
		clock,
		database,
		env,
		startAcp: (wish, events) => acp.start(wish, events),
		isAcp: (agentId) => agents().isOwn(agentId),
		acpSession: (agentId) => sessions.of(agentId),
		pty: () => (pty ??= loadPty()),
		tools: async (agentId) => {
			await left
			return writeAgentTools(home, agentId)
		},
		folderOf: (editorKey) => agents().folderWithTerminals(editorKey),
		agent: (editorKey, agentId) => agents().cardOf(editorKey, agentId),
		ended: (agentId) => agents().programEnded(agentId),
		send: (output) => rooms.ofSeat(output.editorKey)?.link.terminalOutput(output),
		changed: () => agents().terminalsChanged(),
	})
}
