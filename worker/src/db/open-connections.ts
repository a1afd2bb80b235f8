import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { McpActor, PersonActor, ShareActor } from '../access/actor.ts'
import { apiTokens, sessions } from '../accounts/store/schema.ts'
import { mcpConnections } from '../mcp-server/oauth/schema.ts'
import { shares } from '../sharing/store/schema.ts'
import { areSuspended } from '../usage/store/allowances.ts'
import type { Database } from './client.ts'
import { creatorMay } from './creator-rights.ts'
import { members, openConnections } from './schema.ts'

/** `room`, or the id of a conversation. */
export type ConnectionTarget = 'room' | (string & {})

export interface OpenConnection {
	readonly projectId: string
	readonly place: ConnectionTarget
}

/** Longer than any stream lives: it ends whenever its run waits, and is held for at most an hour. */
const STREAM_LIFE_MS = 24 * 3_600_000

/** The row of the actor's session, token or connection, if it is still in force. */
function inForce(actor: PersonActor | McpActor, now: number): SQL {
	switch (actor.kind) {
		case 'session':
			return sql`(select id, user_id from ${sessions} where id = ${actor.id} and expires_at > ${now})`
		case 'token':
			return sql`(select id, user_id from ${apiTokens} where id = ${actor.id}
				and (expires_at is null or expires_at > ${now}))`
		case 'mcp':
			return sql`(select id, user_id from ${mcpConnections} where id = ${actor.id}
				and access_expires_at > ${now})`
		default:
			return actor satisfies never
	}
}

/**
 * Remembers that the actor opens something there. False, and nothing is remembered, if its session, token or
 * link has ended or its person has another role by now: this sees a change made at the same moment.
 */
export async function rememberConnection(
	db: Database,
	actor: PersonActor | ShareActor | McpActor,
	role: string | null,
	place: OpenConnection,
	now: number,
): Promise<boolean> {
	if (actor.kind !== 'share') return isRemembered(db, ofMember(actor, role, place, now), now)
	if (!(await isRemembered(db, ofShare(actor, place, now), now))) return false
	// A visit that needs the session ends with it, too.
	const { sessionId } = actor
	return sessionId === null || isRemembered(db, ofSession(sessionId, place, now), now)
}

async function isRemembered(db: Database, row: SQL, now: number): Promise<boolean> {
	const found = await db
		.insert(openConnections)
		.select(row)
		.onConflictDoUpdate({
			target: [
				openConnections.actorKind,
				openConnections.actorId,
				openConnections.projectId,
				openConnections.place,
			],
			set: { openedAt: now },
		})
		.returning({ place: openConnections.place })
		.get()
	return found !== undefined
}

const ofMember = (
	actor: PersonActor | McpActor,
	role: string | null,
	{ projectId, place }: OpenConnection,
	now: number,
): SQL => sql`select ${actor.kind}, credential.id, credential.user_id, ${members.projectId}, ${place}, ${now}
	from ${inForce(actor, now)} as credential
	inner join ${members} on ${members.userId} = credential.user_id
	where ${members.projectId} = ${projectId} and ${members.role} = ${role}
	and not ${areSuspended(sql`credential.user_id`, projectId)}`

const ofShare = ({ id }: ShareActor, { projectId, place }: OpenConnection, now: number): SQL =>
	sql`select 'share', ${shares.id}, '', ${shares.projectId}, ${place}, ${now} from ${shares}
		where ${shares.id} = ${id} and ${shares.projectId} = ${projectId} and ${shares.revokedAt} is null
		and (${shares.expiresAt} is null or ${shares.expiresAt} > ${now})
		and not ${areSuspended(projectId)}
		and ${creatorMay('shares.manage', sql`${shares.projectId}`, sql`${shares.createdBy}`)}`

const ofSession = (id: string, { projectId, place }: OpenConnection, now: number): SQL =>
	sql`select 'session', ${sessions.id}, ${sessions.userId}, ${projectId}, ${place}, ${now} from ${sessions}
		where ${sessions.id} = ${id} and ${sessions.expiresAt} > ${now}
		and not ${areSuspended(sql`${sessions.userId}`)}`

const columns = { projectId: openConnections.projectId, place: openConnections.place }

/** Something may be open there: sockets have no time limit, streams do. */
const mayBeOpen = (now: number) =>
	or(eq(openConnections.place, 'room'), gt(openConnections.openedAt, now - STREAM_LIFE_MS))

type ActorKind = (typeof openConnections.actorKind.enumValues)[number]

const openedBy = (kind: ActorKind, ids: readonly string[]) =>
	and(eq(openConnections.actorKind, kind), inArray(openConnections.actorId, [...ids]))

/** A statement for a batch: places where these sessions or tokens may have something open. */
export const placesOf = (db: Database, kind: ActorKind, ids: readonly string[], now: number) =>
	db
		.select({ ...columns, actorId: openConnections.actorId })
		.from(openConnections)
		.where(and(openedBy(kind, ids), mayBeOpen(now)))

/** A statement for a batch. */
export const forgetPlacesOf = (db: Database, kind: ActorKind, ids: readonly string[]) =>
	db.delete(openConnections).where(openedBy(kind, ids))

/**
 * A statement for a batch: places where this token or connection may have something open.
 * @param userId null: any person's
 */
export const placesOfCredential = (
	db: Database,
	{ kind, id }: { readonly kind: 'token' | 'mcp'; readonly id: string },
	userId: string | null,
	now: number,
) =>
	db
		.select(columns)
		.from(openConnections)
		.where(
			and(
				openedBy(kind, [id]),
				userId === null ? undefined : eq(openConnections.userId, userId),
				mayBeOpen(now),
			),
		)

/** A statement for a batch: places where a member may have something open. */
export const placesOfMember = (db: Database, projectId: string, userId: string, now: number) =>
	db
		.selectDistinct(columns)
		.from(openConnections)
		.where(
			and(
				eq(openConnections.projectId, projectId),
				eq(openConnections.userId, userId),
				mayBeOpen(now),
			),
		)

/** A condition in SQL: the actor is a link of these projects that this person made. */
export const byLinkOf = (userId: string, projectIds: SQL): SQL =>
	sql`(actor_kind = 'share' and actor_id in (select made.id from ${shares} as made
		where made.project_id in ${projectIds} and made.created_by = ${userId}))`

/** A statement for a batch: places where a member, or visitors through a link of theirs, may have something open. */
export const placesThroughMember = (db: Database, projectId: string, userId: string, now: number) =>
	db
		.selectDistinct({
			...columns,
			/** The link; null: it is the member's own. */
			shareId: sql<string | null>`case actor_kind when 'share' then actor_id end`,
		})
		.from(openConnections)
		.where(
			and(
				eq(openConnections.projectId, projectId),
				or(eq(openConnections.userId, userId), byLinkOf(userId, sql`(${projectId})`)),
				mayBeOpen(now),
			),
		)

/** A statement for a batch: forgets the places of a deleted conversation. */
export const forgetConnection = (db: Database, { projectId, place }: OpenConnection) =>
	db
		.delete(openConnections)
		.where(and(eq(openConnections.projectId, projectId), eq(openConnections.place, place)))
