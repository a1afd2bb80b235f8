import { and, asc, count, eq, getTableColumns, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { passkeyChallenges, passkeys, users } from './schema.ts'
import type { User } from './users.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
export type ChallengeRow = typeof passkeyChallenges.$inferSelect

/** In the order in which they were added. */
export async function listPasskeys(db: Database, userId: string): Promise<PasskeyRow[]> {
	return db
		.select()
		.from(passkeys)
		.where(eq(passkeys.userId, userId))
		.orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** False if the person has `max` already, or somebody has a passkey with this credential. */
export async function insertPasskey(db: Database, row: PasskeyRow, max: number): Promise<boolean> {
	const { transports, backedUp, ...plain } = row
	const values = { ...plain, transports: JSON.stringify(transports), backedUp: backedUp ? 1 : 0 }
	const columns = Object.keys(getTableColumns(passkeys)) as (keyof typeof values)[]
	const stored = await db
		.insert(passkeys)
		.select(
			sql`select ${sql.join(
				columns.map((column) => sql`${values[column]}`),
				sql`, `,
			)} where (select count(*) from ${passkeys} where ${passkeys.userId} = ${row.userId}) < ${max}`,
		)
		.onConflictDoNothing({ target: passkeys.credentialId })
		.returning({ id: passkeys.id })
	return stored.length > 0
}

/** With its person, unless the account is being deleted. */
export async function findPasskey(
	db: Database,
	credentialId: string,
): Promise<{ passkey: PasskeyRow; user: User } | undefined> {
	return db
		.select({ passkey: passkeys, user: users })
		.from(passkeys)
		.innerJoin(users, eq(users.id, passkeys.userId))
		.where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)))
		.get()
}

/** Records a use. False if the counter is not above the stored one; 0 and 0: the authenticator does not count. */
export async function usePasskey(
	db: Database,
	id: string,
	counter: number,
	backedUp: boolean,
	now: number,
): Promise<boolean> {
	const ahead = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`))
	const used = await db
		.update(passkeys)
		.set({ counter, backedUp, lastUsedAt: now })
		.where(and(eq(passkeys.id, id), ahead))
		.returning({ id: passkeys.id })
	return used.length > 0
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

export async function renamePasskey(
	db: Database,
	{ userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | undefined> {
	return db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning().get()
}

/** Deletes expired challenges, and counts the others: those of this client, and all. */
export async function countChallenges(
	db: Database,
	client: string,
	now: number,
): Promise<{ ofClient: number; all: number }> {
	const of = (condition?: ReturnType<typeof eq>) =>
		db.select({ n: count() }).from(passkeyChallenges).where(condition)
	const [, ofClient, all] = await db.batch([
		db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now)),
		of(eq(passkeyChallenges.client, client)),
		of(),
	])
	return { ofClient: ofClient[0]?.n ?? 0, all: all[0]?.n ?? 0 }
}

export async function insertChallenge(db: Database, row: ChallengeRow): Promise<void> {
	await db.insert(passkeyChallenges).values(row)
}

/** Takes the challenge away, so that it serves once. False if it is unknown, expired, or another session's. */
export async function takeChallenge(
	db: Database,
	hash: string,
	sessionId: string | null,
	now: number,
): Promise<boolean> {
	const taken = await db
		.delete(passkeyChallenges)
		.where(
			and(
				eq(passkeyChallenges.hash, hash),
				gt(passkeyChallenges.expiresAt, now),
				sessionId === null
					? isNull(passkeyChallenges.sessionId)
					: eq(passkeyChallenges.sessionId, sessionId),
			),
		)
		.returning({ hash: passkeyChallenges.hash })
	return taken.length > 0
}

/** Notes that a challenge was used that was not stored before. False if it was used already. */
export async function useChallenge(db: Database, row: ChallengeRow, now: number): Promise<boolean> {
	const [, used] = await db.batch([
		db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now)),
		db
			.insert(passkeyChallenges)
			.values(row)
			.onConflictDoNothing()
			.returning({ hash: passkeyChallenges.hash }),
	])
	return used.length > 0
}
