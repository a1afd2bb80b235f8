/** Browser sessions: a random cookie, its hash in D1. */
import type { SessionActor } from '../access/actor.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'
import { clientName } from './client-name.ts'
import { readCookie, setCookie } from './cookie.ts'
import { findSession, insertSession } from './store/sessions.ts'
import { standingOf } from './store/users.ts'

const DAY_MS = 86_400_000
export const SESSION_LIFETIME_MS = 90 * DAY_MS

const COOKIE = 'fairlead'

/** Begins a session; returns the `Set-Cookie` header. */
export async function startSession(
	db: Database,
	request: Request,
	userId: string,
	now: number,
): Promise<string> {
	const secret = mintSecret()
	await insertSession(db, {
		id: newId('ses', now),
		userId,
		tokenHash: await hashSecret(secret),
		createdAt: now,
		expiresAt: now + SESSION_LIFETIME_MS,
		client: clientName(request.headers.get('user-agent')),
	})
	return setCookie(request, COOKIE, secret, SESSION_LIFETIME_MS / 1000)
}

/** The `Set-Cookie` header that removes the cookie. */
export const withoutSession = (request: Request): string => setCookie(request, COOKIE, '', 0)

/** The session that the request's cookie belongs to; null if it is not valid. */
export async function sessionOf(
	db: Database,
	request: Request,
	now: number,
): Promise<SessionActor | null> {
	const secret = readCookie(request, COOKIE)
	if (!secret) return null
	const found = await findSession(db, await hashSecret(secret), now)
	if (!found) return null
	const { session, user, allowance } = found
	return {
		kind: 'session',
		id: session.id,
		userId: user.id,
		name: user.name,
		standing: standingOf(user),
		expiresAt: session.expiresAt,
		...(allowance ? { allowance } : {}),
	}
}
