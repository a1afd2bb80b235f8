/** Ends sessions, tokens and share links, and with them whatever they have open. */
import type { BatchItem } from 'drizzle-orm/batch'
import type { SessionActor } from '../access/actor.ts'
import type { RightsChange } from '../access/rights-change.ts'
import { deleteRelayToken, relayTokensOf } from '../computers/store/relay-tokens.ts'
import type { Database } from '../db/client.ts'
import {
	forgetPlacesOf,
	type OpenConnection,
	placesOf,
	placesOfCredential,
} from '../db/open-connections.ts'
import type { Env } from '../env.ts'
import { deleteConnection } from '../mcp-server/oauth/store.ts'
import { callWithRetry } from '../ports/retry.ts'
import { revokeShareRow } from '../sharing/store/shares.ts'
import { deleteApiToken } from './store/api-tokens.ts'
import { deleteSessions, sessionsOfUser } from './store/sessions.ts'

/** A statement of D1 takes a hundred values. */
const SESSIONS_AT_ONCE = 50
/** Objects notified in parallel. */
const AT_ONCE = 20

export async function endSession(
	env: Env,
	db: Database,
	{ id, userId }: Pick<SessionActor, 'id' | 'userId'>,
	now: number,
): Promise<void> {
	await end(env, db, userId, [id], now)
}

/** Every session of this person, including the current one. */
export async function endAllSessions(
	env: Env,
	db: Database,
	userId: string,
	now: number,
): Promise<void> {
	const ids = await sessionsOfUser(db, userId)
	for (let from = 0; from < ids.length; from += SESSIONS_AT_ONCE) {
		await end(env, db, userId, ids.slice(from, from + SESSIONS_AT_ONCE), now)
	}
}

async function end(
	env: Env,
	db: Database,
	userId: string,
	sessionIds: readonly string[],
	now: number,
): Promise<void> {
	const ended = (id: string): RightsChange => ({ kind: 'ended', actor: { kind: 'session', id } })
	await closing(env, db, {
		open: () => placesOf(db, 'session', sessionIds, now),
		end: [deleteSessions(db, sessionIds)],
		newsOf: (places) => [
			...places.map(({ actorId, ...place }) => ({ place, change: ended(actorId) })),
			// A person's own feed needs no row to be found.
			...sessionIds.map((id) => ({ place: { feedOf: userId }, change: ended(id) })),
		],
	})
	// Last, for a lost answer needs them above. A row that stays names no session, and goes with its project.
	await callWithRetry(() => forgetPlacesOf(db, 'session', sessionIds)).catch(() => undefined)
}

type Statement = BatchItem<'sqlite'>

interface Ending<Open> {
	/** Reads where the right may be in use. */
	readonly open: () => Statement & Promise<Open[]>
	readonly end: readonly Statement[]
	/** Whether it has, by the answers to `end`. Default: yes. */
	readonly ended?: (answers: readonly unknown[]) => boolean
	readonly newsOf: (places: readonly Open[]) => News[]
}

/**
 * Ends a right and closes what is open with it, in one transaction: whatever is opened later finds the right gone.
 *
 * If D1's answer is lost, the end may have been written all the same, and a retry would find nothing
 * open. So everything is closed; clients that still have the right can reconnect a minute later.
 *
 * @returns the answers to `end`
 */
export async function closing<Open>(
	env: Env,
	db: Database,
	{ open, end, ended = () => true, newsOf }: Ending<Open>,
): Promise<readonly unknown[]> {
	const before = await open()
	const closeAll = async (): Promise<void> => {
		// Includes what was opened while D1 was being asked.
		const more = await callWithRetry(open).catch(() => [])
		await tellAll(env, newsOf([...before, ...more]))
	}
	let answers: readonly unknown[]
	try {
		answers = await db.batch([open(), ...end])
	} catch (error) {
		await closeAll()
		throw error
	}
	const [places, ...ends] = answers
	if (ended(ends)) await tellAll(env, newsOf(places as Open[]))
	return ends
}

/** Deletes an API token, and ends what it has open. False if the person had no such token. */
export const revokeApiToken = (
	env: Env,
	db: Database,
	userId: string,
	id: string,
	now: number,
): Promise<boolean> =>
	endCredential(env, db, { kind: 'token', id }, userId, deleteApiToken(db, userId, id), now)

/** Disconnects an MCP client, as {@link revokeApiToken}. @param userId null: whoever's it is */
export const endConnection = (
	env: Env,
	db: Database,
	userId: string | null,
	id: string,
	now: number,
): Promise<boolean> =>
	endCredential(env, db, { kind: 'mcp', id }, userId, deleteConnection(db, id, userId), now)

async function endCredential(
	env: Env,
	db: Database,
	actor: { readonly kind: 'token' | 'mcp'; readonly id: string },
	userId: string | null,
	deletion: Statement,
	now: number,
): Promise<boolean> {
	const change: RightsChange = { kind: 'ended', actor }
	const [gone] = (await closing(env, db, {
		open: () => placesOfCredential(db, actor, userId, now),
		end: [deletion],
		newsOf: (places) => places.map((place) => ({ place, change })),
	})) as [{ readonly id: string }[]]
	if (gone.length === 0) return false
	await callWithRetry(() => forgetPlacesOf(db, actor.kind, [actor.id])).catch(() => undefined)
	return true
}

/** Revokes a share link: its visitors' sockets and streams are closed. Doing it again is safe. */
export async function revokeShare(
	env: Env,
	db: Database,
	share: { readonly projectId: string; readonly id: string },
	now: number,
): Promise<void> {
	const change: RightsChange = { kind: 'ended', actor: { kind: 'share', id: share.id } }
	await closing(env, db, {
		open: () => placesOf(db, 'share', [share.id], now),
		end: [revokeShareRow(db, share, now)],
		newsOf: (places) => places.map((place) => ({ place, change })),
	})
	// Last, for a lost answer needs them above.
	await callWithRetry(() => forgetPlacesOf(db, 'share', [share.id])).catch(() => undefined)
}

/** Deletes a relay token, and closes what was opened with it. False if the project had no such token. */
export async function revokeRelayToken(
	env: Env,
	db: Database,
	projectId: string,
	id: string,
): Promise<boolean> {
	const change: RightsChange = { kind: 'ended', actor: { kind: 'relay', id } }
	try {
		return await deleteRelayToken(db, projectId, id)
	} finally {
		// Also if it was deleted before, or D1's answer was lost: its connections may still be open.
		await tell(env, { place: { projectId, place: 'room' }, change })
	}
}

/** Closes what a person's computers have open, once their tokens count no longer. */
export async function cutRelaysOf(
	env: Env,
	db: Database,
	userId: string,
	projectId?: string,
): Promise<void> {
	const tokens = await callWithRetry(() => relayTokensOf(db, userId, projectId))
	await tellAll(
		env,
		tokens.map(({ id, projectId }) => ({
			place: { projectId, place: 'room' },
			change: { kind: 'ended', actor: { kind: 'relay', id } },
		})),
	)
}

export interface News {
	readonly place: OpenConnection | { readonly feedOf: string }
	readonly change: RightsChange
}

/** Resolves when all objects are notified. */
export async function tellAll(env: Env, news: readonly News[]): Promise<void> {
	for (let from = 0; from < news.length; from += AT_ONCE) {
		await Promise.all(news.slice(from, from + AT_ONCE).map((one) => tell(env, one)))
	}
}

async function tell(env: Env, { place, change }: News): Promise<void> {
	await callWithRetry(() => objectOf(env, place).rightsChanged(change))
}

function objectOf(env: Env, at: News['place']) {
	if ('feedOf' in at) return env.USER_FEED.getByName(at.feedOf)
	const { projectId, place } = at
	return place === 'room' ? env.ROOM.getByName(projectId) : env.CONVERSATION.getByName(place)
}
