import type { Report } from '@fairlead/protocol/automations/reports'
import type { RunState, RunVerdict } from '@fairlead/protocol/conversations/runs'
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { conversations, members, projects, runs, usage } from '../../db/schema.ts'
import { usageIn } from '../../usage/store/usage.ts'
import { automations } from '../store/schema.ts'
import { reports } from './schema.ts'

export type ReportRow = typeof reports.$inferSelect

export interface ReportKey {
	readonly automationId: string
	readonly id: string
}

const named = ({ automationId, id }: ReportKey) =>
	and(eq(reports.id, id), eq(reports.automationId, automationId))

/** Sorted by creation, the earliest first. */
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

/** The report in the form that members see, without its secret. */
export function describeReport(row: ReportRow, member: string | null): Report {
	const { id, target, destination, userId, outcomes, enabled, off, createdAt, updatedAt } = row
	return {
		id,
		target: target.kind === 'mail' ? { kind: 'mail', userId: userId ?? '' } : target,
		to: destination ?? member ?? '',
		outcomes,
		enabled,
		off,
		createdAt,
		updatedAt,
	}
}

/** False if the automation has `max` reports, also when several are made at once. */
export async function insertReport(db: Database, row: ReportRow, max: number): Promise<boolean> {
	const ofAutomation = eq(reports.automationId, row.automationId)
	const all = db.select({ n: count() }).from(reports).where(ofAutomation)
	const [, surplus] = await db.batch([
		db.insert(reports).values(row),
		db
			.delete(reports)
			.where(and(eq(reports.id, row.id), gt(sql`(${all})`, max)))
			.returning({ id: reports.id }),
	])
	return surplus.length === 0
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

/** The names in a message: the project and the automation. */
const names = {
	project: { id: projects.id, name: projects.name },
	automation: { id: automations.id, name: automations.name },
}

/** The reports of an automation that are switched on. */
export async function reportsToTell(db: Database, automationId: string) {
	return db
		.select({ report: reports, ...names })
		.from(reports)
		.innerJoin(automations, eq(automations.id, reports.automationId))
		.innerJoin(projects, eq(projects.id, automations.projectId))
		.where(and(eq(reports.automationId, automationId), eq(reports.enabled, true)))
}

/** A report with what its messages need. `mail`: null if its member has no address or has left. */
export async function openReport(db: Database, { automationId, id }: ReportKey) {
	return db
		.select({ report: reports, mail: users.email, createdBy: automations.createdBy, ...names })
		.from(reports)
		.innerJoin(automations, eq(automations.id, reports.automationId))
		.innerJoin(projects, eq(projects.id, automations.projectId))
		.leftJoin(
			members,
			and(eq(members.userId, reports.userId), eq(members.projectId, automations.projectId)),
		)
		.leftJoin(users, eq(users.id, members.userId))
		.where(and(eq(reports.id, id), eq(reports.automationId, automationId)))
		.get()
}

/** False if the report was off already, or is gone. */
export async function switchReportOff(
	db: Database,
	key: ReportKey,
	off: NonNullable<ReportRow['off']>,
): Promise<boolean> {
	const changed = await db
		.update(reports)
		.set({ enabled: false, off, updatedAt: off.at })
		.where(and(named(key), isNull(reports.off), eq(reports.enabled, true)))
		.returning({ id: reports.id })
	return changed.length > 0
}

/** The mail addresses of an automation's author, if they are still a member, or else of the owners. */
export async function mailsOfKeepers(
	db: Database,
	projectId: string,
	authorId: string,
): Promise<string[]> {
	const rows = await db
		.select({ userId: users.id, email: users.email, role: members.role })
		.from(members)
		.innerJoin(users, eq(users.id, members.userId))
		.where(eq(members.projectId, projectId))
	const author = rows.filter(({ userId }) => userId === authorId)
	const keepers = author.length > 0 ? author : rows.filter(({ role }) => role === 'owner')
	return keepers.flatMap(({ email }) => (email === null ? [] : [email]))
}

const ANSWER_CHARS = 10_000

/** The reported part of a run. Returns undefined if the run is gone, or not in D1 yet. */
export async function runToTell(db: Database, conversationId: string, runId: string) {
	/** The last words of the run's answer: text before the last tools does not count. */
	const answer = sql<
		string | null
	>`(select substr(json_extract(part.value, '$.text'), 1, ${ANSWER_CHARS})
		from messages as m, json_each(m.ui, '$.parts') as part
		where m.conversation_id = ${conversationId} and m.run_id = ${runId} and m.role = 'assistant'
		and json_extract(part.value, '$.type') = 'text' and json_extract(part.value, '$.text') <> ''
		order by m.seq desc, part.key desc limit 1)`
	const row = await db
		.select({
			run: runs,
			usage,
			verdict: sql<RunVerdict | null>`case when ${conversations.lastRunId} = ${runs.id} then ${conversations.lastRunVerdict} end`,
			answer,
		})
		.from(runs)
		.innerJoin(conversations, eq(conversations.id, runs.conversationId))
		.leftJoin(usage, eq(usage.runId, runs.id))
		.where(and(eq(runs.id, runId), eq(runs.conversationId, conversationId)))
		.get()
	if (!row) return undefined
	const { run, verdict } = row
	return {
		id: run.id,
		state: run.state as RunState,
		verdict,
		answer: row.answer,
		usage: row.usage && { ...usageIn(row.usage), costUsd: row.usage.costUsd },
		error: run.errorCode,
		endedAt: run.finishedAt ?? run.startedAt,
	}
}

/** The conversation's project, if somebody wants to know how runs of its automations end. */
export async function projectToTell(
	db: Database,
	conversationId: string,
): Promise<string | undefined> {
	const row = await db
		.select({ id: conversations.projectId })
		.from(conversations)
		.innerJoin(automations, eq(automations.projectId, conversations.projectId))
		.innerJoin(reports, eq(reports.automationId, automations.id))
		.where(and(eq(conversations.id, conversationId), eq(reports.enabled, true)))
		.limit(1)
		.get()
	return row?.id
}
