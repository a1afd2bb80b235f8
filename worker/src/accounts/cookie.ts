/** Cookies that hold a secret. */
import { parse } from 'hono/utils/cookie'
import { isSecure } from './over-tls.ts'

/** `__Host-` binds a cookie to this host and to TLS; plain http (localhost) cannot carry it. */
const fullName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** The `Set-Cookie` header; an age of 0 removes the cookie. */
export function setCookie(
	request: Request,
	name: string,
	value: string,
	maxAgeSeconds: number,
): string {
	const secure = isSecure(request)
	return `${fullName(name, secure)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function readCookie(request: Request, name: string): string | undefined {
	const full = fullName(name, isSecure(request))
	return parse(request.headers.get('cookie') ?? '', full)[full]
}
