/** Invitations: 256 random bits in a link, of which only a hash is stored. */
import type { Invitation, NewInvitation } from '@fairlead/protocol/people'
import type { SessionActor } from '../access/actor.ts'
import type { Database } from '../db/client.ts'
import { type FoundInvitation, findInvitation, insertInvitation } from '../db/invitations.ts'
import { countTry } from '../db/sign-in-failures.ts'
import { newId } from '../ids.ts'
import { hashSecret, mintSecret } from './secrets.ts'

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
		...{ id: newId('inv', now), role, email: email ?? null, maxUses },
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
