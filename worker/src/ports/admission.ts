/**
 * How the HTTP routes tell a room who is at the door. The room is reachable through its binding
 * only, so what stands in this request was checked by `http/access.ts`.
 */
import type { MemberRole, RelayActor, SessionActor } from '../access/actor.ts'

export type Admission =
	| {
			readonly kind: 'viewer'
			readonly projectId: string
			readonly actor: SessionActor
			/** In the project; null: none. */
			readonly role: MemberRole | null
	  }
	| { readonly kind: 'relay'; readonly actor: RelayActor; readonly projectName: string }

const HEADER = 'x-fairlead-admission'

/** A fresh request: nothing that the client sent gets into the room. */
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
