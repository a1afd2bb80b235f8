/** Counters of what people and projects have used. D1 carries out one statement at a time, so that they are exact. */
import { and, count, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Counted } from '../../access/plans.ts'
import type { Database } from '../../db/client.ts'
import { members } from '../../db/schema.ts'
import { conversationSizes, quotaUse } from './fair-use-schema.ts'

/** Older counters are deleted: the last one is that of the month before. */
const KEPT_MS = 62 * 86_400_000

export interface Charge extends Counted {
	/** The id of a user or a project. */
	readonly subject: string
}

export type QuotaUse = typeof quotaUse.$inferSelect

/** Counts one run in each of these, or in none: false if one of them is used up. */
export async function charge(
	db: Database,
	charges: readonly Charge[],
	now: number,
): Promise<boolean> {
	if (charges.length === 0) return true
	if (charges.some(({ runs, tokens }) => runs === 0 || tokens === 0)) return false
	const list = JSON.stringify(charges)
	const usedUp = sql`select 1 from json_each(${list}) as held inner join ${quotaUse} as at
		on at.subject = held.value ->> 'subject' and at.period = held.value ->> 'period'
		where at.runs >= held.value ->> 'runs' or at.tokens >= held.value ->> 'tokens'`
	const counted = await db
		.insert(quotaUse)
		.select(
			sql`select value ->> 'subject', value ->> 'period', 1, 0 from json_each(${list})
				where not exists (${usedUp})`,
		)
		.onConflictDoUpdate({
			target: [quotaUse.subject, quotaUse.period],
			set: { runs: sql`${quotaUse.runs} + 1` },
		})
		.returning({ runs: quotaUse.runs })
	// The first of a period makes place.
	if (counted.some(({ runs }) => runs === 1)) {
		const oldest = new Date(now - KEPT_MS).toISOString().slice(0, 7)
		await db.delete(quotaUse).where(and(lt(quotaUse.period, oldest), ne(quotaUse.period, 'all')))
	}
	return counted.length > 0
}

/** Takes back a count: the run did not begin. */
export async function refund(db: Database, charges: readonly Charge[]): Promise<void> {
	if (charges.length === 0) return
	await db
		.update(quotaUse)
		.set({ runs: sql`max(0, ${quotaUse.runs} - 1)` })
		.where(
			sql`(subject, period) in (select value ->> 'subject', value ->> 'period' from json_each(${JSON.stringify(charges)}))`,
		)
}

export async function readUse(db: Database, subjects: readonly string[]): Promise<QuotaUse[]> {
	return db
		.select()
		.from(quotaUse)
		.where(inArray(quotaUse.subject, [...subjects]))
}

export async function storedBytes(db: Database, projectId: string): Promise<number> {
	const row = await db
		.select({ bytes: sql<number>`coalesce(sum(${conversationSizes.bytes}), 0)` })
		.from(conversationSizes)
		.where(eq(conversationSizes.projectId, projectId))
		.get()
	return row?.bytes ?? 0
}

/** Records the size of a conversation. It must be in D1. */
export const recordSize = (db: Database, size: typeof conversationSizes.$inferInsert) =>
	db
		.insert(conversationSizes)
		.values(size)
		.onConflictDoUpdate({
			target: conversationSizes.conversationId,
			set: { bytes: size.bytes },
		})

export async function ownedProjects(db: Database, userId: string): Promise<number> {
	const row = await db
		.select({ n: count() })
		.from(members)
		.where(and(eq(members.userId, userId), eq(members.role, 'owner')))
		.get()
	return row?.n ?? 0
}
