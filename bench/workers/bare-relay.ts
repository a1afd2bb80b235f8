/** The minimal relay through a Durable Object: two sockets, each frame passed to the other. */
import { DurableObject } from 'cloudflare:workers'

interface Env {
	PAIR: DurableObjectNamespace<Pair>
}

export class Pair extends DurableObject<Env> {
	override async fetch(request: Request): Promise<Response> {
		const side = new URL(request.url).pathname.slice(1)
		const { 0: client, 1: server } = new WebSocketPair()
		this.ctx.acceptWebSocket(server, [side])
		return new Response(null, { status: 101, webSocket: client })
	}

	override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
		const other = this.ctx.getTags(socket)[0] === 'a' ? 'b' : 'a'
		for (const peer of this.ctx.getWebSockets(other)) peer.send(message)
	}
}

export default {
	fetch: (request: Request, env: Env) => env.PAIR.getByName('bench').fetch(request),
}
