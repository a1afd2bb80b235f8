/** Prompts that people have saved. */
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { savedPrompts } from './schema.ts'

export type SavedPromptRow = typeof savedPrompts.$inferSelect
type Key = Pick<SavedPromptRow, 'userId' | 'id'>

const keyed = ({ userId, id }: Key): SQL | undefined =>
	and(eq(savedPrompts.userId, userId), eq(savedPrompts.id, id))

/** Sorted by name. */
export const listSavedPrompts = (db: Database, userId: string): Promise<SavedPromptRow[]> =>
	db
		.select()
		.from(savedPrompts)
		.where(eq(savedPrompts.userId, userId))
		.orderBy(asc(savedPrompts.name), asc(savedPrompts.id))

/** Replaces the person's prompt with this id. */
export async function putSavedPrompt(db: Database, row: SavedPromptRow): Promise<void> {
	const { userId: _, id: __, ...set } = row
	await db
		.insert(savedPrompts)
		.values(row)
		.onConflictDoUpdate({ target: [savedPrompts.userId, savedPrompts.id], set })
}

/** False if there was none. */
export async function deleteSavedPrompt(db: Database, key: Key): Promise<boolean> {
	const gone = await db.delete(savedPrompts).where(keyed(key)).returning({ id: savedPrompts.id })
	return gone.length > 0
}
