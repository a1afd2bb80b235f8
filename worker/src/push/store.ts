/** Browsers that are notified while no page of them is open, and the key by which push services know this installation. */
import type { WaitingAgents } from '@fairlead/protocol/people/push'
import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { rolesThatMay } from '../access/can.ts'
import { sessions, users } from '../accounts/store/schema.ts'
import type { Database } from '../db/client.ts'
import { members, projects } from '../db/schema.ts'
import type { AgentWait } from './agent-waits.ts'
import { PUSH_KINDS, type PushKind } from './push-kinds.ts'
import { pushKeys, pushSubscriptions } from './schema.ts'

export type PushKeyRow = typeof pushKeys.$inferSelect
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect

export const findPushKey = (db: Database, id: string): Promise<PushKeyRow | undefined> =>
	db.select().from(pushKeys).where(eq(pushKeys.id, id)).get()

/** Does nothing if there is one: of two that are made at once, the first counts. */
export async function insertPushKey(db: Database, row: PushKeyRow): Promise<void> {
	await db.insert(pushKeys).values(row).onConflictDoNothing()
}

/** With the subscriptions to a key that is gone, which its push services refuse from now on. */
export async function deletePushKey(db: Database, { id, sealed }: PushKeyRow): Promise<void> {
	await db.batch([
		db.delete(pushSubscriptions),
		db.delete(pushKeys).where(and(eq(pushKeys.id, id), eq(pushKeys.sealed, sealed))),
	])
}

export const findPushSubscription = (
	db: Database,
	sessionId: string,
): Promise<PushSubscriptionRow | undefined> =>
	db.select().from(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).get()

/** In place of the session's one before it, and of another session's in the same browser. */
export async function putPushSubscription(db: Database, row: PushSubscriptionRow): Promise<void> {
	const { sessionId, endpoint } = row
	await db.batch([
		db
			.delete(pushSubscriptions)
			.where(
				and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.sessionId, sessionId)),
			),
		db
			.insert(pushSubscriptions)
			.values(row)
			.onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: row }),
	])
}

/** @param endpoint only if it is still this one */
export async function deletePushSubscription(
	db: Database,
	sessionId: string,
	endpoint?: string,
): Promise<void> {
	await db
		.delete(pushSubscriptions)
		.where(
			and(
				eq(pushSubscriptions.sessionId, sessionId),
				endpoint === undefined ? undefined : eq(pushSubscriptions.endpoint, endpoint),
			),
		)
}

/** In SQL: this browser is pushed to for it. */
const isFor = (kind: PushKind) =>
	kind === 'agents' ? eq(pushSubscriptions.agents, true) : undefined

/** Subscriptions of the person's sessions that have not ended. */
export async function pushSubscriptionsOf(
	db: Database,
	userId: string,
	kind: PushKind,
	now: number,
): Promise<PushSubscriptionRow[]> {
	const rows = await db
		.select({ row: pushSubscriptions })
		.from(sessions)
		.innerJoin(pushSubscriptions, eq(pushSubscriptions.sessionId, sessions.id))
		.where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), isFor(kind)))
	return rows.map(({ row }) => row)
}

/** The people of this project who may know of it and have a browser that is pushed to. */
export async function pushedMembersOf(
	db: Database,
	projectId: string,
	kind: PushKind,
	now: number,
): Promise<string[]> {
	const rows = await db
		.selectDistinct({ userId: members.userId })
		.from(members)
		.innerJoin(users, and(eq(users.id, members.userId), isNull(users.deletedAt)))
		.innerJoin(sessions, and(eq(sessions.userId, members.userId), gt(sessions.expiresAt, now)))
		.innerJoin(pushSubscriptions, eq(pushSubscriptions.sessionId, sessions.id))
		.where(and(eq(members.projectId, projectId), mayKnow(kind), isFor(kind)))
	return rows.map(({ userId }) => userId)
}

/** In SQL: the member may know of what is pushed. */
const mayKnow = (kind: PushKind) => inArray(members.role, rolesThatMay(PUSH_KINDS[kind].permission))

/** The waits in projects whose agents the person may see now, in the same order. */
export async function waitingAgentsOf(
	db: Database,
	userId: string,
	waits: readonly AgentWait[],
): Promise<WaitingAgents['projects']> {
	const ids = waits.map(({ projectId }) => projectId)
	const rows = await db
		.select({ projectId: projects.id, projectName: projects.name })
		.from(members)
		.innerJoin(projects, eq(projects.id, members.projectId))
		.where(and(eq(members.userId, userId), inArray(projects.id, ids), mayKnow('agents')))
	const names = new Map(rows.map(({ projectId, projectName }) => [projectId, projectName]))
	return waits.flatMap(({ projectId, at }) => {
		const projectName = names.get(projectId)
		return projectName === undefined ? [] : [{ projectId, projectName, at }]
	})
}
