/** The MCP server of a project as HTTP. Loaded when the first request comes. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { PackToolsPort } from '../ports/pack-tools.ts'
import type { McpCaller } from './caller.ts'
import { cancellationId, cancelMarked, isCancelled } from './calls/cancellation-id.ts'
import { RoomNews } from './listening.ts'
import { type Asked, mcpServer } from './server.ts'
import { showsApps, withSession } from './session-id.ts'

/** Proxies close streams that are silent for a minute. */
const KEEP_ALIVE_MS = 15_000
const LISTEN = 'subscriptions/listen'
const MAY_WAIT: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read'])

export interface McpPorts {
	/** Opens the room, for a client that listens. */
	watch(): Promise<WebSocket>
	readonly packs: PackToolsPort
}

/** Serves one HTTP request of an MCP client, of either revision. */
export async function serveMcp(
	request: Request,
	body: unknown,
	caller: McpCaller,
	{ watch, packs }: McpPorts,
): Promise<Response> {
	const { method } = (body ?? {}) as { method?: unknown }
	const bus = method === LISTEN ? new RoomNews(await watch()) : null
	const mark = await cancellationId(request, body)
	if (mark !== null && isCancelled(body)) await cancelMarked(caller, mark)
	const from: Asked = { caller, mark, appKnown: showsApps(request), packs }
	const handler = createMcpHandler(({ era }) => mcpServer(from, era), {
		keepAliveMs: KEEP_ALIVE_MS,
		// A client that goes away is noticed on an open stream only, and proxies close silent ones.
		responseMode: MAY_WAIT.has(method) ? 'sse' : 'auto',
		onerror: (error) => {
			console.warn(JSON.stringify({ level: 'warn', event: 'mcp', error: String(error) }))
		},
		...(bus ? { bus } : {}),
	})
	const answer = await handler.fetch(request, body === undefined ? {} : { parsedBody: body })
	// Ends the stream, so that the client knows, and may listen again if it still has the right.
	bus?.onEnd(() => void handler.close())
	// Refused, or it listens for nothing that there is.
	if (bus?.isIdle) bus.close()
	return withSession(body, answer)
}
