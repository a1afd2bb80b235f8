/** The relay's {@link TerminalDesk}, over this computer. */
import type { AgentDesk } from '../agents/desk/agent-desk.ts'
import type { Database } from '../calls/database.ts'
import type { Clock } from '../clock.ts'
import { terminalEnvironment } from '../programs/clean-environment.ts'
import type { RoomDirectory } from '../room-directory.ts'
import { writeAgentTools } from './agent-tools.ts'
import { loadPty } from './pty.ts'
import { TerminalDesk } from './terminal-desk.ts'

export interface TerminalParts {
	readonly home: string
	readonly clock: Clock
	readonly database: Database
	readonly rooms: Pick<RoomDirectory, 'ofSeat'>
	agents(): AgentDesk
}

export function openTerminals({
	home,
	clock,
	database,
	rooms,
	agents,
}: TerminalParts): TerminalDesk {
	let pty: ReturnType<typeof loadPty> | null = null
	return new TerminalDesk({
		clock,
		database,
		env: terminalEnvironment(),
		pty: () => (pty ??= loadPty()),
		tools: () => writeAgentTools(home),
		folderOf: (editorKey) => agents().folderWithTerminals(editorKey),
		agent: (editorKey, agentId) => agents().cardOf(editorKey, agentId),
		ended: (agentId) => agents().programEnded(agentId),
		send: (output) => rooms.ofSeat(output.editorKey)?.link.terminalOutput(output),
		changed: () => agents().terminalsChanged(),
	})
}
