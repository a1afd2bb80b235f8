import { eq } from 'drizzle-orm'
import type { Standing } from '../../access/actor.ts'
import type { Database } from '../../db/client.ts'
import { users } from './schema.ts'

export type User = typeof users.$inferSelect

export const standingOf = ({ role, anonymous }: Pick<User, 'role' | 'anonymous'>): Standing =>
	anonymous ? 'trial' : role

export const OWNER_NAME = 'Owner'

/** The owner of this installation, made now if there is none. Safe when called twice at once. */
export async function ensureOwner(db: Database, id: string, now: number): Promise<User> {
	await db
		.insert(users)
		.values({ id, name: OWNER_NAME, role: 'owner', createdAt: now })
		.onConflictDoNothing()
	const owner = await findOwner(db)
	if (!owner) throw new Error('the owner vanished between insert and select')
	return owner
}

export async function findOwner(db: Database): Promise<User | undefined> {
	return db.select().from(users).where(eq(users.role, 'owner')).get()
}

export async function findUser(db: Database, id: string): Promise<User | undefined> {
	return db.select().from(users).where(eq(users.id, id)).get()
}

export async function renameUser(
	db: Database,
	id: string,
	name: string,
): Promise<User | undefined> {
	return db.update(users).set({ name }).where(eq(users.id, id)).returning().get()
}
