/** Invitations: 256 random bits in a link, of which only a hash is stored. */
import type { Invitation, NewInvitation } from '@fairlead/protocol/people/people'
import type { SessionActor } from '../access/actor.ts'
import { mailSetup, NotConfigured, publicOrigin } from '../accounts/sign-in/configured-methods.ts'
import { isWithin } from '../accounts/sign-in/limits.ts'
import { countTry } from '../accounts/store/sign-in-failures.ts'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import type { Mailer } from '../mail/mailer.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'
import { type FoundInvitation, findInvitation, insertInvitation } from './store/invitations.ts'

export const MAX_OPEN_INVITATIONS = 50
const HOUR_MS = 3_600_000
/** Guessing is hopeless; this bounds the work that it makes. */
const MAX_WRONG_TOKENS = 30
export const WRONG_TOKENS_WINDOW_MS = 10 * 60_000

/** With its token, which is in this answer only. Null if the project has too many open ones. */
export async function createInvitation(
	db: Database,
	projectId: string,
	{ role, email, expiresInHours, maxUses }: NewInvitation,
	{ userId, name }: Pick<SessionActor, 'userId' | 'name'>,
	now: number,
): Promise<(Invitation & { readonly token: string }) | null> {
	const token = mintSecret()
	const row = {
		id: newId('inv', now),
		role,
		email: email ?? null,
		maxUses,
		createdAt: now,
		expiresAt: now + expiresInHours * HOUR_MS,
	}
	const stored = await insertInvitation(
		db,
		{ ...row, projectId, tokenHash: await hashSecret(token), invitedBy: userId },
		MAX_OPEN_INVITATIONS,
		now,
	)
	return stored ? { ...row, invitedBy: { userId, name }, uses: 0, token } : null
}

/** Invitations that a person, and all, may mail in ten minutes: strangers' mailboxes are not ours to fill. */
const MAX_MAILS_OF_PERSON = 20
const MAX_MAILS_OF_ALL = 500

/** Names are anybody's text; a mail's lines are ours. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

/** Settings that mails and their links need; null if mail is not set up. */
function mailing(env: Env, request: Request): { mailer: Mailer; origin: string } | null {
	try {
		return { mailer: mailSetup(env), origin: publicOrigin(env, request) }
	} catch (error) {
		if (error instanceof NotConfigured) return null
		throw error
	}
}

/** Mails an invitation to its address. False if it has none, or could not be mailed: the link works all the same. */
export async function mailInvitation(
	env: Env,
	db: Database,
	request: Request,
	{ email, invitedBy, role, expiresAt }: Invitation,
	{ projectName, token }: { readonly projectName: string; readonly token: string },
	now: number,
): Promise<boolean> {
	const set = mailing(env, request)
	if (email === null || set === null) return false
	const limits = {
		[`invite-mail:${invitedBy.userId}`]: MAX_MAILS_OF_PERSON,
		'invite-mail:*': MAX_MAILS_OF_ALL,
	}
	if (!(await isWithin(db, limits, now))) return false
	const [inviter, project] = [oneLine(invitedBy.name), oneLine(projectName)]
	try {
		await set.mailer({
			to: email,
			subject: `${inviter} invites you to ${project}`,
			text: `${inviter} invites you to the project "${project}" on Fairlead, with the role ${role}.

Open this link to accept:

${set.origin}/invite#${token}

It works once, until ${new Date(expiresAt).toISOString().slice(0, 10)}, for the account with this mail address. If you did not expect it, ignore this mail.
`,
		})
		return true
	} catch (error) {
		console.warn(
			JSON.stringify({ level: 'warn', event: 'invitation_not_mailed', error: String(error) }),
		)
		return false
	}
}

/** The invitation of a token. Wrong ones of a client are counted; a right one is always found. */
export async function openInvitation(
	db: Database,
	token: string,
	client: string,
	now: number,
): Promise<FoundInvitation | 'unknown' | 'too_many_tries'> {
	const found = await findInvitation(db, await hashSecret(token), now)
	if (found) return found
	const since = now - WRONG_TOKENS_WINDOW_MS
	const [tries = 0] = await countTry(db, [`invite:${client}`], now, since)
	return tries > MAX_WRONG_TOKENS ? 'too_many_tries' : 'unknown'
}
