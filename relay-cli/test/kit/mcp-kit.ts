/** `fairlead mcp` as clients start it: a process of its own, driven by the official clients of both revisions. */
import { fileURLToPath } from 'node:url'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Cleanups } from './support.ts'

export const MCP_ENTRY =
	process.env['FAIRLEAD_TEST_MAIN'] ?? fileURLToPath(new URL('../../src/entry.ts', import.meta.url))

export interface Started {
	readonly client: Client
	readonly pid: number
	/** Its words to people so far. */
	readonly said: () => string
}

export interface StartOptions {
	readonly home: string
	/** The folder in which the client starts it. */
	readonly cwd: string
	readonly args?: readonly string[]
	readonly client?: ClientOptions
	/** Default: the newer revision, pinned. */
	readonly revision?: 'modern' | 'legacy'
	readonly prepare?: (client: Client) => void
}

export async function startMcp(cleanups: Cleanups, options: StartOptions): Promise<Started> {
	const { revision = 'modern' } = options
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [MCP_ENTRY, 'mcp', ...(options.args ?? [])],
		cwd: options.cwd,
		env: { PATH: process.env['PATH'] ?? '', FAIRLEAD_HOME: options.home },
		stderr: 'pipe',
	})
	let said = ''
	transport.stderr?.on('data', (chunk) => {
		said += chunk
	})
	const client = new Client(
		{ name: 'test-client', version: '1.0.0' },
		{
			...options.client,
			versionNegotiation: { mode: revision === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
		},
	)
	options.prepare?.(client)
	cleanups.add(client, (made) => made.close())
	await client.connect(transport)
	return { client, pid: transport.pid ?? 0, said: () => said }
}
