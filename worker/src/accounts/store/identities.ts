import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { identities, users } from './schema.ts'
import type { User } from './users.ts'

export type IdentityRow = typeof identities.$inferSelect
export type IdentityKey = Pick<IdentityRow, 'provider' | 'subject'>

/** The user with this identity. */
export async function findUserByIdentity(
	db: Database,
	{ provider, subject }: IdentityKey,
): Promise<User | undefined> {
	const row = await db
		.select({ user: users })
		.from(identities)
		.innerJoin(users, eq(users.id, identities.userId))
		.where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
		.get()
	return row?.user
}

/** Adds an identity, unless it has one owner already. For a batch. */
export const insertIdentity = (db: Database, row: IdentityRow) =>
	db.insert(identities).values(row).onConflictDoNothing()

export async function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
	return db.select().from(users).where(eq(users.email, email)).get()
}

/** Gives a user without an address this proven one, unless another user has it. For a batch. */
export const adoptEmail = (db: Database, userId: string, email: string) =>
	db
		.update(users)
		.set({ email })
		.where(
			and(
				eq(users.id, userId),
				isNull(users.email),
				sql`not exists (select 1 from ${users} as other where other.email = ${email})`,
			),
		)

/**
 * A new account, with the identity that it begins with (null: its mail address alone).
 * @throws if the address or the identity was taken meanwhile; nothing is stored then
 */
export async function insertAccount(
	db: Database,
	user: Pick<User, 'id' | 'name' | 'email' | 'createdAt'>,
	identity: IdentityRow | null,
): Promise<void> {
	const made = db.insert(users).values({ ...user, role: 'member' })
	if (identity === null) await made
	else await db.batch([made, db.insert(identities).values(identity)])
}
