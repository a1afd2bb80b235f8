/** Signing in by a link that is mailed: it works once. */
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { hashSecret, mintSecret } from '../../platform/secrets.ts'
import { findUserByEmail } from '../store/identities.ts'
import type { SignInTicket } from '../store/schema.ts'
import { insertTicket, takeTicket } from '../store/sign-in-tickets.ts'
import { maySignUp } from './sign-up.ts'

export const MAIL_LINK_LIFE_MS = 15 * 60_000
const MINUTE_MS = 60_000

type MailTicket = Extract<SignInTicket, { kind: 'mail' }>

/**
 * Mails a link, if this address has an account or may make one. Runs after the request is answered: neither the
 * answer nor its time says which.
 */
export async function mailLink(
	env: Env,
	db: Database,
	mailer: Mailer,
	asked: Omit<MailTicket, 'kind'>,
	origin: string,
	now: number,
): Promise<void> {
	const { email } = asked
	if (!(await findUserByEmail(db, email)) && !(await maySignUp(env, db, asked, now))) return
	const token = mintSecret()
	const row = {
		tokenHash: await hashSecret(token),
		ticket: { kind: 'mail', ...asked } as const,
		expiresAt: now + MAIL_LINK_LIFE_MS,
	}
	await insertTicket(db, row, now)
	// After the #, so that no server log sees it, and no scanner of mails uses it up by following the link.
	const link = `${origin}/sign-in/link#token=${token}`
	await mailer({
		to: email,
		subject: 'Sign in to Fairlead',
		text: `Open this link to sign in to Fairlead at ${new URL(origin).host}:

${link}

It works once, for ${MAIL_LINK_LIFE_MS / MINUTE_MS} minutes. If you did not ask for it, ignore this mail: without the link, nobody is signed in.
`,
	})
}

/** The address that a mailed link proves; null if it was used, has expired or never existed. */
export async function takeMailTicket(
	db: Database,
	token: string,
	now: number,
): Promise<MailTicket | null> {
	const ticket = await takeTicket(db, await hashSecret(token), now)
	return ticket?.kind === 'mail' ? ticket : null
}
