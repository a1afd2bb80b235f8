/** The command line of Claude Code for an agent that people start from the page. */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { AgentMode } from '@fairlead/protocol/agents/terminals'
import { FileError } from '../files/file-error.ts'
import type { Environment } from '../programs/clean-environment.ts'
import { findProgram, type Startable } from '../programs/find-program.ts'

export interface AgentStart {
	/** The session to begin, or with `resume` the one that continues. */
	readonly sessionId: string
	readonly resume: boolean
	readonly prompt: string | undefined
	readonly mode: AgentMode | undefined
	/** Absolute, or below the folder in which it starts. */
	readonly folders: readonly string[]
	/** A configuration of MCP servers; null: it gets none besides its own. */
	readonly tools: string | null
}

/** Places to which Claude Code's installers put it. A relay that started with the computer has a short PATH. */
const INSTALLED = [
	['.local', 'bin', 'claude'],
	['.claude', 'local', 'claude'],
]

/** @throws {FileError} `not_found` if Claude Code or a folder is missing */
export function agentCommand(start: AgentStart, cwd: string, env: Environment): Startable {
	const { sessionId, resume, prompt, mode, tools } = start
	const folders = start.folders.map((folder) => existingFolder(folder, cwd))
	return findClaude(
		[
			...(resume ? ['--resume', sessionId] : ['--session-id', sessionId]),
			...(mode === undefined ? [] : ['--permission-mode', mode]),
			...(tools === null ? [] : ['--mcp-config', tools]),
			...folders.flatMap((folder) => ['--add-dir', folder]),
			// Behind `--`, the prompt is neither an option nor one more folder, whatever it begins with.
			...(prompt === undefined ? [] : ['--', prompt]),
		],
		cwd,
		env,
	)
}

function findClaude(args: readonly string[], cwd: string, env: Environment): Startable {
	const home = env['HOME'] ?? homedir()
	for (const program of ['claude', ...INSTALLED.map((parts) => join(home, ...parts))])
		try {
			return findProgram(cwd, [program, ...args], env)
		} catch (error) {
			if (!(error instanceof FileError) || error.code !== 'not_found') throw error
		}
	throw new FileError('not_found', 'Claude Code was not found on that computer.', {
		hint: 'Install it there (https://claude.com/claude-code), or start the relay in a terminal in which "claude" works.',
	})
}

export const isFolder = (path: string): boolean =>
	statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** @throws {FileError} `not_found` */
export function existingFolder(folder: string, cwd: string): string {
	const path = isAbsolute(folder) ? folder : join(cwd, folder)
	if (!isFolder(path))
		throw new FileError('not_found', `There is no folder ${JSON.stringify(folder)}.`, {
			hint: 'Name an absolute path on that computer, or one below the linked folder.',
		})
	return path
}
