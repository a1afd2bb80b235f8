/**
 * The addresses that reports may be sent to: public names over https. Names and addresses of private networks, and http, only
 * where the operator lists the host. Names are not resolved here (docs/security.md). Pure.
 */

import type { Env } from '../../env.ts'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/** Names that never belong to a public host. */
const PRIVATE_NAMES =
	/(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid)$/

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

export interface AddressRule {
	/** The server itself is only reached on this machine: others on it may be, too. */
	readonly local: boolean
	/** `OUTGOING_HOSTS`: `host` or `host:port`, separated by commas. */
	readonly hosts: string | undefined
}

export type CheckedAddress =
	| { readonly ok: true; readonly url: URL }
	/** For people: what is wrong with it, and what to do. */
	| { readonly ok: false; readonly reason: string }

/** Asked when a report is saved, and before each message is sent: the operator's list may have changed. */
export function checkAddress(text: string, { local, hosts }: AddressRule): CheckedAddress {
	if (!URL.canParse(text)) return refused('This is not a web address. It must begin with https://.')
	const url = new URL(text)
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return refused('Only addresses that begin with https:// can be used.')
	}
	if (url.username || url.password) {
		return refused('Leave out the name and password before the host.')
	}
	if (isListed(url, hosts) || (local && isLoopback(url.hostname))) return { ok: true, url }
	if (url.protocol === 'http:') return refused('Begin the address with https://.')
	if (isPrivate(url.hostname)) {
		return refused(
			'This host is in a private network. The operator of this server can allow it in OUTGOING_HOSTS.',
		)
	}
	return { ok: true, url }
}

const refused = (reason: string): CheckedAddress => ({ ok: false, reason })

function isListed({ host, hostname }: URL, hosts: string | undefined): boolean {
	const listed = (hosts ?? '').split(',').map((entry) => entry.trim().toLowerCase())
	return listed.includes(host) || listed.includes(hostname)
}

/** `hostname` as the URL parser writes it: numbers in other bases, and short forms, are already four parts. */
function isPrivate(hostname: string): boolean {
	const name = hostname.replace(/\.$/, '')
	if (name.startsWith('[')) return isPrivateV6(name.slice(1, -1))
	if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isPrivateV4(name.split('.').map(Number))
	return !name.includes('.') || PRIVATE_NAMES.test(name)
}

/** Everything that is not public unicast: IANA's list of special addresses. */
function isPrivateV4(parts: readonly number[]): boolean {
	const [a = 0, b = 0, c = 0] = parts
	if (a === 0 || a === 10 || a === 127 || a >= 224) return true
	if (a === 100) return b >= 64 && b < 128
	if (a === 169) return b === 254
	if (a === 172) return b >= 16 && b < 32
	if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99)
	if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100)
	return a === 203 && b === 0 && c === 113
}

/** Public is 2000::/3, without what wraps an IPv4 address (6to4, Teredo) or is for documents. */
function isPrivateV6(address: string): boolean {
	const [first = 0, second = 0] = address
		.split(':')
		.map((group) => Number.parseInt(group || '0', 16))
	if (first < 0x2000 || first > 0x3fff) return true
	if (first === 0x2002 || first === 0x3fff) return true
	return first === 0x2001 && (second < 0x200 || second === 0xdb8)
}

/** `origin`: where the page is; empty: not known. */
export const ruleOf = (env: Pick<Env, 'OUTGOING_HOSTS'>, origin: string): AddressRule => ({
	local: URL.canParse(origin) && isLoopback(new URL(origin).hostname),
	hosts: env.OUTGOING_HOSTS,
})
