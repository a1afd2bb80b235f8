import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { SessionActor } from '../access/actor.ts'
import type { Database } from './client.ts'
import { members, openPlaces, sessions } from './schema.ts'

/** `room`, or the id of a conversation. */
export type Place = 'room' | (string & {})

export interface OpenPlace {
	readonly projectId: string
	readonly place: Place
}

/** Longer than any stream lives: it ends whenever its run waits, and is held for at most an hour. */
const STREAM_LIFE_MS = 24 * 3_600_000

/**
 * Remembers that the session opens something there. False, and nothing is remembered, if the session
 * has ended or its person has another role by now: this sees a change made at the same moment.
 */
export async function rememberPlace(
	db: Database,
	actor: SessionActor,
	role: string | null,
	{ projectId, place }: OpenPlace,
	now: number,
): Promise<boolean> {
	const row = await db
		.insert(openPlaces)
		.select(
			sql`select 'session', ${sessions.id}, ${sessions.userId}, ${members.projectId}, ${place}, ${now}
				from ${sessions} inner join ${members} on ${members.userId} = ${sessions.userId}
				where ${sessions.id} = ${actor.id} and ${sessions.expiresAt} > ${now}
				and ${members.projectId} = ${projectId} and ${members.role} = ${role}`,
		)
		.onConflictDoUpdate({
			target: [openPlaces.actorKind, openPlaces.actorId, openPlaces.projectId, openPlaces.place],
			set: { openedAt: now },
		})
		.returning({ place: openPlaces.place })
		.get()
	return row !== undefined
}

const columns = { projectId: openPlaces.projectId, place: openPlaces.place }

/** Something may be open there: sockets have no time limit, streams do. */
const mayBeOpen = (now: number) =>
	or(eq(openPlaces.place, 'room'), gt(openPlaces.openedAt, now - STREAM_LIFE_MS))

/** For a batch: where these sessions may have something open. */
export const placesOfSessions = (db: Database, sessionIds: readonly string[], now: number) =>
	db
		.select({ ...columns, sessionId: openPlaces.actorId })
		.from(openPlaces)
		.where(
			and(
				eq(openPlaces.actorKind, 'session'),
				inArray(openPlaces.actorId, [...sessionIds]),
				mayBeOpen(now),
			),
		)

/** For a batch. */
export const forgetSessions = (db: Database, sessionIds: readonly string[]) =>
	db
		.delete(openPlaces)
		.where(and(eq(openPlaces.actorKind, 'session'), inArray(openPlaces.actorId, [...sessionIds])))

/** For a batch: where a member may have something open. */
export const placesOfMember = (db: Database, projectId: string, userId: string, now: number) =>
	db
		.selectDistinct(columns)
		.from(openPlaces)
		.where(and(eq(openPlaces.projectId, projectId), eq(openPlaces.userId, userId), mayBeOpen(now)))

/** For a batch: the places of a deleted conversation. */
export const forgetPlace = (db: Database, { projectId, place }: OpenPlace) =>
	db.delete(openPlaces).where(and(eq(openPlaces.projectId, projectId), eq(openPlaces.place, place)))
