/**
 * The addresses that reports may be sent to: public names over https. Names and addresses of private networks, and http,
 * only if the operator lists the host. The text is checked here; `reachable.ts` also resolves names. Pure.
 */

import type { Env } from '../env.ts'
import { resolvePublic } from './public-dns.ts'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/**
 * Names that belong to a private network wherever they are resolved. None of these ends is delegated in the public DNS: those
 * that standards reserve (RFC 2606, 6761, 6762, 7686, 8375, 9476; ICANN for `internal`, `corp`, `home`, `mail`), those that home
 * networks and routers use, and those of clusters, containers and service discovery. `fritz.box` and `mshome.net` are
 * answered by a router and by Windows.
 */
const PRIVATE_NAMES = new RegExp(
	`(?:^|\\.)(?:${[
		'localhost',
		'localdomain',
		'localnet',
		'local',
		'internal',
		'intranet',
		'intra',
		'private',
		'arpa',
		'test',
		'invalid',
		'alt',
		'onion',
		'corp',
		'home',
		'mail',
		'lan',
		'homenet',
		'domain',
		'workgroup',
		'router',
		'gateway',
		'modem',
		'dhcp',
		'belkin',
		'dlink',
		'openwrt',
		'svc',
		'cluster',
		'pod',
		'default',
		'kube-system',
		'docker',
		'podman',
		'containers',
		'lxd',
		'consul',
		'nomad',
		'mesos',
		'marathon',
		'thisdcos',
		'rancher',
		'swarm',
		'weave',
		'fritz\\.box',
		'mshome\\.net',
	].join('|')})$`,
)

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** The addresses of a name, of both families; empty: it has none. Rejects if the resolver cannot tell. */
export type Resolve = (name: string) => Promise<readonly string[]>

export type OutgoingEnv = Pick<Env, 'OUTGOING_HOSTS' | 'OUTGOING_DNS' | 'PUBLIC_URL'>

export interface AddressRule {
	/** The server itself is only reached on this machine: other servers on it may be asked, too. */
	readonly local: boolean
	/** `OUTGOING_HOSTS`: `host` or `host:port`, separated by commas. */
	readonly hosts: string | undefined
	/** Absent: names are not resolved. */
	readonly resolve?: Resolve
}

export type CheckedAddress =
	| { readonly ok: true; readonly url: URL }
	/** The reason, for people: what is wrong with it, and what to do. */
	| { readonly ok: false; readonly reason: string }

/** Asked when a report is saved, and before each message is sent: the operator's list may have changed. */
export function checkAddress(text: string, rule: AddressRule): CheckedAddress {
	if (!URL.canParse(text)) return refused('This is not a web address. It must begin with https://.')
	const url = new URL(text)
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return refused('Only addresses that begin with https:// can be used.')
	}
	if (url.username || url.password) {
		return refused('Leave out the name and password before the host.')
	}
	if (trusts(url, rule)) return { ok: true, url }
	if (url.protocol === 'http:') return refused('Begin the address with https://.')
	if (isPrivate(url.hostname)) {
		return refused(
			'This host is in a private network. The operator of this server can allow it in OUTGOING_HOSTS.',
		)
	}
	return { ok: true, url }
}

/** The operator has listed the host, or it is this machine and the server is only reached from it. */
export const trusts = (url: URL, { local, hosts }: AddressRule): boolean =>
	isListed(url, hosts) || (local && isLoopback(url.hostname))

const refused = (reason: string): CheckedAddress => ({ ok: false, reason })

function isListed({ host, hostname }: URL, hosts: string | undefined): boolean {
	const listed = (hosts ?? '').split(',').map((entry) => entry.trim().toLowerCase())
	return listed.includes(host) || listed.includes(hostname)
}

/** `hostname` in the URL parser's spelling: numbers in other bases, and short forms, are already four parts. */
function isPrivate(hostname: string): boolean {
	const name = hostname.replace(/\.$/, '')
	if (name.startsWith('[')) return isPrivateV6(name.slice(1, -1))
	if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isPrivateV4(name.split('.').map(Number))
	return !name.includes('.') || PRIVATE_NAMES.test(name)
}

/** An address in any spelling of a resolver, IPv4 in IPv6 too. Anything else counts as private. */
export function isPrivateAddress(address: string): boolean {
	const host = address.includes(':') ? `[${address}]` : address
	if (!URL.canParse(`http://${host}/`)) return true
	const { hostname } = new URL(`http://${host}/`)
	return !/^(?:\[.+\]|\d+\.\d+\.\d+\.\d+)$/.test(hostname) || isPrivate(hostname)
}

/** Everything that is not public unicast: IANA's list of special addresses, and where Azure's machines reach their host. */
function isPrivateV4(parts: readonly number[]): boolean {
	const [a = 0, b = 0, c = 0, d = 0] = parts
	if (a === 0 || a === 10 || a === 127 || a >= 224) return true
	if (a === 100) return b >= 64 && b < 128
	if (a === 168) return b === 63 && c === 129 && d === 16
	if (a === 169) return b === 254
	if (a === 172) return b >= 16 && b < 32
	if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99)
	if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100)
	return a === 203 && b === 0 && c === 113
}

/** Public is 2000::/3, without addresses that wrap an IPv4 one (6to4, Teredo) or are for documents. */
function isPrivateV6(address: string): boolean {
	const [first = 0, second = 0] = address
		.split(':')
		.map((group) => Number.parseInt(group || '0', 16))
	if (first < 0x2000 || first > 0x3fff) return true
	if (first === 0x2002 || first === 0x3fff) return true
	return first === 0x2001 && (second < 0x200 || second === 0xdb8)
}

/**
 * Names are resolved on servers that others reach. On one's own machine they are not: its names are for its own resolver, which
 * the runtime does not ask, and whoever uses it reaches its network anyway.
 * @param origin where the page was when it was entered; empty: not known. `PUBLIC_URL` counts instead if it is set: without it,
 * a request could claim any `Host`.
 */
export function ruleOf(
	env: OutgoingEnv,
	origin: string,
	resolve: Resolve = resolvePublic,
): AddressRule {
	const page = env.PUBLIC_URL || origin
	const local = URL.canParse(page) && isLoopback(new URL(page).hostname)
	const resolves = !local && env.OUTGOING_DNS !== 'off'
	return { local, hosts: env.OUTGOING_HOSTS, ...(resolves ? { resolve } : {}) }
}
