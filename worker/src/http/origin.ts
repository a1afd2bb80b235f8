/**
 * Protects the authority of cookies against other sites (CSRF, cross-site WebSocket hijacking). Not Hono's
 * `csrf`: it lets JSON through unchecked and does not look at WebSockets; here each route says its rule.
 */
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
