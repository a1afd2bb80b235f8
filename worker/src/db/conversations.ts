import type { Conversation } from '@fairlead/protocol/http'
import { RunState } from '@fairlead/protocol/runs'
import { type AnyColumn, and, desc, eq, exists, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Allowance, MemberRole } from '../access/actor.ts'
import type { Database } from './client.ts'
import { allowances } from './fair-use-schema.ts'
import { forgetPlace } from './open-places.ts'
import type { ProjectRow } from './projects.ts'
import { conversations, members, messages, projects } from './schema.ts'

export type ConversationRow = typeof conversations.$inferSelect

export const DEFAULT_TITLE = 'New conversation'

/** The end of a page of the list. */
export interface ListCursor {
	readonly updatedAt: number
	readonly id: string
}

/** As `/api` shows it. */
export function describeConversation(row: ConversationRow): Conversation {
	const state = RunState.safeParse(row.lastRunState)
	return {
		id: row.id,
		projectId: row.projectId,
		title: row.title,
		titleSource: row.titleSource,
		mode: row.mode,
		model: row.model,
		createdAt: row.createdAt,
		updatedAt: row.updatedAt,
		lastRun:
			row.lastRunId !== null && state.success
				? {
						id: row.lastRunId,
						state: state.data,
						...(row.lastRunVerdict === null ? {} : { verdict: row.lastRunVerdict }),
					}
				: null,
		...(row.budget === null ? {} : { budget: row.budget }),
	}
}

/** Most recently changed first. `containing`: only those with this text in the title or the messages. */
export async function listConversations(
	db: Database,
	projectId: string,
	limit: number,
	after: ListCursor | null,
	containing: string | null = null,
): Promise<ConversationRow[]> {
	const older = after
		? or(
				lt(conversations.updatedAt, after.updatedAt),
				and(eq(conversations.updatedAt, after.updatedAt), lt(conversations.id, after.id)),
			)
		: undefined
	return db
		.select()
		.from(conversations)
		.where(
			and(
				eq(conversations.projectId, projectId),
				older,
				containing ? contains(db, containing) : undefined,
			),
		)
		.orderBy(desc(conversations.updatedAt), desc(conversations.id))
		.limit(limit)
}

function contains(db: Database, text: string): SQL | undefined {
	const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
	const has = (column: AnyColumn): SQL => sql`${column} like ${pattern} escape '\\'`
	return or(
		has(conversations.title),
		exists(
			db
				.select({ one: sql`1` })
				.from(messages)
				.where(and(eq(messages.conversationId, conversations.id), has(messages.text))),
		),
	)
}

/** A conversation that has no run yet. */
export const newConversation = (
	of: Pick<
		ConversationRow,
		'id' | 'projectId' | 'title' | 'titleSource' | 'mode' | 'model' | 'budget'
	>,
	now: number,
): ConversationRow => ({
	...of,
	lastRunId: null,
	lastRunState: null,
	lastRunVerdict: null,
	createdAt: now,
	updatedAt: now,
})

export async function insertConversation(db: Database, row: ConversationRow): Promise<void> {
	await db.insert(conversations).values(row)
}

/** Of several at once, one inserts it; the others find it. */
export async function ensureConversation(db: Database, row: ConversationRow): Promise<void> {
	await db.insert(conversations).values(row).onConflictDoNothing()
}

/** The conversation, with the role of this user in its project: null if they are not a member, or without a user. */
export async function findConversation(
	db: Database,
	id: string,
	userId: string | null,
): Promise<
	| {
			conversation: ConversationRow
			project: ProjectRow
			role: MemberRole | null
			allowance: Allowance | null
	  }
	| undefined
> {
	return db
		.select({
			conversation: conversations,
			project: projects,
			role: members.role,
			allowance: allowances,
		})
		.from(conversations)
		.innerJoin(projects, eq(projects.id, conversations.projectId))
		.leftJoin(
			members,
			and(eq(members.projectId, conversations.projectId), eq(members.userId, userId ?? '')),
		)
		.leftJoin(allowances, eq(allowances.subject, conversations.projectId))
		.where(eq(conversations.id, id))
		.get()
}

export async function updateConversation(
	db: Database,
	id: string,
	change: Partial<Pick<ConversationRow, 'title' | 'titleSource' | 'model' | 'mode' | 'budget'>>,
	now: number,
): Promise<ConversationRow | undefined> {
	return db
		.update(conversations)
		.set({ ...change, updatedAt: now })
		.where(eq(conversations.id, id))
		.returning()
		.get()
}

export async function deleteConversation(
	db: Database,
	{ id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
): Promise<void> {
	await db.batch([
		forgetPlace(db, { projectId, place: id }),
		db.delete(conversations).where(eq(conversations.id, id)),
	])
}
