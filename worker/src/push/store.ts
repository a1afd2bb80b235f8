/** Browsers that are notified while no page of them is open, and the key by which push services know this installation. */
import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { rolesThatMay } from '../access/can.ts'
import { sessions, users } from '../accounts/store/schema.ts'
import type { Database } from '../db/client.ts'
import { members } from '../db/schema.ts'
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

/** Subscriptions of the person's sessions that have not ended. */
export async function pushSubscriptionsOf(
	db: Database,
	userId: string,
	now: number,
): Promise<PushSubscriptionRow[]> {
	const rows = await db
		.select({ row: pushSubscriptions })
		.from(sessions)
		.innerJoin(pushSubscriptions, eq(pushSubscriptions.sessionId, sessions.id))
		.where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
	return rows.map(({ row }) => row)
}

/** The people who may answer in this project and have a browser that is pushed to. */
export async function pushedAnswerersOf(
	db: Database,
	projectId: string,
	now: number,
): Promise<string[]> {
	const rows = await db
		.selectDistinct({ userId: members.userId })
		.from(members)
		.innerJoin(users, and(eq(users.id, members.userId), isNull(users.deletedAt)))
		.innerJoin(sessions, and(eq(sessions.userId, members.userId), gt(sessions.expiresAt, now)))
		.innerJoin(pushSubscriptions, eq(pushSubscriptions.sessionId, sessions.id))
		.where(and(eq(members.projectId, projectId), inArray(members.role, rolesThatMay('run.answer'))))
	return rows.map(({ userId }) => userId)
}
