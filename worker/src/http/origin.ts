/**
 * Protects the authority of cookies against other sites (CSRF, cross-site WebSocket hijacking). Not Hono's
 * `csrf`: it lets JSON through unchecked and does not look at WebSockets; here each route says its rule.
 */
import type { Env } from '../env.ts'
import { isLoopback } from '../platform/addresses.ts'
import { HttpProblem } from './problem.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True if `Origin` names the host this request was sent to. */
function originMatches(request: Request, origin: string): boolean {
	const url = new URL(request.url)
	let from: URL
	try {
		from = new URL(origin)
	} catch {
		return false
	}
	// A proxy may end TLS before us, so an https page over an http hop is fine; the reverse is not.
	return from.host === url.host && (url.protocol === 'http:' || from.protocol === 'https:')
}

const refuse = (): HttpProblem =>
	new HttpProblem('forbidden', 'This request came from another site.', {
		detail: 'Use this server\'s own page. Scripts must send an "Origin" header with its address.',
	})

/**
 * Which origins a request may have. `any`: no cookie matters here ·
 * `own-to-change`: a change with a cookie's authority must come from our page, reading may come from
 * anywhere · `own`: always, as for WebSockets, where the browser checks nothing itself · `not-foreign`:
 * no cookie matters, but a foreign page must not sign a visitor in.
 */
export type OriginRule = 'any' | 'own-to-change' | 'own' | 'not-foreign'

/** Throws if the rule forbids this request. */
export function checkOrigin(rule: OriginRule, request: Request): void {
	const origin = request.headers.get('origin')
	const isOwn = origin !== null && originMatches(request, origin)
	switch (rule) {
		case 'any':
			return
		case 'own':
			if (!isOwn) throw refuse()
			return
		case 'not-foreign':
			if (origin !== null && !isOwn) throw refuse()
			return
		case 'own-to-change': {
			if (SAFE_METHODS.has(request.method)) return
			const site = request.headers.get('sec-fetch-site')
			const allowed = origin === null ? site === 'same-origin' || site === 'none' : isOwn
			if (!allowed) throw refuse()
			return
		}
		default:
			rule satisfies never
	}
}

const isLocal = (hostname: string): boolean =>
	isLoopback(hostname) || hostname.endsWith('.localhost')

const hostnameOf = (address: string): string | null =>
	URL.canParse(address) ? new URL(address).hostname : null

/**
 * The hosts to which a server answers that listens on loopback addresses only. A page of another site can have its own
 * name lead to this machine (DNS rebinding): its requests are then of one origin with it, and their `Host` tells.
 *
 * @throws {HttpProblem} if this is a local server, and the host neither this machine nor that of `PUBLIC_URL`
 */
export function checkHost(env: Pick<Env, 'LOCAL_PORT' | 'PUBLIC_URL'>, request: Request): void {
	if (env.LOCAL_PORT === undefined) return
	const named = request.headers.get('host')
	const asked = [
		hostnameOf(request.url),
		...(named === null ? [] : [hostnameOf(`http://${named}`)]),
	]
	const own = hostnameOf(env.PUBLIC_URL ?? '')
	if (asked.every((host) => host !== null && (isLocal(host) || host === own))) return
	throw new HttpProblem('forbidden', 'This server answers on this computer only.', {
		detail:
			'Open it at localhost. Behind a proxy or a tunnel, set PUBLIC_URL to the address that people open, then start it again.',
	})
}

/** The port on which this server listens. A request's own words about it are those of whoever sent it on. */
export const ownPort = ({ LOCAL_PORT }: Pick<Env, 'LOCAL_PORT'>, url: string): string =>
	LOCAL_PORT ?? (new URL(url).port || '80')
