/** Conversations in the trash: hidden everywhere, restored by a person, erased when their time is over. */
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { conversations } from '../../db/schema.ts'
import { type ConversationRow, TRASH_MS } from './conversations.ts'

type ConversationKey = Pick<ConversationRow, 'id' | 'projectId'>

/** A statement for a batch. */
export const moveToTrash = (db: Database, id: string, now: number) =>
	db.update(conversations).set({ deletedAt: now }).where(eq(conversations.id, id))

const inTrash = ({ id, projectId }: ConversationKey) =>
	and(
		eq(conversations.id, id),
		eq(conversations.projectId, projectId),
		isNotNull(conversations.deletedAt),
	)

/** Undefined if it is not in the trash. */
export async function restoreConversation(
	db: Database,
	place: ConversationKey,
): Promise<ConversationRow | undefined> {
	return db.update(conversations).set({ deletedAt: null }).where(inTrash(place)).returning().get()
}

export async function findInTrash(
	db: Database,
	place: ConversationKey,
): Promise<ConversationRow | undefined> {
	return db.select().from(conversations).where(inTrash(place)).get()
}

/** Some conversations whose time is over. */
export async function dueInTrash(
	db: Database,
	projectId: string,
	limit: number,
	now: number,
): Promise<ConversationRow[]> {
	return db
		.select()
		.from(conversations)
		.where(
			and(
				eq(conversations.projectId, projectId),
				isNotNull(conversations.deletedAt),
				lte(conversations.deletedAt, now - TRASH_MS),
			),
		)
		.limit(limit)
}

/** When the next conversation is erased, Unix ms; null: the trash is empty. */
export async function nextInTrash(db: Database, projectId: string): Promise<number | null> {
	const next = await db
		.select({ deletedAt: conversations.deletedAt })
		.from(conversations)
		.where(and(eq(conversations.projectId, projectId), isNotNull(conversations.deletedAt)))
		.orderBy(asc(conversations.deletedAt))
		.limit(1)
		.get()
	return next?.deletedAt == null ? null : next.deletedAt + TRASH_MS
}
