/** Fairlead's own tools for an agent that people start from the page: the configuration of its MCP server. */
import { join } from 'node:path'
import { writePrivateFile } from '../home/home.ts'
import { ownEntry } from '../platform/own-entry.ts'

const FILE = 'agent-mcp.json'

/** How that server is started. */
export const fairleadServer = (home: string, program?: string) => ({
	command: process.execPath,
	args: [ownEntry(program), 'mcp', '--page'],
	env: { FAIRLEAD_HOME: home },
})

/**
 * Writes it into the relay's home folder. Changes by these tools are asked, shown and reverted on the project's page.
 *
 * @returns the path of the file
 */
export async function writeAgentTools(home: string, program?: string): Promise<string> {
	const file = join(home, FILE)
	const mcpServers = { fairlead: fairleadServer(home, program) }
	await writePrivateFile(file, `${JSON.stringify({ mcpServers }, null, '\t')}\n`)
	return file
}
