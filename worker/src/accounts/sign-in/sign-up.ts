/** Who may make an account: the variable `SIGN_UP`. It never keeps out people who have one. */
import type { SignInOptions } from '@fairlead/protocol/sign-in'
import type { Database } from '../../db/client.ts'
import { findInvitation } from '../../db/invitations.ts'
import type { Env } from '../../env.ts'
import { hashSecret } from '../secrets.ts'

/** `open`, `invited` (the default) or `closed`; anything else is a list of addresses and `@domains`. */
export function signUpRule(env: Env): SignInOptions['signUp'] {
	const value = env.SIGN_UP?.trim() || 'invited'
	return value === 'open' || value === 'invited' || value === 'closed' ? value : 'listed'
}

/** `email`: a proven one, in lower case; null: there is none. `to`: the page that they want to open. */
export async function maySignUp(
	env: Env,
	db: Database,
	{ email, to }: { readonly email: string | null; readonly to: string },
	now: number,
): Promise<boolean> {
	const rule = signUpRule(env)
	switch (rule) {
		case 'open':
			return true
		case 'closed':
			return false
		case 'listed':
			return isListed(env, email) || isInvited(db, email, to, now)
		case 'invited':
			return isInvited(db, email, to, now)
		default:
			return rule satisfies never
	}
}

function isListed(env: Env, email: string | null): boolean {
	const listed = (env.SIGN_UP ?? '').toLowerCase().split(/[\s,]+/)
	return email !== null && (listed.includes(email) || listed.includes(`@${email.split('@')[1]}`))
}

/** They come from an invitation's page, to which they will return: its link is in hand, and is for them. */
async function isInvited(
	db: Database,
	email: string | null,
	to: string,
	now: number,
): Promise<boolean> {
	const token = /^\/invite#([\w-]{1,200})$/.exec(to)?.[1]
	const found = token && (await findInvitation(db, await hashSecret(token), now))
	return Boolean(found && (found.email === null || found.email === email))
}
