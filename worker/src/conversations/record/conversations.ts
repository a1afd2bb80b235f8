import type { Conversation, ConversationPlace } from '@fairlead/protocol/conversations/conversation'
import { RunState } from '@fairlead/protocol/conversations/runs'
import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Allowance, MemberRole } from '../../access/actor.ts'
import type { Database } from '../../db/client.ts'
import { forgetConnection } from '../../db/open-connections.ts'
import { conversations, members, projects } from '../../db/schema.ts'
import type { ProjectRow } from '../../projects/store/projects.ts'
import { areSuspended } from '../../usage/store/allowances.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'

export type ConversationRow = typeof conversations.$inferSelect

/** A conversation in the trash can be restored for this long, then it is erased. */
export const TRASH_MS = 7 * 86_400_000

export const DEFAULT_TITLE = 'New conversation'

/** The end of a page of the list. */
export interface ListCursor {
	readonly pinned: boolean
	readonly updatedAt: number
	readonly id: string
}

/** The conversation in the form that `/api` shows. */
export function describeConversation(row: ConversationRow): Conversation {
	const state = RunState.safeParse(row.lastRunState)
	return {
		id: row.id,
		projectId: row.projectId,
		title: row.title,
		titleSource: row.titleSource,
		mode: row.mode,
		model: row.model,
		...(row.effort === null ? {} : { effort: row.effort }),
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
		...(row.pinned ? { pinned: true } : {}),
		...(row.archived ? { archived: true } : {}),
		...(row.folder === null ? {} : { folder: row.folder }),
		...(row.deletedAt === null ? {} : { erasedAt: row.deletedAt + TRASH_MS }),
		...(row.branchedAt === null
			? {}
			: { branchedFrom: { conversationId: row.branchedFrom, messageId: row.branchedAt } }),
	}
}

/** A condition in SQL. Spelled out: a bound value would not find the partial indexes. */
export const isListed = sql`${conversations.deletedAt} is null`
const isInTrash = sql`${conversations.deletedAt} is not null`

/** Conversations that search finds, too: it also looks in the archive. */
export type Listed = ConversationPlace | 'list and archive'

function standsIn(place: Listed): SQL | undefined {
	switch (place) {
		case 'list':
			return and(isListed, sql`${conversations.archived} = 0`)
		case 'archive':
			return and(isListed, sql`${conversations.archived} = 1`)
		case 'list and archive':
			return isListed
		case 'trash':
			return isInTrash
		default:
			return place satisfies never
	}
}

/** Pinned ones first, then the most recently changed. `filter`: a condition in SQL. */
export async function listConversations(
	db: Database,
	{ projectId, place }: { readonly projectId: string; readonly place: Listed },
	limit: number,
	after: ListCursor | null,
	filter?: SQL,
): Promise<ConversationRow[]> {
	const { pinned, updatedAt, id } = conversations
	const older = after
		? sql`(${pinned}, ${updatedAt}, ${id}) < (${after.pinned ? 1 : 0}, ${after.updatedAt}, ${after.id})`
		: undefined
	return db
		.select()
		.from(conversations)
		.where(and(eq(conversations.projectId, projectId), standsIn(place), older, filter))
		.orderBy(desc(pinned), desc(updatedAt), desc(id))
		.limit(limit)
}

/** More folders than fit on a page. */
const MAX_FOLDERS = 100

/** Sorted by name. */
export async function listFolders(
	db: Database,
	projectId: string,
): Promise<{ name: string; conversations: number }[]> {
	return db
		.select({ name: sql<string>`${conversations.folder}`, conversations: count() })
		.from(conversations)
		.where(and(eq(conversations.projectId, projectId), isNotNull(conversations.folder), isListed))
		.groupBy(conversations.folder)
		.orderBy(conversations.folder)
		.limit(MAX_FOLDERS)
}

/** A condition in SQL. */
export const isInFolder = (folder: string): SQL =>
	and(isNotNull(conversations.folder), eq(conversations.folder, folder)) as SQL

/** Some conversations of a project, wherever they stand. */
export async function anyConversations(
	db: Database,
	projectId: string,
	limit: number,
): Promise<ConversationRow[]> {
	return db.select().from(conversations).where(eq(conversations.projectId, projectId)).limit(limit)
}

/** A conversation that has no run yet. */
export const newConversation = (
	of: Pick<
		ConversationRow,
		'id' | 'projectId' | 'title' | 'titleSource' | 'mode' | 'model' | 'budget'
	> &
		Partial<Pick<ConversationRow, 'effort'>>,
	now: number,
): ConversationRow => ({
	effort: null,
	...of,
	lastRunId: null,
	lastRunState: null,
	lastRunVerdict: null,
	pinned: false,
	archived: false,
	folder: null,
	latestPicture: null,
	deletedAt: null,
	branchedFrom: null,
	branchedAt: null,
	createdAt: now,
	updatedAt: now,
})

export async function insertConversation(db: Database, row: ConversationRow): Promise<void> {
	await db.insert(conversations).values(row)
}

/** If several requests do this at once, one inserts it and the others find it. It comes back from the trash. */
export async function ensureConversation(db: Database, row: ConversationRow): Promise<void> {
	await db
		.insert(conversations)
		.values(row)
		.onConflictDoUpdate({ target: conversations.id, set: { deletedAt: null } })
}

/** The conversation, unless it is in the trash, with the role of this user in its project: null if they are not a member, or without a user. */
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
		.where(and(eq(conversations.id, id), isListed))
		.get()
}

/** Whether the title is still the beginning of the first message, and this person may cause work in the conversation. */
export async function awaitsTitle(
	db: Database,
	{ conversationId, projectId }: { readonly conversationId: string; readonly projectId: string },
	userId: string | null,
): Promise<boolean> {
	const row = await db
		.select({ held: areSuspended(userId ?? '', projectId) })
		.from(conversations)
		.where(
			and(eq(conversations.id, conversationId), eq(conversations.titleSource, 'auto'), isListed),
		)
		.get()
	return row !== undefined && !row.held
}

/** A statement for a batch: sets the title, unless a person has named the conversation. null: the title stays. */
export const nameConversation = (db: Database, id: string, title: string | null) =>
	db
		.update(conversations)
		.set({ title: title ?? sql`title` })
		.where(and(eq(conversations.id, id), eq(conversations.titleSource, 'auto')))

type Settings = Pick<
	ConversationRow,
	'title' | 'titleSource' | 'model' | 'effort' | 'mode' | 'budget'
>
type Shelf = Pick<ConversationRow, 'pinned' | 'archived' | 'folder'>

export async function updateConversation(
	db: Database,
	id: string,
	change: Partial<Settings & Shelf>,
	now: number,
): Promise<ConversationRow | undefined> {
	const { pinned, archived, folder, ...settings } = change
	// A change of its place in the list does not make a conversation newer.
	const moved = Object.keys(change).length > 0 && Object.keys(settings).length === 0
	const updatedAt = moved ? undefined : now
	return db
		.update(conversations)
		.set({ ...settings, pinned, archived, folder, updatedAt })
		.where(eq(conversations.id, id))
		.returning()
		.get()
}

export async function deleteConversation(
	db: Database,
	{ id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
): Promise<void> {
	await db.batch([
		forgetConnection(db, { projectId, place: id }),
		db.delete(conversations).where(eq(conversations.id, id)),
	])
}
