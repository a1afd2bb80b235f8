import { Navigate, useLocation } from 'react-router'

/** Remembers the page, so that signing in comes back to it. */
export function SignedOut() {
	const { pathname, hash } = useLocation()
	const from = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + hash)}`
	return <Navigate to={`/sign-in${from}`} replace />
}

/** Only paths of this page: an address from outside must not be able to send a person away. */
export function safePath(to: string | null): string {
	return to !== null && /^\/(?![/\\])/.test(to) ? to : '/'
}
