/**
 * How the HTTP routes tell a user's feed who opens it. The feed is reachable through its binding only,
 * so what stands in this request was checked by `http/access.ts`.
 */
import type { SessionActor } from '../access/actor.ts'

const HEADER = 'x-fairlead-watcher'

/** A fresh request: nothing that the client sent gets into the feed. */
export function feedRequest(actor: SessionActor): Request {
	return new Request('https://feed/socket', {
		headers: { upgrade: 'websocket', [HEADER]: encodeURIComponent(JSON.stringify(actor)) },
	})
}

export function watcherOf(request: Request): SessionActor {
	const text = request.headers.get(HEADER)
	if (text === null) throw new Error('a request without an actor reached a feed')
	return JSON.parse(decodeURIComponent(text)) as SessionActor
}
