/** Addresses at which clients take their codes. Pure. */
import type { ConnectionQuestion } from '@fairlead/protocol/people/connections'
import { isLoopback } from '../../platform/addresses.ts'
import { isOwnScheme } from './schemes.ts'

/** https, a program on the person's own computer, or an application by its own scheme (RFC 8252). */
export function isRedirect(text: string): boolean {
	if (!URL.canParse(text)) return false
	const url = new URL(text)
	if (url.hash !== '' || url.username !== '' || url.password !== '') return false
	if (url.protocol === 'https:') return true
	if (url.protocol === 'http:') return isLoopback(url.hostname)
	return isOwnScheme(url.protocol)
}

/** Exactly one that the client names; on the person's own computer the port may differ, since each start chooses it. */
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

/** The destination that a person is shown. Any program may claim a scheme, which may look like a host ("claude.ai:"). */
export function destinationOf(redirect: string): ConnectionQuestion['returnsTo'] {
	const { protocol, hostname, host } = new URL(redirect)
	if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'app', scheme: protocol }
	return isLoopback(hostname) ? { kind: 'computer' } : { kind: 'site', host }
}
