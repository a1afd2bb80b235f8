/** The operator's decisions about people and projects. */
import type { LimitName, PlanName } from '@fairlead/protocol/people/quotas'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Allowance } from '../../access/actor.ts'
import type { Database } from '../../db/client.ts'
import { allowances } from './fair-use-schema.ts'

export async function findAllowance(db: Database, subject: string): Promise<Allowance | null> {
	const row = await db.select().from(allowances).where(eq(allowances.subject, subject)).get()
	return row ?? null
}

/** Whether one of these people and projects is suspended. */
export async function isSuspended(db: Database, subjects: readonly string[]): Promise<boolean> {
	const row = await db
		.select({ subject: allowances.subject })
		.from(allowances)
		.where(and(inArray(allowances.subject, [...subjects]), isNotNull(allowances.suspendedAt)))
		.get()
	return row !== undefined
}

/** A condition in SQL: one of these ids is suspended. */
export const areSuspended = (...subjects: readonly (SQL | string)[]): SQL =>
	sql`exists (select 1 from ${allowances} as held where held.suspended_at is not null
		and held.subject in (${sql.join(
			subjects.map((subject) => sql`${subject}`),
			sql`, `,
		)}))`

/** A statement for a batch. `reason` null: ends the suspension. */
export const setSuspension = (
	db: Database,
	subject: string,
	reason: string | null,
	now: number,
) => {
	const held = { suspendedAt: reason === null ? null : now, suspendedFor: reason }
	return db
		.insert(allowances)
		.values({ subject, ...held })
		.onConflictDoUpdate({ target: allowances.subject, set: held })
}

/** Keeps limits that are not named. */
export async function setQuota(
	db: Database,
	subject: string,
	change: {
		readonly plan?: PlanName | null | undefined
		/** `plan`: the plan's limit applies again. */
		readonly limits?: Readonly<Partial<Record<LimitName, number | null | 'plan'>>> | undefined
	},
): Promise<Allowance> {
	const before = await findAllowance(db, subject)
	const kept: Partial<Record<LimitName, number | null>> = { ...before?.limits }
	for (const [name, value] of Object.entries(change.limits ?? {}) as [
		LimitName,
		number | null | 'plan',
	][]) {
		if (value === 'plan') delete kept[name]
		else kept[name] = value
	}
	const set = {
		plan: change.plan === undefined ? (before?.plan ?? null) : change.plan,
		limits: Object.keys(kept).length === 0 ? null : kept,
	}
	const [row] = await db
		.insert(allowances)
		.values({ subject, ...set })
		.onConflictDoUpdate({ target: allowances.subject, set })
		.returning()
	if (!row) throw new Error('An upsert returns its row.')
	return row
}
