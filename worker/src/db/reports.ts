import type { Report } from '@fairlead/protocol/reports'
import { and, asc, count, eq } from 'drizzle-orm'
import { users } from './account-schema.ts'
import type { Database } from './client.ts'
import { reports } from './report-schema.ts'
import { members } from './schema.ts'

export type ReportRow = typeof reports.$inferSelect

export interface ReportKey {
	readonly automationId: string
	readonly id: string
}

const named = ({ automationId, id }: ReportKey) =>
	and(eq(reports.id, id), eq(reports.automationId, automationId))

/** In the order in which they were made. */
export async function listReports(db: Database, automationId: string): Promise<Report[]> {
	const rows = await db
		.select({ row: reports, member: users.name })
		.from(reports)
		.leftJoin(users, eq(users.id, reports.userId))
		.where(eq(reports.automationId, automationId))
		.orderBy(asc(reports.createdAt), asc(reports.id))
	return rows.map(({ row, member }) => describeReport(row, member))
}

export async function findReport(
	db: Database,
	key: ReportKey,
): Promise<{ readonly row: ReportRow; readonly member: string | null } | undefined> {
	return db
		.select({ row: reports, member: users.name })
		.from(reports)
		.leftJoin(users, eq(users.id, reports.userId))
		.where(named(key))
		.get()
}

/** As members see it, without its secret. */
export function describeReport(row: ReportRow, member: string | null): Report {
	const { id, target, destination, userId, outcomes, enabled, off, createdAt, updatedAt } = row
	return {
		id,
		target: target.kind === 'mail' ? { kind: 'mail', userId: userId ?? '' } : target,
		to: destination ?? member ?? '',
		...{ outcomes, enabled, off, createdAt, updatedAt },
	}
}

export async function countReports(db: Database, automationId: string): Promise<number> {
	const row = await db
		.select({ n: count() })
		.from(reports)
		.where(eq(reports.automationId, automationId))
		.get()
	return row?.n ?? 0
}

export async function insertReport(db: Database, row: ReportRow): Promise<void> {
	await db.insert(reports).values(row)
}

export async function updateReport(
	db: Database,
	key: ReportKey,
	change: Partial<Omit<ReportRow, 'id' | 'automationId' | 'createdAt'>>,
): Promise<ReportRow | undefined> {
	return db.update(reports).set(change).where(named(key)).returning().get()
}

export async function deleteReport(db: Database, key: ReportKey): Promise<ReportRow | undefined> {
	return db.delete(reports).where(named(key)).returning().get()
}

/** A member of the project who has a mail address. */
export async function mailOfMember(
	db: Database,
	projectId: string,
	userId: string,
): Promise<{ readonly name: string; readonly email: string | null } | undefined> {
	return db
		.select({ name: users.name, email: users.email })
		.from(members)
		.innerJoin(users, eq(users.id, members.userId))
		.where(and(eq(members.projectId, projectId), eq(members.userId, userId)))
		.get()
}
