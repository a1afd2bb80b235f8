/** Ports of the desk of terminals, and its record of each terminal. */
import type { AgentStatus } from '@fairlead/protocol/agents/agents'
import type { Terminal, TerminalOutput } from '@fairlead/protocol/agents/terminals'
import type { AcpAgent } from '../acp/acp-agent.ts'
import type { AcpEvents, AcpWish } from '../acp/acp-agents.ts'
import type { AcpSession } from '../acp/acp-sessions.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Environment } from '../programs/clean-environment.ts'
import type { StartPty } from './running/pty.ts'
import type { RunningTerminal } from './running/running-terminal.ts'

export interface TerminalFolder {
	/** Its real path. */
	readonly folder: string
	/** The project that it is linked to. */
	readonly room: string
}

export interface TerminalPorts {
	readonly clock: Clock
	readonly database: Database
	readonly env: Environment
	/** Starts a program in a pseudoterminal; null if this system has none. */
	pty(): Promise<StartPty | null>
	/** Makes the configuration of MCP servers that gives an agent Fairlead's tools: its path. */
	tools(agentId: string): Promise<string>
	/** Starts an agent that people on this computer have declared. @throws {FileError} if its program is missing */
	startAcp(wish: AcpWish, events: AcpEvents): AcpAgent
	/** The relay runs, or has run, the session behind a card without a screen. */
	isAcp(agentId: string): boolean
	/** The session of an agent that speaks the protocol, if it can be continued. */
	acpSession(agentId: string): AcpSession | null
	/** A linked folder whose terminals people of its project may use now; null: nobody has allowed it. */
	folderOf(editorKey: string): Promise<TerminalFolder | null>
	/** The session behind an agent's card, and what it does; undefined: there is no such card. */
	agent(
		editorKey: string,
		agentId: string,
	):
		| { readonly sessionId: string; readonly status: AgentStatus; readonly title: string }
		| undefined
	/** The program of an agent is over. */
	ended(agentId: string): void
	/** Sends output to the project's room. */
	send(output: TerminalOutput): void
	/** The list of this folder is another one. */
	changed(editorKey: string): void
}

export interface Entry {
	readonly editorKey: string
	readonly room: string
	terminal: Terminal
	/** The program with its screen; null if it ran in an earlier relay, or has no screen. */
	readonly running: RunningTerminal | null
	/** The agent, if it has no screen. */
	readonly acp: AcpAgent | null
}

/** A program that has just begun. */
export interface StartedProgram extends Pick<Entry, 'editorKey' | 'running' | 'acp'> {
	readonly cwd: string
	readonly terminal: Omit<Terminal, 'folder' | 'startedAt' | 'startedBy' | 'state'>
}
