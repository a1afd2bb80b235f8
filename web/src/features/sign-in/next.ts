import { keptInvitation } from '../../data/person/invitation.ts'

/** State kept during a sign-in: the page that opens next, and the invitation, which lets its reader sign up. */
export interface Next {
	readonly to: string
	readonly invitation?: string
}

export function nextOf(to: string): Next {
	const invitation = keptInvitation()
	return invitation === '' ? { to } : { to, invitation }
}
