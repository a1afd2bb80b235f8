/** Who may talk to the local server: programs of this user, never a web page. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type Admission =
	| { readonly kind: 'admitted' }
	| { readonly kind: 'refused'; readonly status: 400 | 401 | 403; readonly message: string }

const refused = (status: 400 | 401 | 403, message: string): Admission => ({
	kind: 'refused',
	status,
	message,
})

/** Compares in constant time, also for strings of different length. */
export function sameSecret(given: string, expected: string): boolean {
	const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
	return timingSafeEqual(digest(given), digest(expected))
}

/**
 * Browsers always send an Origin with a WebSocket, and a page that rebinds its
 * DNS name to 127.0.0.1 still sends its own Host: both are refused with 403
 * before the token is looked at.
 */
export function admit(headers: IncomingHttpHeaders, port: number, token: string): Admission {
	if (headers.origin !== undefined)
		return refused(403, 'Requests from web pages are refused: an Origin header was sent.')
	const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
	if (!hosts.includes((headers.host ?? '').toLowerCase()))
		return refused(403, `The Host header must be one of ${hosts.join(', ')}.`)
	const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
	if (bearer === undefined)
		return refused(401, 'Send the token of relay.json as "Authorization: Bearer <token>".')
	if (!sameSecret(bearer, token))
		return refused(401, 'The token is not that of the running relay. Read relay.json again.')
	return { kind: 'admitted' }
}

/** Whether the wanted subprotocol is among those the client offers. */
export function offersSubprotocol(headers: IncomingHttpHeaders, wanted: string): boolean {
	return (headers['sec-websocket-protocol'] ?? '')
		.split(',')
		.some((offered) => offered.trim() === wanted)
}
