/** Usage of runs by day. */
import type { UsageByDay } from '@fairlead/protocol/models/usage'
import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { members, usage } from '../../db/schema.ts'
import { runSums, used } from './usage.ts'

const DAY_MS = 86_400_000
/** One per day, person and model: a screenful of scrolling. The days' sums are complete anyway. */
const MAX_ROWS = 500

/** Days of UTC, as providers count. */
const day = sql<string>`date(${usage.createdAt} / 1000, 'unixepoch')`
export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export interface UsageFilter {
	readonly userId: string
	/** The project; null: all projects of the user. */
	readonly projectId: string | null
	readonly days: number
	/** The person whose runs count; missing: everybody's. */
	readonly person?: string | undefined
	readonly model?: string | undefined
}

/**
 * Usage of one or all of this user's projects in the last `days` days, including today: everybody's if the user
 * is an owner, else their own.
 */
export async function usageByDay(
	db: Database,
	{ userId, projectId, days, person, model }: UsageFilter,
	now: number,
): Promise<UsageByDay> {
	const first = isoDay(now - (days - 1) * DAY_MS)
	const inRange = and(
		eq(members.userId, userId),
		projectId === null ? undefined : eq(members.projectId, projectId),
		gte(usage.createdAt, Date.parse(first)),
		or(eq(members.role, 'owner'), eq(usage.userId, members.userId)),
		person === undefined ? undefined : eq(usage.userId, person),
		model === undefined ? undefined : eq(usage.model, model),
	)
	const ofProject: SQL = eq(usage.projectId, members.projectId)
	const [daily, rows] = await db.batch([
		db
			.select({ day, ...runSums })
			.from(members)
			.innerJoin(usage, ofProject)
			.where(inRange)
			.groupBy(day)
			.orderBy(day),
		db
			.select({
				day,
				projectId: usage.projectId,
				authorKind: usage.authorKind,
				userId: usage.userId,
				name: users.name,
				model: usage.model,
				...runSums,
			})
			.from(members)
			.innerJoin(usage, ofProject)
			.leftJoin(users, eq(users.id, usage.userId))
			.where(inRange)
			.groupBy(day, usage.projectId, usage.authorKind, usage.userId, usage.model)
			.orderBy(desc(day), desc(runSums.costUsd), usage.projectId, usage.userId, usage.model)
			.limit(MAX_ROWS + 1),
	])
	return {
		from: first,
		to: isoDay(now),
		days: daily.map(({ day, ...sums }) => ({ day, ...used(sums) })),
		rows: rows.slice(0, MAX_ROWS).map((row) => {
			const { day, projectId, authorKind, userId, name, model, ...sums } = row
			const by = { kind: authorKind, userId: userId === '' ? null : userId, name }
			return { day, projectId, by, model, ...used(sums) }
		}),
		more: rows.length > MAX_ROWS,
	}
}
