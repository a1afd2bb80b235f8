/** API tokens: a person's rights for a script, limited to scopes; shown once, revocable. */
import type { CreateApiToken, CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import type { ApiTokenActor } from '../access/actor.ts'
import { permissionsOf } from '../access/scopes.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'
import { findApiToken, insertApiToken, touchApiToken } from './store/api-tokens.ts'
import { standingOf } from './store/users.ts'

/** Lets secret scanners and people recognise a token. */
const PREFIX = 'flt_'
const DAY_MS = 86_400_000
/** "Last used" is for people: to the hour is enough, and most requests then cost no write. */
const TOUCH_INTERVAL_MS = 3_600_000

/** Mints and stores a token; its text is in this answer only. Returns null if the person has `max` already. */
export async function createApiToken(
	db: Database,
	userId: string,
	{ label, scopes, expiresInDays }: CreateApiToken,
	now: number,
	max: number,
): Promise<CreatedApiToken | null> {
	const token = `${PREFIX}${mintSecret()}`
	const shown = {
		id: newId('atk', now),
		label,
		scopes: [...new Set(scopes)],
		createdAt: now,
		expiresAt: expiresInDays === null ? null : now + expiresInDays * DAY_MS,
		lastUsedAt: null,
	}
	const row = { ...shown, userId, tokenHash: await hashSecret(token) }
	return (await insertApiToken(db, row, max)) ? { ...shown, token } : null
}

/** The token that an `Authorization: Bearer flt_…` header carries; null if it is not valid. */
export async function apiTokenOf(
	db: Database,
	authorization: string | undefined,
	now: number,
): Promise<ApiTokenActor | null> {
	const secret = /^Bearer +(flt_[A-Za-z0-9_-]{1,128})$/i.exec(authorization ?? '')?.[1]
	if (!secret) return null
	const found = await findApiToken(db, await hashSecret(secret), now)
	if (!found) return null
	const { token, user, allowance } = found
	if (token.lastUsedAt === null || now - token.lastUsedAt > TOUCH_INTERVAL_MS)
		await touchApiToken(db, token.id, now)
	return {
		kind: 'token',
		id: token.id,
		userId: user.id,
		name: `${user.name} (${token.label})`,
		standing: standingOf(user),
		scopes: permissionsOf(token.scopes),
		expiresAt: token.expiresAt,
		...(allowance ? { allowance } : {}),
	}
}
