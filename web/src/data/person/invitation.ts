/**
 * The token of an invitation, kept while its reader signs in. In the browser's storage, not in the address to come
 * back to: that one is sent to the server and to services that people sign in with.
 */
const KEY = 'fairlead.invitation'

export function keepInvitation(token: string): void {
	try {
		localStorage.setItem(KEY, token)
	} catch {
		// Without storage, the link has to be opened again.
	}
}

export function keptInvitation(): string {
	try {
		return localStorage.getItem(KEY) ?? ''
	} catch {
		return ''
	}
}

export function forgetInvitation(): void {
	try {
		localStorage.removeItem(KEY)
	} catch {
		// There was none.
	}
}
