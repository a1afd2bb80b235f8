/**
 * How the HTTP routes tell a room who connects. The room is reachable only through its binding,
 * so the contents of this request were checked by `http/access.ts`.
 */
import type { ActorOf, MemberRole, RelayActor } from '../access/actor.ts'

/** Watch a room: people, visitors with share links, and MCP clients that listen. */
export type ViewerActor = ActorOf<'session' | 'share' | 'token' | 'mcp'>

export type Admission =
	| {
			readonly kind: 'viewer'
			readonly projectId: string
			readonly actor: ViewerActor
			/** The role in the project; null: none. */
			readonly role: MemberRole | null
			/** The only conversation that it is about, for a visitor with a share link; null: the whole project. */
			readonly within: string | null
			/** Viewers that the project's plan allows; null: as many as a room takes. */
			readonly maxViewers: number | null
	  }
	| { readonly kind: 'relay'; readonly actor: RelayActor; readonly projectName: string }

const HEADER = 'x-fairlead-admission'

/** A fresh request: nothing that the client sent reaches the room. */
export function admission(who: Admission): Request {
	return new Request('https://room/socket', {
		headers: { upgrade: 'websocket', [HEADER]: encodeURIComponent(JSON.stringify(who)) },
	})
}

export function readAdmission(request: Request): Admission {
	const text = request.headers.get(HEADER)
	if (text === null) throw new Error('a request without admission reached a room')
	return JSON.parse(decodeURIComponent(text)) as Admission
}
