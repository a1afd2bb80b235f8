import type {
	Automation,
	ListedAutomation,
	ProductEvent,
} from '@fairlead/protocol/automations/automations'
import { and, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { projects, runs } from '../../db/schema.ts'
import { reports } from '../outgoing/schema.ts'
import { runOf } from './deliveries.ts'
import { automations, deliveries } from './schema.ts'

export type AutomationRow = typeof automations.$inferSelect

/** The most automations of a project. */
export const MAX_AUTOMATIONS = 100

export interface AutomationKey {
	readonly projectId: string
	readonly id: string
}

const named = ({ projectId, id }: AutomationKey) =>
	and(eq(automations.id, id), eq(automations.projectId, projectId))

/** The automation with its project. Found by its id alone: a webhook's address does not name the project. */
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

/** The existing automations of up to a hundred ids, by id. */
export async function findAutomations(
	db: Database,
	ids: readonly string[],
): Promise<Map<string, { automation: AutomationRow; project: typeof projects.$inferSelect }>> {
	const rows = await db
		.select({ automation: automations, project: projects })
		.from(automations)
		.innerJoin(projects, eq(projects.id, automations.projectId))
		.where(inArray(automations.id, [...ids]))
	return new Map(rows.map((row) => [row.automation.id, row]))
}

/** The automations of a project that are switched on and start by this event. */
export async function listeningAutomations(
	db: Database,
	projectId: string,
	event: ProductEvent,
): Promise<AutomationRow[]> {
	return db
		.select()
		.from(automations)
		.where(
			and(
				eq(automations.projectId, projectId),
				eq(automations.enabled, true),
				sql`json_extract(${automations.trigger}, '$.event') = ${event}`,
			),
		)
		.limit(MAX_AUTOMATIONS)
}

/** The automations of a project that have a schedule, switched on or off. */
export async function scheduledAutomations(db: Database, projectId: string): Promise<string[]> {
	const rows = await db
		.select({ id: automations.id })
		.from(automations)
		.where(
			and(
				eq(automations.projectId, projectId),
				sql`json_extract(${automations.trigger}, '$.kind') = 'schedule'`,
			),
		)
		.limit(MAX_AUTOMATIONS)
	return rows.map(({ id }) => id)
}

/** From now on, all runs of the automation are in this conversation. */
export async function setAutomationConversation(
	db: Database,
	id: string,
	conversationId: string,
): Promise<void> {
	await db.update(automations).set({ conversationId }).where(eq(automations.id, id))
}

export async function automationOfProject(
	db: Database,
	key: AutomationKey,
): Promise<AutomationRow | undefined> {
	return db.select().from(automations).where(named(key)).get()
}

/** Values that an automation's description needs besides its row. */
export interface View {
	/** The address of this server that senders use. */
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
			reportsOff: reportsOff(sql`${automations.id}`),
		})
		.from(automations)
		.leftJoin(users, eq(users.id, automations.createdBy))
		.leftJoin(deliveries, eq(deliveries.id, newest))
		.leftJoin(runs, eq(runs.id, deliveries.runId))
		.where(eq(automations.projectId, projectId))
		.orderBy(desc(automations.createdAt), desc(automations.id))
		.limit(MAX_AUTOMATIONS)
	return rows.map(({ row, author, last, state, reportsOff }) => {
		const described = describeAutomation(row, author, view, reportsOff)
		if (!last) return { ...described, lastDelivery: null }
		const { runId, ...known } = last
		return { ...described, lastDelivery: { ...known, run: runOf(runId, state) } }
	})
}

/** The automation in the form that members see. `author`: null for a person who is gone. */
export function describeAutomation(
	{ projectId: _, secret: __, createdBy: ___, ...row }: AutomationRow,
	author: string | null,
	view: View,
	reportsOff: number,
): Automation {
	return {
		...row,
		reportsOff,
		createdBy: author ?? 'A former member',
		url: row.trigger.kind === 'webhook' ? new URL(`/hooks/${row.id}`, view.origin).href : null,
		nextAt: view.nextAt(row),
	}
}

/** In SQL: how many of its reports Fairlead switched off. */
const reportsOff = (automationId: SQL): SQL<number> =>
	sql<number>`(select count(*) from ${reports} where ${reports.automationId} = ${automationId} and ${reports.off} is not null)`

/** Facts about an automation that are not in its row. */
export async function aboutAutomation(
	db: Database,
	{ id, createdBy }: Pick<AutomationRow, 'id' | 'createdBy'>,
): Promise<{ readonly author: string | null; readonly reportsOff: number }> {
	const row = await db
		.select({ author: users.name, reportsOff: reportsOff(sql`${id}`) })
		.from(automations)
		.leftJoin(users, eq(users.id, createdBy))
		.where(eq(automations.id, id))
		.get()
	return row ?? { author: null, reportsOff: 0 }
}

/** False if the project already has the most automations allowed, also when several are made at once. */
export async function insertAutomation(db: Database, row: AutomationRow): Promise<boolean> {
	const { id, projectId } = row
	const all = db
		.select({ n: count() })
		.from(automations)
		.where(eq(automations.projectId, projectId))
	const [, surplus] = await db.batch([
		db.insert(automations).values(row),
		db
			.delete(automations)
			.where(and(eq(automations.id, id), gt(sql`(${all})`, MAX_AUTOMATIONS)))
			.returning({ id: automations.id }),
	])
	return surplus.length === 0
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

/** Deletes the automation and its log. */
export async function deleteAutomation(
	db: Database,
	key: AutomationKey,
): Promise<AutomationRow | undefined> {
	return db.delete(automations).where(named(key)).returning().get()
}
