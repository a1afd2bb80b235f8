/** Fairlead's own tools for an agent that people start from the page: the configuration of its MCP server. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '../home/home.ts'
import { ownEntry } from '../platform/own-entry.ts'
import { AGENT_VARIABLE } from '../requests/wire.ts'

const folderOf = (home: string): string => join(home, 'agent-mcp')

/** How that server is started. */
export const fairleadServer = (home: string, agentId: string, program?: string) => ({
	command: process.execPath,
	args: [ownEntry(program), 'mcp', '--page'],
	env: { FAIRLEAD_HOME: home, [AGENT_VARIABLE]: agentId },
})

/**
 * Writes it into the relay's home folder. Changes by these tools are asked, shown and reverted on the project's page, in a
 * conversation of this agent.
 *
 * @returns the path of the file
 */
export async function writeAgentTools(
	home: string,
	agentId: string,
	program?: string,
): Promise<string> {
	const folder = folderOf(home)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const file = join(folder, `${agentId}.json`)
	const mcpServers = { fairlead: fairleadServer(home, agentId, program) }
	await writePrivateFile(file, `${JSON.stringify({ mcpServers }, null, '\t')}\n`)
	return file
}

/** At the start of a relay: the agents of the one before have ended with it. */
export const removeAgentTools = (home: string): Promise<void> =>
	rm(folderOf(home), { recursive: true, force: true })
