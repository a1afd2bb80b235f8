/**
 * Share links and their visitors. A link's token opens it; from then on the browser has a secret of its own,
 * in a cookie that scripts cannot read, for this link only. So the address can be read aloud or logged without
 * giving away a visit, a link with a number of uses counts browsers, and nothing is shared with the session cookie.
 */
import type { CreateShare } from '@fairlead/protocol/people/shares'
import { parse } from 'hono/utils/cookie'
import type { SessionActor, ShareActor, ShareExtra } from '../../access/actor.ts'
import { isSecure } from '../../accounts/over-tls.ts'
import type { Database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import { deriveSecret, hashSecret, mintSecret } from '../../platform/secrets.ts'
import {
	findVisits,
	insertShare,
	insertVisit,
	type ShareRow,
	touchShare,
	VISIT_LIFE_MS,
	type Visited,
} from './shares.ts'

/** Lets secret scanners and people recognise a token. */
const PREFIX = 'fls_'
const TOKEN = /^fls_[A-Za-z0-9_-]{43}$/
/** Links that one browser keeps open; opening another drops the oldest. */
const MAX_COOKIES = 20
/** "Last used" is for people: to the hour is enough. */
const TOUCH_INTERVAL_MS = 3_600_000

/** The hash of a link's token, as stored; null if the text is not a token. */
export const shareHash = async (token: string): Promise<string | null> =>
	TOKEN.test(token) ? hashSecret(token) : null

/** Mints and stores a link; its token is in this answer only. Returns null if the project has as many as it may have. */
export async function createShare(
	db: Database,
	{ projectId, createdBy }: { readonly projectId: string; readonly createdBy: string },
	wanted: CreateShare,
	now: number,
): Promise<{ readonly row: ShareRow; readonly token: string } | null> {
	const token = `${PREFIX}${mintSecret()}`
	const { conversationId, uses, expiresInMs, ...options } = wanted
	const row: ShareRow = {
		...options,
		id: newId('shr', now),
		projectId,
		conversationId: conversationId ?? null,
		tokenHash: await hashSecret(token),
		usesLeft: uses ?? null,
		visits: 0,
		expiresAt: expiresInMs === undefined ? null : now + expiresInMs,
		createdBy,
		createdAt: now,
		revokedAt: null,
		lastUsedAt: null,
	}
	return (await insertShare(db, row)) ? { row, token } : null
}

/** `__Host-` binds the cookie to this host and to TLS; plain http (localhost) cannot carry it. */
const cookiePrefix = (secure: boolean): string => `${secure ? '__Host-' : ''}fairlead-share-`

interface Held {
	readonly name: string
	readonly secret: string
}

/** The newest visits that the browser shows: ids sort by time. */
function heldBy(request: Request): Held[] {
	const prefix = cookiePrefix(isSecure(request))
	return Object.entries(parse(request.headers.get('cookie') ?? ''))
		.filter(([name, secret]) => name.startsWith(prefix) && secret !== '')
		.map(([name, secret]) => ({ name, secret }))
		.sort((a, b) => (a.name < b.name ? 1 : -1))
}

function setCookie(request: Request, name: string, value: string, maxAgeSeconds: number): string {
	const secure = isSecure(request) ? '; Secure' : ''
	return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

async function visitsOf(db: Database, request: Request, now: number): Promise<Visited[]> {
	const held = heldBy(request).slice(0, MAX_COOKIES)
	const hashes = await Promise.all(held.map(({ secret }) => hashSecret(secret)))
	return findVisits(db, hashes, now)
}

/** The visits of this request; `session`: its person, whom some links ask for. */
export async function shareActorsOf(
	db: Database,
	request: Request,
	session: SessionActor | null,
	now: number,
): Promise<ShareActor[]> {
	const actors: ShareActor[] = []
	for (const visited of await visitsOf(db, request, now)) {
		const actor = actorOf(visited, session)
		if (!actor) continue
		const { id, lastUsedAt } = visited.share
		if (lastUsedAt === null || now - lastUsedAt > TOUCH_INTERVAL_MS) await touchShare(db, id, now)
		actors.push(actor)
	}
	return actors
}

/** Returns null if the link needs a signed-in person, and this one has signed out. */
function actorOf({ visit, share }: Visited, session: SessionActor | null): ShareActor | null {
	const person = session !== null && session.userId === visit.userId ? session : null
	if (share.signInRequired && person === null) return null
	const extras: ShareExtra[] = []
	if (share.scene) extras.push('scene')
	if (share.exports) extras.push('exports')
	const ends = [share.expiresAt, visit.createdAt + VISIT_LIFE_MS]
	if (share.signInRequired && person) ends.push(person.expiresAt)
	return {
		kind: 'share',
		id: share.id,
		name: visit.name,
		projectId: share.projectId,
		conversationId: share.conversationId,
		role: share.role,
		extras,
		sessionId: share.signInRequired ? (person?.id ?? null) : null,
		expiresAt: Math.min(...ends.filter((end) => end !== null)),
	}
}

/** A reader of the page without scripts, which anyone may read who has the link. */
export const visitorOf = (share: ShareRow): ShareActor => ({
	kind: 'share',
	id: share.id,
	name: 'Guest',
	projectId: share.projectId,
	conversationId: share.conversationId,
	role: share.role,
	extras: [],
	sessionId: null,
	expiresAt: share.expiresAt,
})

export type Opened =
	| {
			readonly ok: true
			readonly actor: ShareActor
			/** `Set-Cookie` headers; none if the browser had opened it before. */
			readonly cookies: readonly string[]
			/** The visit that has just begun; null: it is an earlier one. */
			readonly visitId: string | null
	  }
	/** used_up also if it has just been revoked. */
	| { readonly ok: false; readonly reason: 'sign_in' | 'used_up' }

/** Opens a link in force in this browser. Opening it again is the same visit, and takes no further use. */
export async function openShare(
	db: Database,
	request: Request,
	share: ShareRow,
	session: SessionActor | null,
	now: number,
): Promise<Opened> {
	if (share.signInRequired && session === null) return { ok: false, reason: 'sign_in' }
	for (const visited of await visitsOf(db, request, now)) {
		if (visited.share.id !== share.id) continue
		const actor = actorOf(visited, session)
		if (actor) return { ok: true, actor, cookies: [], visitId: null }
	}
	const secret = mintSecret()
	const visit = {
		id: newId('vis', now),
		shareId: share.id,
		secretHash: await hashSecret(secret),
		userId: session?.userId ?? null,
		createdAt: now,
	}
	const name = await insertVisit(db, { ...visit, name: session?.name ?? null }, now)
	if (name === null) return { ok: false, reason: 'used_up' }
	const actor = actorOf({ visit: { ...visit, name }, share }, session)
	if (!actor) return { ok: false, reason: 'sign_in' }
	const surplus = heldBy(request).slice(MAX_COOKIES - 1)
	const cookie = `${cookiePrefix(isSecure(request))}${share.id}`
	return {
		ok: true,
		actor,
		visitId: visit.id,
		cookies: [
			...surplus.map((old) => setCookie(request, old.name, '', 0)),
			setCookie(request, cookie, secret, VISIT_LIFE_MS / 1_000),
		],
	}
}

/**
 * The key in a picture's address on a page that is read without a visit, and by those who make link previews:
 * it shows this picture while the link is in force, and says nothing about the token.
 */
export const pictureKey = (
	share: Pick<ShareRow, 'tokenHash'>,
	conversationId: string,
	blobId: string,
): Promise<string> => deriveSecret(share.tokenHash, `picture ${conversationId} ${blobId}`)
