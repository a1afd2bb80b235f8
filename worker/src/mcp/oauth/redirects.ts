/** Addresses at which clients take their codes. Pure. */
import { isLoopback } from '../../automations/outgoing/addresses.ts'

/** Schemes that a browser runs, shows or sends; an application's own scheme is none of them. */
const NEVER =
	/^(?:javascript|data|file|blob|about|vbscript|view-source|ws|wss|ftp|mailto|tel|sms|http):$/

/** https, a program on the person's own computer, or an application by its own scheme (RFC 8252). */
export function isRedirect(text: string): boolean {
	if (!URL.canParse(text)) return false
	const url = new URL(text)
	if (url.hash !== '' || url.username !== '' || url.password !== '') return false
	if (url.protocol === 'https:') return true
	if (url.protocol === 'http:') return isLoopback(url.hostname)
	return !NEVER.test(url.protocol)
}

/** Exactly one that the client names; on the person's own computer the port may differ, as it is chosen at each start. */
export function isNamed(redirect: string, named: readonly string[]): boolean {
	if (named.includes(redirect)) return true
	const wanted = withoutPort(redirect)
	return wanted !== null && named.some((one) => withoutPort(one) === wanted)
}

function withoutPort(text: string): string | null {
	if (!URL.canParse(text)) return null
	const url = new URL(text)
	if (url.protocol !== 'http:' || !isLoopback(url.hostname)) return null
	url.port = ''
	return url.href
}

/** The host that a person is shown; null: a program on their own computer. */
export function hostOf(redirect: string): string | null {
	const url = new URL(redirect)
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol.slice(0, -1)
	return isLoopback(url.hostname) ? null : url.host
}
