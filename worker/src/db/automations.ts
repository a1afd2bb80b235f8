import type { Automation, ListedAutomation } from '@fairlead/protocol/automations'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { users } from './account-schema.ts'
import { automations, deliveries } from './automation-schema.ts'
import type { Database } from './client.ts'
import { runOf } from './deliveries.ts'
import { projects, runs } from './schema.ts'

export type AutomationRow = typeof automations.$inferSelect

/** The most automations of a project. */
export const MAX_AUTOMATIONS = 100

export interface AutomationKey {
	readonly projectId: string
	readonly id: string
}

const named = ({ projectId, id }: AutomationKey) =>
	and(eq(automations.id, id), eq(automations.projectId, projectId))

/** With its project. Not by the project: the address of a webhook names the automation alone. */
export async function findAutomation(
	db: Database,
	id: string,
): Promise<{ automation: AutomationRow; project: typeof projects.$inferSelect } | undefined> {
	return db
		.select({ automation: automations, project: projects })
		.from(automations)
		.innerJoin(projects, eq(projects.id, automations.projectId))
		.where(eq(automations.id, id))
		.get()
}

export async function automationOfProject(
	db: Database,
	key: AutomationKey,
): Promise<AutomationRow | undefined> {
	return db.select().from(automations).where(named(key)).get()
}

/** What an automation's description needs besides its row. */
export interface View {
	/** Of this server, as senders reach it. */
	readonly origin: string
	/** The next time of a schedule; null for one without. */
	readonly nextAt: (row: Pick<AutomationRow, 'trigger' | 'enabled'>) => number | null
}

/** Newest first. */
export async function listAutomations(
	db: Database,
	projectId: string,
	view: View,
): Promise<ListedAutomation[]> {
	const newest = sql`(select id from ${deliveries} as one where one.automation_id = ${automations.id}
		order by one.received_at desc, one.id desc limit 1)`
	const rows = await db
		.select({
			row: automations,
			author: users.name,
			last: {
				id: deliveries.id,
				receivedAt: deliveries.receivedAt,
				verdict: deliveries.verdict,
				runId: deliveries.runId,
			},
			state: runs.state,
		})
		.from(automations)
		.leftJoin(users, eq(users.id, automations.createdBy))
		.leftJoin(deliveries, eq(deliveries.id, newest))
		.leftJoin(runs, eq(runs.id, deliveries.runId))
		.where(eq(automations.projectId, projectId))
		.orderBy(desc(automations.createdAt), desc(automations.id))
		.limit(MAX_AUTOMATIONS)
	return rows.map(({ row, author, last, state }) => {
		const described = describeAutomation(row, author, view)
		if (!last) return { ...described, lastDelivery: null }
		const { runId, ...known } = last
		return { ...described, lastDelivery: { ...known, run: runOf(runId, state) } }
	})
}

/** As members see it. `author`: null for a person who is gone. */
export function describeAutomation(
	{ projectId: _, secret: __, createdBy: ___, ...row }: AutomationRow,
	author: string | null,
	view: View,
): Automation {
	return {
		...row,
		createdBy: author ?? 'A former member',
		url: row.trigger.kind === 'webhook' ? new URL(`/hooks/${row.id}`, view.origin).href : null,
		nextAt: view.nextAt(row),
	}
}

export async function nameOfAuthor(db: Database, userId: string): Promise<string | null> {
	const row = await db.select({ name: users.name }).from(users).where(eq(users.id, userId)).get()
	return row?.name ?? null
}

export async function countAutomations(db: Database, projectId: string): Promise<number> {
	const row = await db
		.select({ n: count() })
		.from(automations)
		.where(eq(automations.projectId, projectId))
		.get()
	return row?.n ?? 0
}

export async function insertAutomation(db: Database, row: AutomationRow): Promise<void> {
	await db.insert(automations).values(row)
}

export async function updateAutomation(
	db: Database,
	key: AutomationKey,
	change: Partial<
		Omit<AutomationRow, 'id' | 'projectId' | 'createdBy' | 'createdAt' | 'updatedAt'>
	>,
	now: number,
): Promise<AutomationRow | undefined> {
	return db
		.update(automations)
		.set({ ...change, updatedAt: now })
		.where(named(key))
		.returning()
		.get()
}

/** With its log. */
export async function deleteAutomation(
	db: Database,
	key: AutomationKey,
): Promise<AutomationRow | undefined> {
	return db.delete(automations).where(named(key)).returning().get()
}
