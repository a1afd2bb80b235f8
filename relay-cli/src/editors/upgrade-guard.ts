/** Decides which requests may reach the local server: programs of this user, never a web page. Pure. */
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
	const page = refusePages(headers, port)
	if (page.kind === 'refused') return page
	const missing = tokenProblem(headers, token)
	return missing === null ? page : refused(401, missing)
}

/** The part of `admit` that needs no token. */
export function refusePages(headers: IncomingHttpHeaders, port: number): Admission {
	if (headers.origin !== undefined)
		return refused(403, 'Requests from web pages are not allowed: an Origin header was sent.')
	const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
	if (!hosts.includes((headers.host ?? '').toLowerCase()))
		return refused(403, `The Host header must be one of ${hosts.join(', ')}.`)
	return { kind: 'admitted' }
}

/** The problem with the token, within the 123 bytes of a close frame's reason; null if it is valid. */
export function tokenProblem(headers: IncomingHttpHeaders, token: string): string | null {
	const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
	if (bearer === undefined)
		return 'Send the token of relay.json as "Authorization: Bearer <token>".'
	return sameSecret(bearer, token)
		? null
		: 'The token does not match the running relay. Read relay.json again.'
}

/** Whether the wanted subprotocol is among those the client offers. */
export function offersSubprotocol(headers: IncomingHttpHeaders, wanted: string): boolean {
	return (headers['sec-websocket-protocol'] ?? '')
		.split(',')
		.some((offered) => offered.trim() === wanted)
}
