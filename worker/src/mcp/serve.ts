/** Serves one HTTP request of an MCP client, of either revision. Loaded when the first one comes. */
import { canShowApp } from '@fairlead/protocol/mcp'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpCaller } from './caller.ts'
import { RoomNews } from './listening.ts'
import { mcpServer } from './server.ts'

/** Proxies close streams that are silent for a minute. */
const KEEP_ALIVE_MS = 15_000
const LISTEN = 'subscriptions/listen'
const SESSION = 'mcp-session-id'
/** No session is kept: a client of the handshake that shows apps says so once, and sends this back with each request. */
const SHOWS_APP = 'app-'

/** @param watch opens the room, for a client that listens */
export async function serveMcp(
	request: Request,
	body: unknown,
	caller: McpCaller,
	watch: () => Promise<WebSocket>,
): Promise<Response> {
	const listens = (body as { method?: unknown } | undefined)?.method === LISTEN
	const bus = listens ? new RoomNews(await watch()) : null
	const appKnown = request.headers.get(SESSION)?.startsWith(SHOWS_APP) ?? false
	const handler = createMcpHandler(({ era }) => mcpServer(caller, era, appKnown), {
		keepAliveMs: KEEP_ALIVE_MS,
		onerror: (error) => {
			console.warn(JSON.stringify({ level: 'warn', event: 'mcp', error: String(error) }))
		},
		...(bus ? { bus } : {}),
	})
	const answer = await handler.fetch(request, body === undefined ? {} : { parsedBody: body })
	if (announcesApp(body)) answer.headers.set(SESSION, SHOWS_APP + crypto.randomUUID())
	// Ends the stream, so that the client knows, and may listen again if it still has the right.
	bus?.onEnd(() => void handler.close())
	// Refused, or it listens for nothing that there is.
	if (bus?.isIdle) bus.close()
	return answer
}

function announcesApp(body: unknown): boolean {
	const { method, params } = (body ?? {}) as {
		method?: unknown
		params?: { capabilities?: unknown }
	}
	return method === 'initialize' && canShowApp(params?.capabilities)
}
