/** Guards what a cookie may do against other sites (CSRF, cross-site WebSocket hijacking). */
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
		detail: 'Use the page of this installation. Scripts send an "Origin" header with its address.',
	})

/** For requests that change something with a cookie's authority. */
export function requireSameOrigin(request: Request): void {
	if (SAFE_METHODS.has(request.method)) return
	const origin = request.headers.get('origin')
	if (origin !== null) {
		if (!originMatches(request, origin)) throw refuse()
		return
	}
	const site = request.headers.get('sec-fetch-site')
	if (site !== 'same-origin' && site !== 'none') throw refuse()
}

/** For WebSockets, where the browser checks nothing itself and always sends `Origin`. */
export function requireOwnOrigin(request: Request): void {
	const origin = request.headers.get('origin')
	if (origin === null || !originMatches(request, origin)) throw refuse()
}

/** For sign-in, where no cookie is at stake but a foreign page must not sign a visitor in. */
export function refuseForeignOrigin(request: Request): void {
	const origin = request.headers.get('origin')
	if (origin !== null && !originMatches(request, origin)) throw refuse()
}
