/** The sign-up rule, from the variable `SIGN_UP`. It never keeps out people who have an account. */
import type { SignInOptions } from '@fairlead/protocol/people/sign-in'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { findInvitation } from '../../projects/store/invitations.ts'

/** `open`, `invited` (the default) or `closed`; anything else is a list of addresses and `@domains`. */
export function signUpRule(env: Env): SignInOptions['signUp'] {
	const value = env.SIGN_UP?.trim() || 'invited'
	return value === 'open' || value === 'invited' || value === 'closed' ? value : 'listed'
}

export interface Newcomer {
	/** A proven one, in lower case; null: there is none. */
	readonly email: string | null
	/** SHA-256 of the token of the invitation that they have in hand; null: none. */
	readonly invitationHash: string | null
}

export async function maySignUp(
	env: Env,
	db: Database,
	newcomer: Newcomer,
	now: number,
): Promise<boolean> {
	const rule = signUpRule(env)
	switch (rule) {
		case 'open':
			return true
		case 'closed':
			return false
		case 'listed':
			return isListed(env, newcomer.email) || isInvited(db, newcomer, now)
		case 'invited':
			return isInvited(db, newcomer, now)
		default:
			return rule satisfies never
	}
}

function isListed(env: Env, email: string | null): boolean {
	const listed = (env.SIGN_UP ?? '').toLowerCase().split(/[\s,]+/)
	return email !== null && (listed.includes(email) || listed.includes(`@${email.split('@')[1]}`))
}

/** The invitation counts, and is for them. */
async function isInvited(
	db: Database,
	{ email, invitationHash }: Newcomer,
	now: number,
): Promise<boolean> {
	const found = invitationHash === null ? undefined : await findInvitation(db, invitationHash, now)
	return found !== undefined && (found.email === null || found.email === email)
}
