/** People without an account, and what becomes of their work. */
import { and, asc, eq, gte, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { moveEvolutions } from '../../arena/store/evolutions.ts'
import type { Database } from '../../db/client.ts'
import { conversations, members, relayTokens, runs, usage } from '../../db/schema.ts'
import { runningSpend } from '../../usage/store/dollar-budget-schema.ts'
import { allowances, quotaUse } from '../../usage/store/fair-use-schema.ts'
import { moveTotals } from '../../usage/store/usage.ts'
import type { IdentityRow } from './identities.ts'
import { mergeStatements } from './merged-trials.ts'
import { identities, users } from './schema.ts'
import type { User } from './users.ts'

export async function insertTrial(
	db: Database,
	user: Pick<User, 'id' | 'name' | 'createdAt'>,
): Promise<void> {
	await db.insert(users).values({ ...user, role: 'member', anonymous: true })
}

/**
 * A trial becomes an account, with all that it has.
 * @throws if the address or the identity was taken meanwhile; nothing is changed then
 */
export async function promoteTrial(
	db: Database,
	{ id, name, email }: Pick<User, 'id' | 'name' | 'email'>,
	identity: IdentityRow | null,
): Promise<void> {
	const promoted = db
		.update(users)
		.set({ name, email, anonymous: false })
		.where(and(eq(users.id, id), eq(users.anonymous, true)))
	if (identity === null) await promoted
	else await db.batch([promoted, db.insert(identities).values(identity)])
}

/** Makes an account a member of the trial's projects, and its runs and usage the account's, also those to come. May be repeated. */
export async function moveWork(
	db: Database,
	trialId: string,
	userId: string,
	now: number,
): Promise<void> {
	const projects = db
		.select({ id: members.projectId })
		.from(members)
		.where(eq(members.userId, trialId))
	const ofProjects = db
		.select({ id: conversations.id })
		.from(conversations)
		.where(inArray(conversations.projectId, projects))
	await db.batch([
		...mergeStatements(db, trialId, userId, now),
		db
			.update(runs)
			.set({ userId })
			.where(and(inArray(runs.conversationId, ofProjects), eq(runs.userId, trialId))),
		db
			.update(usage)
			.set({ userId })
			.where(and(inArray(usage.projectId, projects), eq(usage.userId, trialId))),
		...moveTotals(db, trialId, userId, projects),
		db
			.update(relayTokens)
			.set({ createdBy: userId })
			.where(and(inArray(relayTokens.projectId, projects), eq(relayTokens.createdBy, trialId))),
		moveEvolutions(db, trialId, userId),
		db
			.insert(members)
			.select(
				sql`select ${members.projectId}, ${userId}, ${members.role}, ${members.createdAt}
					from ${members} where ${members.userId} = ${trialId}`,
			)
			.onConflictDoNothing(),
	])
}

/** Trials that were begun, and last used, before this; the oldest first. */
export async function staleTrials(
	db: Database,
	before: number,
	limit: number,
): Promise<Pick<User, 'id' | 'email'>[]> {
	const used = db
		.select({ one: sql`1` })
		.from(members)
		.innerJoin(conversations, eq(conversations.projectId, members.projectId))
		.where(and(eq(members.userId, users.id), gte(conversations.updatedAt, before)))
	return (
		db
			.select({ id: users.id, email: users.email })
			.from(users)
			// A literal, not a parameter: only with one does SQLite use the partial index.
			.where(
				and(
					sql`${users.anonymous} = 1`,
					lt(users.createdAt, before),
					isNull(users.deletedAt),
					notExists(used),
				),
			)
			.orderBy(asc(users.createdAt))
			.limit(limit)
	)
}

/** Also deletes its memberships and sessions. */
export async function deleteTrial(db: Database, id: string): Promise<void> {
	await db.batch([
		db.delete(allowances).where(eq(allowances.subject, id)),
		db.delete(quotaUse).where(eq(quotaUse.subject, id)),
		db.delete(runningSpend).where(eq(runningSpend.userId, id)),
		db.delete(users).where(and(eq(users.id, id), eq(users.anonymous, true))),
	])
}
