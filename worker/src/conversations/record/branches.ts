/** Branches in D1: the messages before a place are copied there, whatever their number, in one transaction. */
import type { Branch } from '@fairlead/protocol/conversations/branches'
import { and, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { branchPeople, conversations, messages } from '../../db/schema.ts'
import type { CopiedMessage } from '../../sharing/store/copies.ts'
import { conversationSizes } from '../../usage/store/fair-use-schema.ts'
import type { ConversationRow } from './conversations.ts'
import { recordMessage } from './transcript.ts'

/** The code of the notice in the last message of what a branch began with. */
export const BRANCH_NOTE = 'branched'
/** More are not shown at a conversation. */
const MAX_LISTED = 50

/** Metadata of an answer about its run, its cost and its stream: those belong to the original. */
const OF_THE_RUN = ['runId', 'usage', 'costUsd', 'cursor'].map((name) => `$.metadata.${name}`)

export interface RecordedPlace {
	readonly role: 'user' | 'assistant'
	/** From 1; null: it entered a run, and stands in its answer. */
	readonly seq: number | null
}

/** Returns undefined if D1 does not have the message. */
export async function recordedPlace(
	db: Database,
	conversationId: string,
	messageId: string,
): Promise<RecordedPlace | undefined> {
	return db
		.select({ role: messages.role, seq: messages.seq })
		.from(messages)
		.where(and(eq(messages.conversationId, conversationId), eq(messages.id, messageId)))
		.get()
}

/** The last message up to this place that is not a note about where a branch begins: a new branch gets its own note. */
export async function beforeNotes(
	db: Database,
	conversationId: string,
	upTo: number,
): Promise<number> {
	const code = sql`json_extract(${messages.ui}, '$.parts[0].data.code')`
	const row = await db
		.select({ seq: messages.seq })
		.from(messages)
		.where(
			and(
				eq(messages.conversationId, conversationId),
				lte(messages.seq, upTo),
				sql`coalesce(${code}, '') <> ${BRANCH_NOTE}`,
			),
		)
		.orderBy(desc(messages.seq))
		.limit(1)
		.get()
	return row?.seq ?? 0
}

/** The end of a branch's title, which tells it from others of the same words. */
const NUMBER = / \((\d{1,4})\)$/
/** Room for the number: titles have at most 200. */
const MAX_TITLE_WORDS = 190

/** The title of a conversation's branch: the next number after those that the project has. */
export async function numberedTitle(
	db: Database,
	{ projectId, title, branchedAt }: ConversationRow,
): Promise<string> {
	const words = (branchedAt === null ? title : title.replace(NUMBER, '')).slice(0, MAX_TITLE_WORDS)
	const begin = `${words} (`
	const rows = await db
		.select({ title: conversations.title })
		.from(conversations)
		.where(
			and(
				eq(conversations.projectId, projectId),
				sql`substr(${conversations.title}, 1, length(${begin})) = ${begin}`,
			),
		)
	const taken = rows.flatMap((row) => {
		const found = NUMBER.exec(row.title)
		return found && row.title.length === words.length + found[0].length ? [Number(found[1])] : []
	})
	return `${words} (${Math.max(1, ...taken) + 1})`
}

const upToSeq = (conversationId: string, seq: number) =>
	and(eq(messages.conversationId, conversationId), lte(messages.seq, seq), isNotNull(messages.ui))

/** How much there is up to a place. `bytes`: about; of ASCII, exactly. */
export async function extentUpTo(
	db: Database,
	conversationId: string,
	seq: number,
): Promise<{ messages: number; bytes: number }> {
	const length = sql`length(${messages.ui}) + coalesce(length(${messages.model}), 0)`
	const row = await db
		.select({
			messages: sql<number>`count(*)`,
			bytes: sql<number>`coalesce(sum(${length} + length(${messages.text})), 0)`,
		})
		.from(messages)
		.where(upToSeq(conversationId, seq))
		.get()
	return row ?? { messages: 0, bytes: 0 }
}

/**
 * A conversation with the messages of another one up to a place, and a last one of its own: together or not at all.
 * Pictures are addressed as the new one's.
 *
 * @throws if there is a conversation with this id
 */
export async function insertBranch(
	db: Database,
	row: ConversationRow,
	origin: { readonly id: string; readonly upTo: number; readonly bytes: number },
	{ text, ...note }: CopiedMessage,
): Promise<void> {
	const pictures = (id: string): string => `/api/conversations/${id}/blobs/`
	const paths = sql.join(
		OF_THE_RUN.map((path) => sql`${path}`),
		sql`, `,
	)
	const answered = sql`select run_id from ${messages}
		where conversation_id = ${origin.id} and seq <= ${origin.upTo} and role = 'assistant'`
	await db.batch([
		db.insert(conversations).values(row),
		// In the order of the table's columns. Messages that entered a run come with its answer.
		db.insert(messages).select(
			sql`select id, ${row.id}, role, text, author_kind, author_id, author_name, run_id, created_at, seq,
				json_remove(replace(ui, ${pictures(origin.id)}, ${pictures(row.id)}), ${paths}), model
				from ${messages} where conversation_id = ${origin.id}
				and (seq <= ${origin.upTo} and ui is not null or seq is null and run_id in (${answered}))`,
		),
		db.insert(branchPeople).select(
			sql`select distinct ${row.id}, named.value from ${messages}, json_tree(${messages.ui}) as named
				where conversation_id = ${row.id} and named.key = 'userId'
				and named.value in (select id from ${users})`,
		),
		recordMessage(db, row.id, note, text),
		db.insert(conversationSizes).values({
			conversationId: row.id,
			projectId: row.projectId,
			bytes: origin.bytes,
		}),
	])
}

/** The newest first, without those in the trash. */
export async function listBranches(db: Database, conversationId: string): Promise<Branch[]> {
	const rows = await db
		.select({
			id: conversations.id,
			title: conversations.title,
			messageId: conversations.branchedAt,
			createdAt: conversations.createdAt,
		})
		.from(conversations)
		.where(and(eq(conversations.branchedFrom, conversationId), isNull(conversations.deletedAt)))
		.orderBy(desc(conversations.createdAt))
		.limit(MAX_LISTED)
	return rows.flatMap(({ messageId, ...row }) =>
		messageId === null ? [] : [{ ...row, messageId }],
	)
}

/** Their texts as the page has them, the newest first, that show pictures or files. */
export async function* shownWithPictures(
	db: Database,
	conversationId: string,
): AsyncGenerator<string> {
	for (let before: number | null = null; ; ) {
		const page: { seq: number | null; ui: string | null }[] = await db
			.select({ seq: messages.seq, ui: messages.ui })
			.from(messages)
			.where(
				and(
					eq(messages.conversationId, conversationId),
					isNotNull(messages.seq),
					before === null ? undefined : sql`${messages.seq} < ${before}`,
					sql`instr(${messages.ui}, ${`/api/conversations/${conversationId}/blobs/`}) > 0`,
				),
			)
			.orderBy(desc(messages.seq))
			.limit(PAGE_ROWS)
		for (const { ui } of page) if (ui !== null) yield ui
		before = page.at(-1)?.seq ?? null
		if (page.length < PAGE_ROWS || before === null) return
	}
}

/** A message has up to 1.8 MB. */
const PAGE_ROWS = 8
