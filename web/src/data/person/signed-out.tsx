import { isOwnPath } from '@fairlead/protocol/http/own-path'
import { Navigate, useLocation } from 'react-router'

/** Remembers the page, so that signing in comes back to it. */
export function SignedOut() {
	const { pathname, search, hash } = useLocation()
	const to = pathname + search + hash
	const from = to === '/' ? '' : `?to=${encodeURIComponent(to)}`
	return <Navigate to={`/sign-in${from}`} replace />
}

/** Only paths of this page: an address from outside must not be able to send a person away. */
export function safePath(to: string | null): string {
	return to !== null && isOwnPath(to) ? to : '/'
}
