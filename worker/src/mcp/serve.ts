/** Serves one HTTP request of an MCP client, of either revision. Loaded when the first one comes. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpCaller } from './caller.ts'
import { mcpServer } from './server.ts'

/** Proxies close streams that are silent for a minute. */
const KEEP_ALIVE_MS = 15_000

export function serveMcp(request: Request, body: unknown, caller: McpCaller): Promise<Response> {
	const handler = createMcpHandler(({ era }) => mcpServer(caller, era), {
		keepAliveMs: KEEP_ALIVE_MS,
		onerror: (error) => {
			console.warn(JSON.stringify({ level: 'warn', event: 'mcp', error: String(error) }))
		},
	})
	return handler.fetch(request, body === undefined ? {} : { parsedBody: body })
}
