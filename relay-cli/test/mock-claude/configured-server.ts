/** The MCP server of the mock's `--mcp-config`, which the official client starts with the first call and keeps. */
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

interface Configuration {
	readonly mcpServers: Readonly<
		Record<string, { command: string; args: string[]; env: Record<string, string> }>
	>
}

let connected: Promise<Client> | null = null

async function connect(): Promise<Client> {
	const at = process.argv.indexOf('--mcp-config')
	const file = at === -1 ? undefined : process.argv[at + 1]
	if (file === undefined) throw new Error('It was started without --mcp-config.')
	const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as Configuration
	const [server] = Object.values(mcpServers)
	if (!server) throw new Error(`${file} names no server.`)
	const client = new Client({ name: 'claude-code', version: '2.1.222' })
	await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }))
	return client
}

/** Never throws: a failure is what its person reads. */
export async function callTool(
	name: string,
	args: Record<string, unknown>,
): Promise<{ failed: boolean; text: string }> {
	try {
		connected ??= connect()
		const client = await connected
		const { isError = false, content } = await client.callTool({ name, arguments: args })
		return { failed: isError, text: JSON.stringify(content) }
	} catch (error) {
		return { failed: true, text: String(error) }
	}
}
