import type { Budget } from '@fairlead/protocol/conversations/runs'
import type { MadeKind } from '@fairlead/protocol/packs/kind'
import type { Project } from '@fairlead/protocol/projects/project'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Allowance, MemberRole } from '../../access/actor.ts'
import { roleMay } from '../../access/can.ts'
import { suspendedFor } from '../../access/suspension.ts'
import { isListed } from '../../conversations/record/conversations.ts'
import { mayAnswer, waitsForAnswer } from '../../conversations/record/needs-you.ts'
import type { Database } from '../../db/client.ts'
import { conversations, members, projects } from '../../db/schema.ts'
import { dollarBudgets, runningSpend } from '../../usage/store/dollar-budget-schema.ts'
import { allowances, quotaUse } from '../../usage/store/fair-use-schema.ts'

export type ProjectRow = typeof projects.$inferSelect
/** A new project has the default budget. */
type NewProject = Omit<ProjectRow, 'budget'>
/** A person's first project has the kind of its folder. */
type FirstProject = Omit<NewProject, 'kind'>

/** Projects shown in one list; for more, a search is needed, not scrolling. */
const MAX_LISTED = 500

const latestUse = sql<number>`coalesce((select max(${conversations.updatedAt}) from ${conversations} where ${conversations.projectId} = ${projects.id} and ${isListed}), ${projects.createdAt})`

const latestPicture = sql<
	string | null
>`(select '/api/conversations/' || ${conversations.id} || '/blobs/' || ${conversations.latestPicture} from ${conversations} where ${conversations.projectId} = ${projects.id} and ${conversations.latestPicture} is not null and ${isListed} order by ${conversations.updatedAt} desc limit 1)`

const columns = {
	id: projects.id,
	name: projects.name,
	budget: projects.budget,
	createdAt: projects.createdAt,
	updatedAt: projects.updatedAt,
	lastUsedAt: latestUse,
	conversationCount: sql<number>`(select count(*) from ${conversations} where ${conversations.projectId} = ${projects.id} and ${isListed})`,
	needsYouCount: sql<number>`case when ${mayAnswer} then (select count(*) from ${conversations} where ${conversations.projectId} = ${projects.id} and ${waitsForAnswer}) else 0 end`,
	role: members.role,
	kind: projects.kind,
	picture: latestPicture,
}

/** Sorted by last use, the latest first. */
export async function listProjects(db: Database, userId: string): Promise<Project[]> {
	const rows = await db
		.select({ ...columns, allowance: allowances })
		.from(members)
		.innerJoin(projects, eq(projects.id, members.projectId))
		.leftJoin(allowances, eq(allowances.subject, projects.id))
		.where(eq(members.userId, userId))
		.orderBy(desc(latestUse), desc(projects.id))
		.limit(MAX_LISTED)
	return rows.map(({ allowance, ...row }) => ({
		...shown(row),
		...said(suspendedFor(allowance)),
	}))
}

/** A project without its own budget is sent without one, one that follows its folder without a kind, and one without a picture so. */
function shown<T extends { budget: Budget | null; kind: MadeKind | null; picture?: string | null }>(
	project: T,
) {
	const { budget, kind, picture = null, ...row } = project
	return {
		...row,
		...(budget === null ? {} : { budget }),
		...(kind === null ? {} : { kind }),
		...(picture === null ? {} : { picture }),
	}
}

/** The project, with the role of this user in it: null if they are not a member, or without a user. */
export async function findProject(
	db: Database,
	projectId: string,
	userId: string | null,
): Promise<
	{ project: ProjectRow; role: MemberRole | null; allowance: Allowance | null } | undefined
> {
	return db
		.select({ project: projects, role: members.role, allowance: allowances })
		.from(projects)
		.leftJoin(members, and(eq(members.projectId, projects.id), eq(members.userId, userId ?? '')))
		.leftJoin(allowances, eq(allowances.subject, projects.id))
		.where(eq(projects.id, projectId))
		.get()
}

/** The project in the form that a person with this role sees. */
export async function describeProject(
	db: Database,
	row: ProjectRow,
	role: MemberRole | null,
	allowance: Allowance | null,
): Promise<Project> {
	const counted = await db
		.select({
			all: count(),
			needsYou: sql<number>`coalesce(sum(${waitsForAnswer}), 0)`,
			usedAt: sql<number | null>`max(${conversations.updatedAt})`,
		})
		.from(conversations)
		.where(and(eq(conversations.projectId, row.id), isListed))
		.get()
	const answers = roleMay(role, 'run.answer')
	return {
		...shown(row),
		lastUsedAt: counted?.usedAt ?? row.createdAt,
		conversationCount: counted?.all ?? 0,
		needsYouCount: answers ? (counted?.needsYou ?? 0) : 0,
		role,
		...said(suspendedFor(allowance)),
	}
}

const said = (suspended: string | null) => (suspended === null ? {} : { suspended })

/**
 * Inserts a project and its owner, together or not at all. False if the person owns `max` already, also when several
 * are inserted at once.
 */
export async function insertProject(
	db: Database,
	project: NewProject,
	ownerId: string,
	max: number,
): Promise<boolean> {
	const { id, name, kind, createdAt, updatedAt } = project
	const [made] = await db.batch([
		db
			.insert(projects)
			.select(
				sql`select ${id}, ${name}, null, ${createdAt}, ${updatedAt}, ${kind}
					where (select count(*) from ${members} where user_id = ${ownerId} and role = 'owner') < ${max}`,
			)
			.returning({ id: projects.id }),
		db.insert(members).select(ownerOf(id, ownerId)),
	])
	return made.length > 0
}

const ownerOf = (projectId: string, userId: string) =>
	sql`select ${projects.id}, ${userId}, 'owner', ${projects.createdAt} from ${projects} where ${projects.id} = ${projectId}`

/** Same as {@link insertProject}, but only for a user who has no project. Safe when called twice at once. */
export async function insertFirstProject(
	db: Database,
	project: FirstProject,
	ownerId: string,
): Promise<void> {
	const { id, name, createdAt, updatedAt } = project
	await db.batch([
		db
			.insert(projects)
			.select(
				sql`select ${id}, ${name}, null, ${createdAt}, ${updatedAt}, null where not exists (select 1 from ${members} where ${members.userId} = ${ownerId})`,
			),
		db.insert(members).select(ownerOf(id, ownerId)),
	])
}

export async function updateProject(
	db: Database,
	id: string,
	change: Partial<Pick<ProjectRow, 'name' | 'budget'>>,
	now: number,
): Promise<ProjectRow | undefined> {
	return db
		.update(projects)
		.set({ ...change, updatedAt: now })
		.where(eq(projects.id, id))
		.returning()
		.get()
}

/** Also deletes its members, tokens, conversations and their projections. */
export async function deleteProject(db: Database, id: string): Promise<void> {
	await db.batch([
		db.delete(allowances).where(eq(allowances.subject, id)),
		db.delete(quotaUse).where(eq(quotaUse.subject, id)),
		db.delete(dollarBudgets).where(eq(dollarBudgets.subject, id)),
		db.delete(runningSpend).where(eq(runningSpend.projectId, id)),
		db.delete(projects).where(eq(projects.id, id)),
	])
}

/** Returns undefined if there is no such project, null if it has the kind of its folder. */
export async function kindOfProject(
	db: Database,
	id: string,
): Promise<MadeKind | null | undefined> {
	const row = await db
		.select({ kind: projects.kind })
		.from(projects)
		.where(eq(projects.id, id))
		.get()
	return row?.kind
}
