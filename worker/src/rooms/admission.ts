/**
 * How the HTTP routes tell a room who is at the door. The room is reachable through its binding
 * only, so what stands in this request was checked by `http/access.ts`.
 */
export type Admission =
	| {
			readonly kind: 'viewer'
			readonly userId: string
			readonly name: string
			/** Whether they may choose the target, or only look on. */
			readonly maySteer: boolean
	  }
	| { readonly kind: 'relay'; readonly tokenId: string; readonly projectName: string }

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
