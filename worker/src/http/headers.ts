import { isSecure } from '../accounts/over-tls.ts'

/** Headers of every answer of the API. The page's own stand in `web/public/_headers`. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'x-frame-options': 'DENY',
	'cross-origin-resource-policy': 'same-origin',
	// An API answer shown as a page can load and run nothing.
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** A year, for this host only: subdomains may have no TLS. */
const STRICT_TLS = 'max-age=31536000'

/**
 * Adds the headers that the answer does not set itself. WebSocket upgrades pass untouched.
 *
 * Not Hono's `secure-headers`: it writes into the answer, but answers of objects and upgrades
 * are immutable; it does not notice TLS that ended at a proxy; and it has no default
 * for `cache-control`. Not its `etag` either: cacheable things have an id that never gets other bytes.
 */
export function withSecurityHeaders(
	request: Request,
	response: Response,
	requestId: string,
): Response {
	if (response.status === 101) return response
	const answer = new Response(response.body, response)
	if (isSecure(request)) answer.headers.set('strict-transport-security', STRICT_TLS)
	for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
		if (!answer.headers.has(name)) answer.headers.set(name, value)
	}
	if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
	answer.headers.set('x-request-id', requestId)
	return answer
}
