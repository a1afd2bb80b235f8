import { keptInvitation } from '../../data/invitation.ts'

/** What a sign-in takes along: the page that opens next, and the invitation in hand, which lets its reader sign up. */
export interface Next {
	readonly to: string
	readonly invitation?: string
}

export function nextOf(to: string): Next {
	const invitation = keptInvitation()
	return invitation === '' ? { to } : { to, invitation }
}
